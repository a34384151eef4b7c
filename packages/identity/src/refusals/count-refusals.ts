import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** The most refusals that are looked at: those of a day of one process, and a few more. */
export const MOST_LOOKED_AT = 200_000

/** What is counted: refusals for one of these reasons, from the beginning of an hour until now. */
export interface RefusalsAsked {
  readonly why: readonly string[]
  readonly since: UnixSeconds
  readonly now: UnixSeconds
}

/** How many pages refused in an hour. */
export interface HourlyRefusals {
  /** The beginning of the hour. */
  readonly hourAt: UnixSeconds
  readonly pages: number
}

/** Pages that refused, by hour, and from when on each was looked at. */
export interface CountedRefusals {
  readonly hours: readonly HourlyRefusals[]
  readonly since: UnixSeconds
}

/** Counts the pages that refused, of those that are kept: of a flood, a process keeps two a second. The newest 200,000 are looked at. */
export async function countRefusals(
  db: Database,
  { why, since, now }: RefusalsAsked,
): Promise<CountedRefusals> {
  const rows = await db.query<HourlyRefusals & { looked: number; oldestAt: UnixSeconds }>`
    select floor(extract(epoch from newest.at) / 3600)::bigint * 3600 as "hourAt",
           (count(*) filter (where why = any(${arrayOf(why)}::text[])))::int as pages, count(*)::int as looked,
           ceil(extract(epoch from min(newest.at)))::bigint as "oldestAt"
      from (select at, why from refused_requests where at >= to_timestamp(${since}::bigint) and at < to_timestamp(${now}::bigint + 10)
             order by at desc limit ${MOST_LOOKED_AT}) as newest
     group by 1`
  const looked = rows.reduce((sum, row) => sum + row.looked, 0)
  const oldestAt = rows.map((row) => row.oldestAt).reduce((one, other) => (other < one ? other : one), now)
  return {
    hours: rows.map(({ hourAt, pages }) => ({ hourAt, pages })),
    since: looked >= MOST_LOOKED_AT ? oldestAt : since,
  }
}
