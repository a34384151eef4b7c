import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { preferIndexes } from '../platform/postgres/prefer-indexes.ts'
import type { Serializable } from '../platform/postgres/values.ts'

/** Numbers of transactions: from the first one on, and below the second one. */
export interface Transactions {
  readonly from: number
  readonly below: number
}

/** The events of one day, by their ids: 16 bytes each, in order. */
export interface EventsOfDay {
  readonly day: string
  readonly ids: Buffer
}

/** The events of these transactions, by their days. One more than `most` where there are more. */
// plan: its transaction plans no sequential scan (preferIndexes), so it reads the pages that audit_events_by_writing names.
export function findWritten(
  db: Database,
  { from, below }: Transactions,
  most: number,
): Promise<EventsOfDay[]> {
  return db.query<EventsOfDay>`
    select day::text as day, string_agg(uuid_send(event_id), ''::bytea order by event_id) as ids
      from (select (at at time zone 'UTC')::date as day, event_id from audit_events
             where written_in::text::bigint >= ${from} and written_in::text::bigint < ${below} limit ${most + 1}) as found
     group by day order by day`
}

/** An instant with microseconds, and an event of it. */
export interface WalkPlace {
  readonly at: string
  readonly id: string
}

/**
 * The next events that are older than a chain, by their time and by their days, and where to go on. The number of the transaction is no range here, so that the index by time is the only
 * one.
 */
// plan: a round asks for at most so many, and sorts these.
export function findOlder(
  db: Database,
  { at, id }: WalkPlace,
  { below, most }: { readonly below: number; readonly most: number },
): Promise<(EventsOfDay & WalkPlace & { readonly found: number })[]> {
  return db.query<EventsOfDay & WalkPlace & { found: number }>`
    with found as materialized (
      select at, event_id, (at at time zone 'UTC')::date as day from audit_events
       where (at, event_id) > (${at}::text::timestamptz, ${id}::text::uuid) and coalesce(written_in::text::bigint, 0) < ${below}
       order by at, event_id limit ${most}
    )
    select day::text as day, string_agg(uuid_send(event_id), ''::bytea order by event_id) as ids,
           (array_agg(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') order by at desc, event_id desc))[1] as at,
           (array_agg(event_id order by at desc, event_id desc))[1] as id, (select count(*)::int from found) as found
      from found group by day order by day`
}

/** What a seal says of its events, as they are now. */
export interface EventsDigest {
  readonly events: number
  readonly digest: Buffer
  readonly firstAt: UnixSeconds | null
  readonly lastAt: UnixSeconds | null
}

/** Hashes events: each as an array of what it has, and all in the order of their ids. `filed_under` and `written_in` say where an event is, and not what happened. */
export async function digestEvents(db: Database, ids: Serializable): Promise<EventsDigest> {
  const found = await firstRow(db.query<EventsDigest>`
    select count(*)::int as events, min(floor(extract(epoch from at)))::bigint as "firstAt", max(floor(extract(epoch from at)))::bigint as "lastAt",
           sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(event_id, (extract(epoch from at) * 1000000)::bigint, name, actor, citizen_id, client_id,
                                                                          session_id, address, request_id, operator, details)::text, 'UTF8')),
                                      ''::bytea order by event_id), '')) as digest
      from audit_events where event_id = any (${ids}::text::uuid[])`)
  if (!found) throw new Error('PostgreSQL counts nothing')
  return found
}

/** The time of the oldest of the events that are written and not sealed. */
export function findOldestFrom(db: Database, from: number): Promise<UnixSeconds | undefined> {
  return db.transaction(async (tx) => {
    await preferIndexes(tx)
    return oldestFrom(tx, from)
  })
}

// plan: its transaction plans no sequential scan (preferIndexes), so it reads the pages that audit_events_by_writing names.
async function oldestFrom(tx: Database, from: number): Promise<UnixSeconds | undefined> {
  const found = await firstRow(tx.query<{ at: UnixSeconds | null }>`
    select min(floor(extract(epoch from at)))::bigint as at from audit_events where written_in::text::bigint >= ${from}`)
  return found?.at ?? undefined
}
