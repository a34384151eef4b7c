import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Mutant } from './make/mutant.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Lines of a file, from 1, with the last one. */
export interface Lines {
  readonly first: number
  readonly last: number
}

/** The lines of each file that this branch has changed since it left `main`, also those that are not committed. */
export function changedLines(): ReadonlyMap<string, readonly Lines[]> {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  const base = git('merge-base', 'main', 'HEAD').trim()
  return readDiff(git('diff', '--unified=0', '--no-ext-diff', base))
}

/** Reads the output of `git diff --unified=0`. Where lines were only removed, the line before them counts. */
export function readDiff(diff: string): ReadonlyMap<string, readonly Lines[]> {
  const found = new Map<string, Lines[]>()
  let file = ''
  for (const line of diff.split('\n')) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length)
    const [, at, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? []
    if (at === undefined) continue
    const first = Number(at)
    found.set(file, [...(found.get(file) ?? []), { first, last: first + Math.max(Number(count), 1) - 1 }])
  }
  return found
}

/** Whether the statement of a mutant has a changed line. */
export function isChanged({ file, lines }: Mutant, changed: ReadonlyMap<string, readonly Lines[]>): boolean {
  return (changed.get(file) ?? []).some(({ first, last }) => first <= lines.last && last >= lines.first)
}
