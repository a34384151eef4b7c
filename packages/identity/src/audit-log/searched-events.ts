import type { Database } from '../platform/postgres/database.ts'
import type { EventFilter } from './event-filter.ts'
import type { PlacedEvent, Slice } from './search-store.ts'

/** Events that a search looks through from the newest back, slice by slice. */
export interface SearchedEvents {
  /** The instant of the event that is so many before the end of the slice. Undefined where the slice has fewer. */
  instantBack(slice: Slice, events: number): Promise<string | undefined>
  /**
   * The newest events of a slice that a filter lets through, the newest first. The slice stands apart, with a limit that no slice reaches: a plan for whichever filter takes nearly every event to be passed
   * over, and then reads the whole table.
   */
  filtered(slice: Slice, filter: EventFilter, most: number): Promise<PlacedEvent[]>
}

/** All of them. Indexes have operators, requests, and what follows here. */
export const everyEvent = (db: Database): SearchedEvents => ({
  async instantBack({ from, until }, events) {
    const [found] = await db.query<{ at: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit_events
       where at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       order by audit_events.at desc offset ${events} limit 1`
    return found?.at
  },
  filtered: ({ from, until }, { name, clientId, address }, most) => db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from (select event_id, at, name, actor, citizen_id, client_id, session_id, address, request_id, operator, details from audit_events
             where at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
             order by at desc, event_id desc limit 200000) as slice
     where (${name}::text is null or name = ${name}) and (${clientId}::text is null or client_id = ${clientId})
       and (${address}::text is null or address = ${address})
     order by slice.at desc, event_id desc limit ${most}`,
})

/** Those from one network address. */
export const eventsFrom = (db: Database, address: string): SearchedEvents => ({
  async instantBack({ from, until }, events) {
    const [found] = await db.query<{ at: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit_events
       where address = ${address} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       order by audit_events.at desc offset ${events} limit 1`
    return found?.at
  },
  filtered: ({ from, until }, { name, clientId }, most) => db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from (select event_id, at, name, actor, citizen_id, client_id, session_id, address, request_id, operator, details from audit_events
             where address = ${address} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
             order by at desc, event_id desc limit 200000) as slice
     where (${name}::text is null or name = ${name})
       and (${clientId}::text is null or client_id = ${clientId})
     order by slice.at desc, event_id desc limit ${most}`,
})

/** Those of one program. */
export const eventsOfProgram = (db: Database, clientId: string): SearchedEvents => ({
  async instantBack({ from, until }, events) {
    const [found] = await db.query<{ at: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit_events
       where client_id = ${clientId} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       order by audit_events.at desc offset ${events} limit 1`
    return found?.at
  },
  filtered: ({ from, until }, { name }, most) => db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from (select event_id, at, name, actor, citizen_id, client_id, session_id, address, request_id, operator, details from audit_events
             where client_id = ${clientId} and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
             order by at desc, event_id desc limit 200000) as slice
     where (${name}::text is null or name = ${name})
     order by slice.at desc, event_id desc limit ${most}`,
})

/** Those with one name that an index has. */
export const eventsNamed = (db: Database, name: string): SearchedEvents => ({
  async instantBack({ from, until }, events) {
    const [found] = await db.query<{ at: string }>`
      select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at from audit_events
       where name = ${name} and name not in ('program-entered', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'grant-revoked', 'citizen-brought') and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
       order by audit_events.at desc offset ${events} limit 1`
    return found?.at
  },
  filtered: ({ from, until }, { clientId }, most) => db.query<PlacedEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place
      from (select event_id, at, name, actor, citizen_id, client_id, session_id, address, request_id, operator, details from audit_events
             where name = ${name} and name not in ('program-entered', 'signed-in', 'sign-in-failed', 'signed-out', 'session-ended', 'grant-revoked', 'citizen-brought') and at >= ${from}::text::timestamptz and (at, event_id) < (${until.at}::text::timestamptz, ${until.eventId}::text::uuid)
             order by at desc, event_id desc limit 200000) as slice
     where (${clientId}::text is null or client_id = ${clientId})
     order by slice.at desc, event_id desc limit ${most}`,
})
