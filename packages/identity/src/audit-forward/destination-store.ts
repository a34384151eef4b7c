import type { SentClosing } from '../audit-seals/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import type { Destination, DestinationName, Fault, Place } from './destination.ts'

/** What is stored about a destination. Undefined before the first look. */
export function findDestination(db: Database, name: DestinationName): Promise<Destination | undefined> {
  return firstRow(db.query<Destination>`
    select destination as name, version, history, to_char(walked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "walkedAt",
           sent_transaction as transaction, sent_event as event, floor(extract(epoch from reached_at))::bigint as "reachedAt",
           closed_day::text as "closedDay", delivery_id as "deliveryId", delivery_events as "deliveryEvents",
           delivery_day::text as "deliveryDay", extract(epoch from due_at)::bigint as "dueAt", attempts, faults, events,
           delivered_id as "deliveredId", extract(epoch from delivered_at)::bigint as "deliveredAt"
      from audit_destinations where destination = ${name}`)
}

/** How far each destination has the seals of days. One to which nothing was ever sent is missing. */
export function findSentClosings(db: Database): Promise<readonly SentClosing[]> {
  return db.query<SentClosing>`
    select destination as by, closed_day::text as day, extract(epoch from closed_at)::bigint as at, attempts
      from audit_destinations order by destination`
}

/** The beginning of a destination: nothing of before is sent. */
export type Beginning = Pick<Destination, 'name' | 'history' | 'transaction' | 'event' | 'closedDay'>

/** Stores where a destination begins. Of several processes one does. */
export async function insertDestination(
  db: Database,
  { name, history, transaction, event, closedDay }: Beginning,
  now: UnixSeconds,
): Promise<void> {
  await db.query`
    insert into audit_destinations (destination, version, history, sent_transaction, sent_event, reached_at, closed_day, due_at, attempts, faults, events)
    values (${name}, 1, ${history}, ${transaction}, ${event}, to_timestamp(${now}), ${closedDay}::text::date, to_timestamp(${now}), 0, '[]', 0)
    on conflict do nothing`
}

/** A destination as it was read. A statement changes it only while it still is so. */
type Seen = Pick<Destination, 'name' | 'version'>

/** What is about to be sent. */
export interface Claim {
  readonly id: string
  readonly events: number
  readonly day: string | null
  readonly leaseEndsAt: UnixSeconds
}

/** Names the delivery that this process sends now. False where another process was sooner. */
export function claimDelivery(
  db: Database,
  { name, version }: Seen,
  { id, events, day, leaseEndsAt }: Claim,
): Promise<boolean> {
  return anyRow(db.query`
    update audit_destinations set version = version + 1, delivery_id = ${id}, delivery_events = ${events},
                                  delivery_day = ${day}::text::date, due_at = to_timestamp(${leaseEndsAt})
     where destination = ${name} and version = ${version} returning 1 as claimed`)
}

/** How far a destination has come with a delivery. */
export interface Reached extends Place {
  readonly closedDay: string
  /** The time of the newest event. Null where it has none. */
  readonly reachedAt: UnixSeconds | null
}

/** Stores that a delivery has arrived. */
export function saveDelivered(
  db: Database,
  { name, version }: Seen,
  { walkedAt, transaction, event, closedDay, reachedAt }: Reached,
  { id, events, now }: { readonly id: string; readonly events: number; readonly now: UnixSeconds },
): Promise<boolean> {
  return anyRow(db.query`
    update audit_destinations
       set version = version + 1, walked_at = ${walkedAt}::text::timestamptz, sent_transaction = ${transaction}, sent_event = ${event},
           closed_at = case when delivery_day is null then closed_at else to_timestamp(${now}) end, closed_day = ${closedDay}::text::date,
           reached_at = case when ${reachedAt}::bigint is null then reached_at else greatest(reached_at, least(to_timestamp(${reachedAt}::bigint), now())) end,
           delivery_id = null, delivery_events = null, delivery_day = null, due_at = to_timestamp(${now}), attempts = 0,
           events = audit_destinations.events + ${events}, delivered_id = ${id}, delivered_at = to_timestamp(${now})
     where destination = ${name} and version = ${version} returning 1 as saved`)
}

/** Stores that a delivery has failed, and when the next attempt is due. */
export function saveFault(
  db: Database,
  { name, version }: Seen,
  faults: readonly Fault[],
  dueAt: UnixSeconds,
): Promise<boolean> {
  return anyRow(db.query`
    update audit_destinations
       set version = version + 1, attempts = attempts + 1, faults = ${JSON.stringify(faults)}::text::jsonb, due_at = to_timestamp(${dueAt})
     where destination = ${name} and version = ${version} returning 1 as saved`)
}

/** Gives a delivery back that this process could not finish: it is due at once. */
export async function releaseDelivery(
  db: Database,
  { name, version }: Seen,
  now: UnixSeconds,
): Promise<void> {
  await db.query`
    update audit_destinations set version = version + 1, due_at = to_timestamp(${now})
     where destination = ${name} and version = ${version}`
}

/** Moves a destination without a delivery. */
export async function moveDestination(
  db: Database,
  { name, version }: Seen,
  { history, walkedAt, transaction, event, closedDay }: Place & Pick<Destination, 'history' | 'closedDay'>,
): Promise<void> {
  await db.query`
    update audit_destinations
       set version = version + 1, history = ${history}, walked_at = ${walkedAt}::text::timestamptz, sent_transaction = ${transaction},
           sent_event = ${event}, closed_day = ${closedDay}::text::date, delivery_id = null, delivery_events = null, delivery_day = null
     where destination = ${name} and version = ${version}`
}
