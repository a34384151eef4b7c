import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { EventSelection, RecordedEvent } from './listed-event.ts'

/** The newest events, the newest first. */
export async function findEvents(db: Database, since: UnixSeconds, most: number): Promise<RecordedEvent[]> {
  return db.query<RecordedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           audit_events.citizen_id as "citizenId", subject, client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", details
      from audit_events left join citizens on citizens.citizen_id = audit_events.citizen_id
     where audit_events.at >= to_timestamp(${since})
     order by audit_events.at desc, event_id desc limit ${most}`
}

/** The newest events of one citizen, the newest first. */
export async function findCitizenEvents(
  db: Database,
  citizenId: string,
  { since, most }: Pick<EventSelection, 'since' | 'most'>,
): Promise<RecordedEvent[]> {
  return db.query<RecordedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           audit_events.citizen_id as "citizenId", subject, client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", details
      from audit_events left join citizens on citizens.citizen_id = audit_events.citizen_id
     where audit_events.citizen_id = ${citizenId} and audit_events.at >= to_timestamp(${since})
     order by audit_events.at desc, event_id desc limit ${most}`
}

/** The oldest events that are not in `seen`, the oldest first. */
export async function findUnseenEvents(
  db: Database,
  { citizenId, since, most }: EventSelection,
  seen: readonly string[],
): Promise<RecordedEvent[]> {
  return db.query<RecordedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           audit_events.citizen_id as "citizenId", subject, client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", details
      from audit_events left join citizens on citizens.citizen_id = audit_events.citizen_id
     where (${citizenId}::uuid is null or audit_events.citizen_id = ${citizenId}::uuid)
       and audit_events.at >= to_timestamp(${since}) and event_id <> all (${arrayOf(seen)}::text::uuid[])
     order by audit_events.at, event_id limit ${most}`
}
