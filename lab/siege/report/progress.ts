import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Size } from './options.ts'
import type { Row } from './row.ts'

/** What a stage found, and on which day (`2026-03-01`). */
export interface Finished {
  readonly day: string
  readonly rows: readonly Row[]
}

/** What finished stages found, kept on disk so that a run that was ended can go on. */
export interface Progress {
  finishedOf(stage: string): Finished | undefined
  finish(stage: string, finished: Finished): void
  /** All is done, or is to be done again. */
  forget(): void
}

/** Opens the memory of runs of this size in a folder, which is made when it is missing. */
export function openProgress(folder: string, size: Size): Progress {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `siege-${size}.json`)
  const finished = new Map<string, Finished>(existsSync(file) ? readEntries(file) : [])
  return {
    finishedOf: (stage) => finished.get(stage),
    finish(stage, found) {
      finished.set(stage, found)
      // Written beside and renamed: a run that is killed here leaves the file whole.
      writeFileSync(`${file}.new`, JSON.stringify([...finished], undefined, 1))
      renameSync(`${file}.new`, file)
    },
    forget() {
      finished.clear()
      rmSync(file, { force: true })
    },
  }
}

function readEntries(file: string): [string, Finished][] {
  return JSON.parse(readFileSync(file, 'utf8')) as [string, Finished][]
}
