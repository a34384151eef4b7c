import type { Database } from '../platform/postgres/database.ts'
import { type EventFilter, isEmpty } from './event-filter.ts'
import type { PlacedEvent, Slice } from './search-store.ts'

/** The events of every day. The index by name has all others, so that none of these writes to it; they are found soon among the newest. */
const EVERYDAY_EVENTS: ReadonlySet<string> = new Set([
  'program-entered',
  'signed-in',
  'sign-in-failed',
  'signed-out',
  'session-ended',
  'grant-revoked',
  'citizen-brought',
])

/** Whether an index has every event with this name. */
export function isIndexed(name: string): boolean {
  return !EVERYDAY_EVENTS.has(name)
}

/** The name that a filter asks for and nothing else, if an index has it. What a filter asks besides is looked for in steps, which an operator can stop. */
export function rareNameIn({ name, ...others }: EventFilter): string | undefined {
  return name !== null && isIndexed(name) && isEmpty({ ...others, name: null }) ? name : undefined
}

/** The newest events with one name that an index has, the newest first. */
export async function findByName(
  db: Database,
  name: string,
  { from, until, most }: Slice & { readonly most: number },
): Promise<PlacedEvent[]> {
  return db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from audit_events
     where name = ${name} and name not in ('program-entered', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'grant-revoked', 'citizen-brought')
       and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
     order by audit_events.at desc, event_id desc limit ${most}`
}

/** The newest events of one request that a filter lets through, the newest first. A request writes few. */
export async function findOfRequest(
  db: Database,
  requestId: string,
  { from, until, most }: Slice & { readonly most: number },
  { name, clientId, address }: EventFilter,
): Promise<PlacedEvent[]> {
  return db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from audit_events
     where request_id = ${requestId} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       and (${name}::text is null or name = ${name}) and (${clientId}::text is null or client_id = ${clientId})
       and (${address}::text is null or address = ${address})
     order by audit_events.at desc, event_id desc limit ${most}`
}
