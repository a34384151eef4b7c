import { type Clock, EPOCH, plusSeconds, type UnixSeconds, unixSeconds } from '../clock.ts'
import { clockNotAhead } from './database-clock.ts'
import type { Purge, PurgeBatch, PurgedBatch, PurgeNeeds } from './purge.ts'

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

const FIRST_BATCH: PurgeBatch = { from: EPOCH, most: FIRST_BATCH_ROWS, seconds: 1 }

interface Place {
  readonly purge: Purge
  batch: PurgeBatch
}

/**
 * Begins a run. `onRemoved` counts the rows. A purge that fails ends for this run, and the others go on. Whatever a purge deletes or carries out is due by
 * the clock of this process and by that of the database: no purge gets another clock.
 */
export function openPurgeRun(
  needs: PurgeNeeds,
  purges: readonly Purge[],
  onRemoved: (rows: number) => void,
): PurgeRun {
  let waiting: readonly Place[] = purges.map((purge) => ({ purge, batch: FIRST_BATCH }))
  const faults: unknown[] = []

  const runBatch = async (place: Place, clock: Clock): Promise<boolean> => {
    const begunAt = performance.now()
    const done = await place
      .purge({ ...needs, clock }, place.batch)
      .catch((fault: unknown) => void faults.push(fault))
    if (!done) return false
    onRemoved(done.removed)
    place.batch = nextBatch(place.batch, done, performance.now() - begunAt)
    return done.isFull
  }
  return {
    async round() {
      const clock = await clockNotAhead(needs)
      const full: Place[] = []
      for (const place of waiting) if (await runBatch(place, clock)) full.push(place)
      waiting = full
      if (waiting.length > 0) return 'again'
      if (faults.length > 0) throw faults[0]
      return 'done'
    },
  }
}

function nextBatch(batch: PurgeBatch, done: PurgedBatch, milliseconds: number): PurgeBatch {
  return {
    from: nextFrom(batch.from, done),
    most: nextSize(batch.most, milliseconds),
    seconds: nextSeconds(batch, done.removed),
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

/** The length of the next slice: where few rows end in a second, a statement for each second would never keep up. */
export function nextSeconds(
  { most, seconds }: Pick<PurgeBatch, 'most' | 'seconds'>,
  removed: number,
): number {
  if (removed > most) return Math.max(1, Math.floor(seconds / 2))
  return removed * 2 < most ? seconds * 2 : seconds
}
