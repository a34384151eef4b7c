import type { BroughtLine, Outcome } from './bring-batch.ts'
import { placeOf } from './record.ts'
import type { Reject, RejectsFile } from './rejects-file.ts'

/** What became of the lines until now. */
export interface Counts {
  readonly read: number
  readonly brought: number
  readonly there: number
  readonly rejected: number
  /** Brought without the hash, which was too weak to keep, or to be forgotten. */
  readonly weak: number
  /** The first rejects. */
  readonly first: readonly Reject[]
}

/** Counts lines, and writes the rejects. */
export interface Tally {
  read(): void
  reject(reject: Reject): void
  note(line: BroughtLine, outcome: Outcome): void
  now(): Counts
}

/** How many rejects are said. All of them are in their file. */
const MOST_SAID = 20

/** Begins to count. */
export function startTally(rejects: RejectsFile): Tally {
  const counts = { read: 0, brought: 0, there: 0, rejected: 0, weak: 0 }
  const first: Reject[] = []
  const reject = (one: Reject) => {
    counts.rejected += 1
    if (first.length < MOST_SAID) first.push(one)
    rejects.write(one)
  }
  return {
    reject,
    read: () => void (counts.read += 1),
    note: (line, outcome) => {
      const { fields, citizen } = line
      if (typeof outcome === 'object') return reject({ ...placeOf(line), fields, says: outcome.says })
      counts[outcome] += 1
      if (outcome === 'brought' && citizen.isWeak) counts.weak += 1
    },
    now: () => ({ ...counts, first: first.toSorted(byPlace) }),
  }
}

/** What the database refuses comes after what could not be read, also from later lines. */
function byPlace(one: Reject, other: Reject): number {
  return one.line - other.line || (one.record ?? 0) - (other.record ?? 0)
}
