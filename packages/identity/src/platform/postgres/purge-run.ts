import { EPOCH, plusSeconds, type UnixSeconds, unixSeconds } from '../clock.ts'
import type { Purge, PurgedBatch, PurgeNeeds } from './purge.ts'

/** A run of several purges: it ends when none of them has a full batch any more. */
export interface PurgeRun {
  /** Runs a batch of each purge that may have more rows. At the end of the run it throws the first fault, if there was one. */
  round(): Promise<'done' | 'again'>
}

/** The rows of a first batch, so that a slow database is not asked for much. */
export const FIRST_BATCH_ROWS = 500
/** The most rows of a batch: a statement of this size takes some hundredths of a second. */
export const MOST_BATCH_ROWS = 10_000
const FEWEST_BATCH_ROWS = 100

/** A batch that was faster is followed by a larger one, so that the cost of a statement is shared by more rows. */
const FAST_MILLISECONDS = 50
/** A batch that was slower is followed by a smaller one, because its rows are locked for that time. */
const SLOW_MILLISECONDS = 250

interface Place {
  readonly purge: Purge
  from: UnixSeconds
  most: number
}

/** Begins a run. `onRemoved` counts the rows. A purge that fails ends for this run, and the others go on. */
export function openPurgeRun(
  needs: PurgeNeeds,
  purges: readonly Purge[],
  onRemoved: (rows: number) => void,
): PurgeRun {
  let waiting: readonly Place[] = purges.map((purge) => ({ purge, from: EPOCH, most: FIRST_BATCH_ROWS }))
  const faults: unknown[] = []

  const runBatch = async (place: Place): Promise<boolean> => {
    const begunAt = performance.now()
    const batch = await place.purge(needs, place).catch((fault: unknown) => void faults.push(fault))
    if (!batch) return false
    onRemoved(batch.removed)
    place.from = nextFrom(place.from, batch)
    place.most = nextSize(place.most, performance.now() - begunAt)
    return batch.isFull
  }
  return {
    async round() {
      const full: Place[] = []
      for (const place of waiting) if (await runBatch(place)) full.push(place)
      waiting = full
      if (waiting.length > 0) return 'again'
      if (faults.length > 0) throw faults[0]
      return 'done'
    },
  }
}

/** Where the next batch begins. It moves on even where a full batch of one second has only rows that stay. */
function nextFrom(from: UnixSeconds, { removed, isFull, reached }: PurgedBatch): UnixSeconds {
  if (reached === null) return from
  const isStuck = isFull && removed === 0 && reached <= from
  return isStuck ? plusSeconds(from, 1) : unixSeconds(Math.max(from, reached))
}

/** How many rows the next batch has, after one of this many rows in this time. */
export function nextSize(rows: number, milliseconds: number): number {
  if (milliseconds < FAST_MILLISECONDS) return Math.min(rows * 2, MOST_BATCH_ROWS)
  return milliseconds > SLOW_MILLISECONDS ? Math.max(Math.floor(rows / 2), FEWEST_BATCH_ROWS) : rows
}
