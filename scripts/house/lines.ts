import { filesBelow } from '../checks/lib/source-files.ts'

/** How many lines the packages have without tests and without the sentences of pages and letters, by package. No number is wanted. */
export function linesOfPackages(): readonly string[] {
  const counts = new Map<string, number>()
  for (const { path, text } of filesBelow(['packages'], isSource)) {
    const [, name = ''] = path.split('/')
    counts.set(name, (counts.get(name) ?? 0) + text.split('\n').length - 1)
  }
  const all = [...counts.values()].reduce((sum, lines) => sum + lines, 0)
  return [...counts, ['together', all] as const].map(([name, lines]) => `${name}: ${lines}`)
}

function isSource(path: string): boolean {
  return (
    /^packages\/[^/]+\/src\/.*\.ts$/.test(path) &&
    !/\.(test|test-d|fixture)\.ts$/.test(path) &&
    !/\/(page-)?words\//.test(path)
  )
}
