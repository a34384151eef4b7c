import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

/** Says at the end of a run which test files took longest, with their set-up. */
export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map((module) => ({
      path: module.relativeModuleId,
      seconds: module.diagnostic().duration / 1000,
    }))
    for (const line of slowestFiles(files)) process.stdout.write(`${line}\n`)
  }
}

/** One line for each of the ten slowest of several files; a single file needs no list. */
export function slowestFiles(files: readonly { path: string; seconds: number }[]): readonly string[] {
  if (files.length < 2) return []
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SHOWN)
  return [
    'The slowest files:',
    ...slowest.map(({ path, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path}`),
  ]
}
