import type { EventSelection, RecordedEvent } from '../audit-log/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** An event of a citizen, and why it happened, where it says so. */
export interface LatestEvent {
  readonly name: string
  readonly at: UnixSeconds
  readonly reason: string | null
  readonly actor: RecordedEvent['actor']
  readonly operator: string | null
}

/** Names of events, since when, and how many. */
export type LatestSelection = Pick<EventSelection, 'since' | 'most'> & {
  readonly names: readonly RecordedEvent['name'][]
}

/** The newest events of a citizen with these names, the newest first. */
export async function findLatestEvents(
  db: Database,
  citizenId: string,
  { names, since, most }: LatestSelection,
): Promise<readonly LatestEvent[]> {
  return db.query<LatestEvent>`
    select name, extract(epoch from at)::bigint as at, details ->> 'reason' as reason, actor, operator from audit_events
     where citizen_id = ${citizenId} and at >= to_timestamp(${since}) and name = any (${arrayOf(names)}::text[])
     order by audit_events.at desc, event_id desc limit ${most}`
}
