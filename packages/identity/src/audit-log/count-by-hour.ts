import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { isIndexed } from './indexed-events.ts'

/** How many events of one name an hour had. */
export interface HourlyEvents {
  /** The beginning of the hour. */
  readonly hourAt: UnixSeconds
  /** `''` for all that were not asked for. */
  readonly name: string
  /** The detail that they are told apart by; `''` where nobody asked for that, and where they have none. */
  readonly detail: string
  readonly events: number
  /** Whether the number is calculated from a part of the hour's events, because there were too many. */
  readonly isEstimate: boolean
}

/** What is counted: events of these names, from the beginning of an hour until now. */
export interface HoursAsked {
  readonly names: readonly string[]
  readonly since: UnixSeconds
  readonly now: UnixSeconds
  /** The detail that events are told apart by, and the one for those that do not have it. */
  readonly apartBy?: readonly [detail: string, otherwise: string]
}

/** More rows than this cost more than a look at a part of them. */
const MOST_EACH = 60_000
/** No more of rare events are read. */
const MOST_RARE = 20_000

/**
 * Counts events by name and hour: each one, up to 60,000 of the day, or up to 20,000 with these names where an index has every name. Of more it looks at the first 40 of each ten
 * seconds. Where there are so many, it calculates how many there were from the time that these took: so a day costs at most 415,600 rows, with 40 million events, too. The planner has to know the numbers, so they are in the text.
 */
// plan: at most 60,001 events are counted, and few hours and names are left to sort.
export async function countByHour(db: Database, asked: HoursAsked): Promise<readonly HourlyEvents[]> {
  const { names, since, now } = asked
  if (names.every(isIndexed)) {
    const counted = await countRare(db, asked)
    return sumOf(counted) > MOST_RARE ? estimateByHour(db, asked) : counted
  }
  const [detail, otherwise] = asked.apartBy ?? [null, null]
  const counted = await db.query<HourlyEvents>`
    select extract(epoch from hour)::bigint as "hourAt", case when name = any(${arrayOf(names)}::text[]) then name else '' end as name,
           detail, sum(events)::bigint as events, false as "isEstimate"
      from (select date_trunc('hour', at, 'UTC') as hour, name, count(*) as events,
                   case when ${detail}::text is null or name <> all(${arrayOf(names)}::text[]) then ''
                        else coalesce(details ->> ${detail}::text, details ->> ${otherwise}::text, '') end as detail
              from (select at, name, details from audit_events where at >= to_timestamp(${since}::bigint) and at < to_timestamp(${now}::bigint + 10)
                     order by at limit 60001) as oldest
             group by hour, name, detail) as each
     group by 1, 2, 3`
  return sumOf(counted) > MOST_EACH ? estimateByHour(db, asked) : counted
}

const sumOf = (counted: readonly HourlyEvents[]) => counted.reduce((sum, { events }) => sum + events, 0)

/** Counts events by name and hour, of names that an index has: each one, up to 20,001. */
function countRare(
  db: Database,
  { names, since, now, apartBy: [detail, otherwise] = ['', ''] }: HoursAsked,
): Promise<readonly HourlyEvents[]> {
  return db.query<HourlyEvents>`
    select extract(epoch from date_trunc('hour', at, 'UTC'))::bigint as "hourAt", name,
           coalesce(details ->> ${detail}::text, details ->> ${otherwise}::text, '') as detail, count(*)::bigint as events, false as "isEstimate"
      from (select at, name, details from audit_events
             where name = any(${arrayOf(names)}::text[])
               and name not in ('program-entered', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'grant-revoked', 'citizen-brought')
               and at >= to_timestamp(${since}::bigint) and at < to_timestamp(${now}::bigint + 10) limit 20001) as rare
     group by 1, 2, 3`
}

function estimateByHour(db: Database, asked: HoursAsked): Promise<readonly HourlyEvents[]> {
  const { names, since, now } = asked
  const [detail, otherwise] = asked.apartBy ?? [null, null]
  return db.query<HourlyEvents>`
    with looked as (
      select begins, first.name, first.details, first.seen = 40 as is_estimate,
             case when first.seen = 40 then 39 / 40.0 * 10 / greatest(extract(epoch from first.reached) - begins, 0.001) else 1 end as weight
        from generate_series(${since}::bigint, ${now}::bigint, 10) as slices (begins)
       cross join lateral (
         select name, details, count(*) over () as seen, max(at) over () as reached
           from (select at, name, details from audit_events where at >= to_timestamp(begins) and at < to_timestamp(begins + 10)
                  order by at limit 40) as oldest
       ) as first
    )
    select begins / 3600 * 3600 as "hourAt", case when name = any(${arrayOf(names)}::text[]) then name else '' end as name,
           case when name = any(${arrayOf(names)}::text[]) then coalesce(details ->> ${detail}::text, details ->> ${otherwise}::text, '') else '' end as detail,
           round(sum(weight))::bigint as events, bool_or(is_estimate) as "isEstimate"
      from looked group by 1, 2, 3`
}
