import { type Clock, type UnixSeconds, unixMilliseconds, unixSeconds } from '../clock.ts'
import { type Database, firstRow } from './database.ts'

/**
 * The present moment by the clock of the database. Statements ask it where machines whose clocks differ decide about the same thing, or where the clock of
 * one machine alone must not.
 */
export async function databaseNow(db: Database): Promise<UnixSeconds> {
  return unixSeconds((await databaseNowMilliseconds(db)) / 1000)
}

/**
 * The clock of a process, behind that of the database where it would be ahead. What is due by it is due by both: a process whose clock is wrong
 * carries nothing out too early. It goes on, by as much as it was ahead.
 */
export async function clockNotAhead({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<Clock> {
  const before = await databaseNowMilliseconds(db)
  const ahead = Math.max(0, clock.nowMilliseconds() - before)
  const nowMilliseconds = () => unixMilliseconds(clock.nowMilliseconds() - ahead)
  return { nowMilliseconds, now: () => unixSeconds(nowMilliseconds() / 1000) }
}

async function databaseNowMilliseconds(db: Database): Promise<number> {
  const row = await firstRow(db.query<{ at: number }>`
    select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as at`)
  if (!row) throw new Error('The database said no time')
  return row.at
}
