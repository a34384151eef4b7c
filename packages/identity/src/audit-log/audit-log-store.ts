import { findSubjects } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { EventSelection, RecordedEvent } from './listed-event.ts'

/** A row of the audit, without the subject. */
export type StoredEvent = Omit<RecordedEvent, 'subject'>

/** Adds the subjects of the citizens. A statement of its own: events and citizens may be on different servers. */
export async function withSubjects(
  db: Database,
  events: readonly StoredEvent[],
): Promise<readonly RecordedEvent[]> {
  const subjects = await findSubjects(
    db,
    events.flatMap(({ citizenId }) => citizenId ?? []),
  )
  return events.map((event) => ({ ...event, subject: subjects.get(event.citizenId ?? '') ?? null }))
}

/** The newest events, the newest first. */
export async function findEvents(db: Database, since: UnixSeconds, most: number): Promise<StoredEvent[]> {
  return db.query<StoredEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details
      from audit_events
     where at >= to_timestamp(${since})
     order by audit_events.at desc, event_id desc limit ${most}`
}

/** The newest events of one citizen, the newest first. */
export async function findCitizenEvents(
  db: Database,
  citizenId: string,
  { since, most }: Pick<EventSelection, 'since' | 'most'>,
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details
      from audit_events
     where citizen_id = ${citizenId} and at >= to_timestamp(${since})
     order by audit_events.at desc, event_id desc limit ${most}`
}

/** The oldest events that are not in `seen`, the oldest first. */
export async function findUnseenEvents(
  db: Database,
  { since, most }: Pick<EventSelection, 'since' | 'most'>,
  seen: readonly string[],
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details
      from audit_events
     where at >= to_timestamp(${since}) and event_id <> all (${arrayOf(seen)}::text::uuid[])
     order by audit_events.at, event_id limit ${most}`
}

/** The same of one citizen. */
export async function findUnseenEventsOfCitizen(
  db: Database,
  citizenId: string,
  { since, most }: Pick<EventSelection, 'since' | 'most'>,
  seen: readonly string[],
): Promise<StoredEvent[]> {
  return db.query<StoredEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details
      from audit_events
     where citizen_id = ${citizenId} and at >= to_timestamp(${since})
       and event_id <> all (${arrayOf(seen)}::text::uuid[])
     order by audit_events.at, event_id limit ${most}`
}

/** The place of an event in the order of time. */
export interface Place {
  /** ISO 8601, with microseconds. */
  readonly at: string
  readonly eventId: string
}

/** The events behind a place, the oldest first, each with its own place. */
export async function findEventsAfter(
  db: Database,
  after: Place,
  { before, most }: { readonly before: UnixSeconds; readonly most: number },
): Promise<(StoredEvent & { readonly place: string })[]> {
  return db.query<StoredEvent & { readonly place: string }>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from audit_events
     where (at, event_id) > (${after.at}::text::timestamptz, ${after.eventId}::text::uuid)
       and at < to_timestamp(${before})
     order by audit_events.at, event_id limit ${most}`
}
