import type { Database } from '../platform/postgres/database.ts'
import type { Place, StoredEvent } from './audit-log-store.ts'
import type { EventFilter } from './event-filter.ts'

/** From an instant on, and before a place: ISO 8601 with microseconds, or `infinity`. */
export interface Slice {
  readonly from: string
  readonly until: Place
}

/** An event with its own place, so that a search can go on behind it. */
export type PlacedEvent = StoredEvent & { readonly place: string }

/** The newest events of one citizen that a filter lets through, the newest first. */
export async function findFilteredOfCitizen(
  db: Database,
  citizenId: string,
  { from, until, most }: Slice & { readonly most: number },
  { name, clientId, operator, address, requestId }: EventFilter,
): Promise<PlacedEvent[]> {
  return db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from audit_events
     where citizen_id = ${citizenId} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       and (${name}::text is null or name = ${name}) and (${clientId}::text is null or client_id = ${clientId})
       and (${operator}::text is null or operator = ${operator}) and (${address}::text is null or address = ${address})
       and (${requestId}::text is null or request_id = ${requestId})
     order by audit_events.at desc, event_id desc limit ${most}`
}

/** The same of one operator, of whom an index has every event. */
export async function findFilteredOfOperator(
  db: Database,
  operator: string,
  { from, until, most }: Slice & { readonly most: number },
  { name, clientId, address, requestId }: EventFilter,
): Promise<PlacedEvent[]> {
  return db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from audit_events
     where operator = ${operator} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       and (${name}::text is null or name = ${name}) and (${clientId}::text is null or client_id = ${clientId})
       and (${address}::text is null or address = ${address})
       and (${requestId}::text is null or request_id = ${requestId})
     order by audit_events.at desc, event_id desc limit ${most}`
}
