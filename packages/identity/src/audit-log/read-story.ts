import type { Database } from '../platform/postgres/database.ts'
import { type StoredEvent, withSubjects } from './audit-log-store.ts'
import type { RecordedEvent } from './listed-event.ts'

/** A look of an operator at an account. */
export interface AccountLook {
  readonly eventId: string
  /** ISO 8601, in UTC. */
  readonly at: string
  /** The name of the operator. Null in events of earlier releases. */
  readonly operator: string | null
}

/** What happened with an account, and who looked at it meanwhile. Both have the newest first. */
export interface Story {
  /** The newest events that are no looks. */
  readonly events: readonly RecordedEvent[]
  /** The looks since the oldest of them. Where these are all events of the account, all its looks. */
  readonly looks: readonly AccountLook[]
}

/**
 * Reads the story of an account: at most so many events, whatever looks are between them. Of an account it looks at the newest thousand events, and at a thousand
 * looks: the planner has to know the numbers, so they are in the text.
 */
export async function readStory(
  { db }: { readonly db: Database },
  { citizenId, most }: { readonly citizenId: string; readonly most: number },
): Promise<Story> {
  const events = await findOtherEvents(db, citizenId, most)
  const oldest = events.length < most ? undefined : events.at(-1)
  const looks = await findLooks(db, citizenId, oldest?.at ?? '-infinity')
  return { events: await withSubjects(db, events), looks }
}

function findOtherEvents(db: Database, citizenId: string, most: number): Promise<readonly StoredEvent[]> {
  return db.query<StoredEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address,
           request_id as "requestId", operator, details
      from (select event_id, at, name, actor, citizen_id, client_id, session_id, address, request_id, operator, details
              from audit_events where citizen_id = ${citizenId}
             order by audit_events.at desc, event_id desc limit 1000) as newest
     where name <> 'operator-looked'
     order by newest.at desc, event_id desc limit ${most}`
}

function findLooks(db: Database, citizenId: string, since: string): Promise<readonly AccountLook[]> {
  return db.query<AccountLook>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, operator
      from audit_events
     where citizen_id = ${citizenId} and at >= ${since}::text::timestamptz and name = 'operator-looked'
     order by audit_events.at desc, event_id desc limit 1000`
}
