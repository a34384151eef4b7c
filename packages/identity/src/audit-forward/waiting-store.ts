import type { StoredEvent } from '../audit-log/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Place } from './destination.ts'

/** An event that waits, and its own place. */
export type WaitingEvent = StoredEvent & {
  readonly transaction: number | null
  /** Its time: ISO 8601 with microseconds, and in whole seconds. */
  readonly place: string
  readonly second: UnixSeconds
}

/** Transactions: from one on, and below another one. */
export interface Between {
  readonly from: number
  readonly below: number
}

/** How many events of these transactions wait behind a place; one more than `most` where there are more. */
// plan: its transaction plans no sequential scan (preferIndexes), so it reads the pages that audit_events_by_writing names.
export async function countWritten(
  tx: Database,
  { transaction, event }: Place,
  { from, below }: Between,
  most: number,
): Promise<number> {
  const counted = await firstRow(tx.query<{ events: number }>`
    select count(*)::int as events from (
      select 1 from audit_events
       where written_in::text::bigint >= ${from} and written_in::text::bigint < ${below}
         and (written_in::text::bigint > ${transaction} or event_id > ${event}::text::uuid) limit ${most + 1}) as found`)
  return counted?.events ?? 0
}

/** The first events behind a place, in the order of their transactions, and in one transaction in the order of their ids. */
// plan: its transaction plans no sequential scan (preferIndexes), and its caller has counted what it sorts.
export function findWritten(
  tx: Database,
  { transaction, event }: Place,
  { below, most }: { readonly below: number; readonly most: number },
): Promise<WaitingEvent[]> {
  return tx.query<WaitingEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address, request_id as "requestId", operator, details,
           written_in::text::bigint as transaction, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
           floor(extract(epoch from at))::bigint as second
      from audit_events
     where written_in::text::bigint >= ${transaction} and written_in::text::bigint < ${below}
       and (written_in::text::bigint > ${transaction} or event_id > ${event}::text::uuid)
     order by audit_events.written_in, event_id limit ${most}`
}

/** The first events behind a time, of those that were written before the order of transactions begins. */
export function findOlder(
  tx: Database,
  { walkedAt, transaction, event }: Place,
  most: number,
): Promise<WaitingEvent[]> {
  return tx.query<WaitingEvent>`
    select event_id as "eventId", to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, name, actor,
           citizen_id as "citizenId", client_id as "clientId", session_id as "sessionId", address, request_id as "requestId", operator, details,
           written_in::text::bigint as transaction, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as place,
           floor(extract(epoch from at))::bigint as second
      from audit_events
     where (at, event_id) > (${walkedAt}::text::timestamptz, ${event}::text::uuid)
       and coalesce(written_in::text::bigint, 0) < ${transaction}
     order by audit_events.at, event_id limit ${most}`
}

/** What waits for a destination. */
export interface Waiting {
  /** At most `MOST_COUNTED`. */
  readonly events: number
  /** Null where nothing waits. */
  readonly oldestAt: UnixSeconds | null
}

/** A receiver that is away for long must not make each look longer. */
export const MOST_COUNTED = 100_000

/** What waits behind a place, also in transactions that are still waited for. */
// plan: its transaction plans no sequential scan (preferIndexes), and it reads at most MOST_COUNTED events.
export async function countWaiting(
  tx: Database,
  { walkedAt, transaction, event }: Place,
): Promise<Waiting | undefined> {
  return firstRow(tx.query<Waiting>`
    select count(*)::int as events, min(floor(extract(epoch from at)))::bigint as "oldestAt" from (
      (select at from audit_events
        where written_in::text::bigint >= ${transaction}
          and (written_in::text::bigint > ${transaction} or ${walkedAt}::text is not null or event_id > ${event}::text::uuid) limit ${MOST_COUNTED})
      union all
      (select at from audit_events
        where (at, event_id) > (${walkedAt}::text::timestamptz, ${event}::text::uuid) and coalesce(written_in::text::bigint, 0) < ${transaction}
        order by audit_events.at, event_id limit ${MOST_COUNTED})) as found`)
}

/** Whether one of the newest events of these seconds waits behind a place. */
export function hasWaiting(
  db: Database,
  { walkedAt, transaction, event }: Place,
  { from, until }: { readonly from: UnixSeconds; readonly until: UnixSeconds },
): Promise<boolean> {
  return anyRow(db.query`
    select 1 as waits from audit_events
     where at >= to_timestamp(${from}) and at < to_timestamp(${until})
       and (written_in::text::bigint > ${transaction} or (written_in::text::bigint = ${transaction} and event_id > ${event}::text::uuid)
            or (at, event_id) > (${walkedAt}::text::timestamptz, ${event}::text::uuid))
     order by audit_events.at desc, event_id desc limit 1`)
}
