import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** The first day (UTC) from an instant on of which each seal is among the newest 12,000: about eight days of one each minute. The planner has to know the number, so it is in the text. */
export async function findLookedFrom(db: Database, from: UnixSeconds): Promise<string | undefined> {
  const found = await firstRow(db.query<{ day: string | null }>`
    select (greatest(to_timestamp(${from}), case when count(*) = 12000 then min(sealed_at) + interval '1 day' end) at time zone 'UTC')::date::text as day
      from (select sealed_at from audit_seals order by number desc limit 12000) as newest`)
  return found?.day ?? undefined
}

/** Days that are looked at, and how far the chain is. */
export interface LookedDays {
  /** Such as 2026-03-01. */
  readonly from: string
  readonly before: string
  readonly sealedBelow: number
}

/** Days whose oldest event has to be sealed, and of which none of the newest 12,000 seals is. */
export async function findUnsealedDays(
  db: Database,
  { from, before, sealedBelow }: LookedDays,
): Promise<readonly string[]> {
  const found = await db.query<{ day: string }>`
    with newest as materialized (select day from audit_seals order by number desc limit 12000)
    select begins::date::text as day
      from generate_series(${from}::text::timestamp, ${before}::text::timestamp - interval '1 day', interval '1 day') as days (begins)
     cross join lateral (
       select coalesce(written_in::text::bigint, 0) as written from audit_events
        where at >= begins at time zone 'UTC' and at < (begins + interval '1 day') at time zone 'UTC'
        order by audit_events.at limit 1
     ) as oldest
     where oldest.written < ${sealedBelow} and not exists (select 1 from newest where newest.day = begins::date)
     order by begins`
  return found.map(({ day }) => day)
}
