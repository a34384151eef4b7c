import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

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
  /** Whether the number is calculated from a part of the hour's pages, because there were too many. */
  readonly isEstimate: boolean
}

/**
 * Counts the pages that refused, by hour, of those that are kept: of a flood, a process keeps two a second. Each one, up to 5,000 in all. Of more it looks at the first 20 of each minute. Where there are so many, it
 * calculates how many there were from the time that these took, which is known to the second: so a day costs at most 33,800 rows. An hour without any is left out. The planner has to know the numbers, so they are in the text.
 */
export async function countRefusals(db: Database, asked: RefusalsAsked): Promise<readonly HourlyRefusals[]> {
  const { why, since, now } = asked
  const counted = await db.query<HourlyRefusals & { looked: number }>`
    select floor(extract(epoch from at) / 3600)::bigint * 3600 as "hourAt",
           (count(*) filter (where why = any(${arrayOf(why)}::text[])))::int as pages, false as "isEstimate", count(*)::int as looked
      from (select at, why from refused_requests where at >= to_timestamp(${since}::bigint) and at < to_timestamp(${now}::bigint + 10)
             order by at limit 5001) as oldest
     group by 1`
  const all = counted.reduce((sum, { looked }) => sum + looked, 0)
  if (all > 5_000) return estimateRefusals(db, asked)
  return counted.map(({ hourAt, pages, isEstimate }) => ({ hourAt, pages, isEstimate }))
}

function estimateRefusals(
  db: Database,
  { why, since, now }: RefusalsAsked,
): Promise<readonly HourlyRefusals[]> {
  return db.query<HourlyRefusals>`
    with looked as (
      select begins, first.pages, first.seen = 20 as is_estimate,
             case when first.seen = 20 then greatest(1, least(60, ${now}::bigint + 1 - begins) / (first.reached - begins + 0.5)) else 1 end as weight
        from generate_series(${since}::bigint, ${now}::bigint, 60) as slices (begins)
       cross join lateral (
         select count(*) as seen, count(*) filter (where why = any(${arrayOf(why)}::text[])) as pages,
                extract(epoch from max(at))::float8 as reached
           from (select at, why from refused_requests where at >= to_timestamp(begins) and at < to_timestamp(begins + 60)
                  order by at limit 20) as oldest
       ) as first
    )
    select begins / 3600 * 3600 as "hourAt", round(sum(pages * weight))::bigint as pages, bool_or(is_estimate) as "isEstimate"
      from looked group by 1`
}
