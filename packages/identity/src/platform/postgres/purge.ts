import { type Clock, plusSeconds, type UnixSeconds, unixSeconds } from '../clock.ts'
import { type Database, firstRow } from './database.ts'

/** Everything that a purge uses. */
export interface PurgeNeeds {
  readonly db: Database
  readonly clock: Clock
}

/** What one statement of a purge may delete. */
export interface PurgeBatch {
  readonly most: number
  /**
   * Rows that ended before this instant are left for a later run. PostgreSQL keeps the index entries of deleted rows until
   * a vacuum, and as long as any transaction may see them. A batch that began at the oldest entry would read all of them again.
   */
  readonly from: UnixSeconds
  /** The length of a slice of time on a distributed database, where a statement over several servers has no `limit`. */
  readonly seconds: number
}

/** What one statement of a purge has done. */
export interface PurgedBatch {
  readonly removed: number
  /** Whether the batch was full, so that more rows may wait. */
  readonly isFull: boolean
  /** Where the next batch begins. Null where a batch always reads everything. */
  readonly reached: UnixSeconds | null
}

/** The outcome where no row may go. */
export const NOTHING_PURGED: PurgedBatch = { removed: 0, isFull: false, reached: null }

/**
 * Deletes the rows of one table whose time is over, one batch for each call. On one server the statement names the rows by
 * their place (`ctid`), which costs a tenth of finding each again by its key. The subquery has locked them, so they cannot move.
 */
export type Purge = (needs: PurgeNeeds, batch: PurgeBatch) => Promise<PurgedBatch>

/** The row that the statement of a purge on one server returns. */
export interface PurgedRow {
  readonly removed: number
  readonly reached: UnixSeconds | null
}

/** The row of a statement that looks at more rows than it deletes. */
export interface PurgedSomeRow extends PurgedRow {
  /** Rows that were looked at. */
  readonly seen: number
}

/** The outcome on one server. */
export async function purgedRows(
  rows: Promise<(PurgedRow | PurgedSomeRow)[]>,
  { most }: PurgeBatch,
): Promise<PurgedBatch> {
  const row = await firstRow(rows)
  if (!row) return NOTHING_PURGED
  const { removed, reached } = row
  const seen = 'seen' in row ? row.seen : removed
  return { removed, isFull: seen >= most, reached }
}

/** The row of `findOldest`. Null where nothing has ended. */
export interface OldestRow {
  readonly at: UnixSeconds | null
}

/** The two statements that delete a slice of time. */
export interface SliceStatements {
  /** The end of the oldest row that may go. */
  findOldest(): Promise<OldestRow[]>
  /** Deletes the rows that ended in this time. Their index entries before it are not read again. */
  deleteBetween(from: UnixSeconds, until: UnixSeconds): Promise<unknown[]>
}

/**
 * Deletes on a distributed database the rows that ended in the oldest seconds: there a statement has no `limit`, and one for all
 * rows of a day would meet its deadline and delete nothing.
 */
export async function purgedInSlices(
  { seconds }: PurgeBatch,
  before: UnixSeconds,
  { findOldest, deleteBetween }: SliceStatements,
): Promise<PurgedBatch> {
  const oldest = (await firstRow(findOldest()))?.at ?? null
  if (oldest === null) return NOTHING_PURGED
  const until = unixSeconds(Math.min(before, plusSeconds(oldest, seconds)))
  const removed = await deleteBetween(oldest, until)
  return { removed: removed.length, isFull: until < before, reached: until }
}
