import type { EventSelection } from '../audit-log/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'

/** An event of a citizen, and why it happened, where it says so. */
export interface LatestEvent {
  readonly name: string
  readonly at: UnixSeconds
  readonly reason: string | null
}

/** The newest events of a citizen, the newest first. */
export async function findLatestEvents(
  db: Database,
  citizenId: string,
  { since, most }: Pick<EventSelection, 'since' | 'most'>,
): Promise<readonly LatestEvent[]> {
  return db.query<LatestEvent>`
    select name, extract(epoch from at)::bigint as at, details ->> 'reason' as reason from audit_events
     where citizen_id = ${citizenId} and at >= to_timestamp(${since})
     order by audit_events.at desc, event_id desc limit ${most}`
}
