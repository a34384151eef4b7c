import { type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import {
  type OldestRow,
  type PurgeBatch,
  type PurgedBatch,
  type PurgedRow,
  purgedInSlices,
  purgedRows,
} from '../platform/postgres/purge.ts'
import type { AuditDay } from './audit-day.ts'

/** What is stored about the export of a day. */
export interface StoredExport {
  readonly day: string
  readonly events: number
  /** How many events the day had when its deletion began. Null before that. */
  readonly counted: number | null
  readonly isDeleted: boolean
}

/** The export of a day that was written. */
export interface DayExport {
  readonly day: AuditDay
  readonly events: number
  readonly sha256: string
}

/** Finds what is stored about the export of a day. */
export function findExport(db: Database, { name }: AuditDay): Promise<StoredExport | undefined> {
  return firstRow(db.query<StoredExport>`
    select day::text as day, events, counted, deleted_at is not null as "isDeleted"
      from audit_exports where day = ${name}::text::date`)
}

/** Stores that a day was exported. A second export of the day takes the place of the first one. */
export async function upsertExport(
  tx: Database,
  { day, events, sha256 }: DayExport,
  now: UnixSeconds,
): Promise<void> {
  await tx.query`
    insert into audit_exports (day, events, sha256, exported_at)
    values (${day.name}::text::date, ${events}, ${sha256}, to_timestamp(${now}))
    on conflict (day) do update set events = excluded.events, sha256 = excluded.sha256,
                                    exported_at = excluded.exported_at, counted = null, deleted_at = null`
}

/** The oldest day before this one that may be deleted: it was exported, and no event came late. */
export function findOldestDeletable(db: Database, before: AuditDay): Promise<StoredExport | undefined> {
  return firstRow(db.query<StoredExport>`
    select day::text as day, events, counted, false as "isDeleted" from audit_exports
     where day < ${before.name}::text::date and deleted_at is null and (counted is null or counted = events)
     order by day limit 1`)
}

/** Counts the events of a day. */
// plan: a day is what it counts.
export async function countEvents(db: Database, { beginsAt, endsAt }: AuditDay): Promise<number> {
  const counted = await firstRow(db.query<{ events: number }>`
    select count(*) as events from audit_events
     where at >= to_timestamp(${beginsAt}) and at < to_timestamp(${endsAt})`)
  return counted?.events ?? 0
}

/** Stores how many events a day had when its deletion began. */
export async function saveCount(db: Database, { name }: AuditDay, counted: number): Promise<void> {
  await db.query`
    update audit_exports set counted = ${counted} where day = ${name}::text::date and counted is null`
}

/** The instant of the oldest event from this one on. */
export async function findNextEventAt(db: Database, from: UnixSeconds): Promise<UnixSeconds | undefined> {
  const next = await firstRow(db.query<{ at: UnixSeconds }>`
    select floor(extract(epoch from at))::bigint as at from audit_events
     where at >= to_timestamp(${from}) order by audit_events.at limit 1`)
  return next?.at
}

/** Deletes a batch of the events of a day. */
// plan: on several servers it deletes a slice of seconds.
export async function deleteEvents(
  db: Database,
  { beginsAt, endsAt }: AuditDay,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  const from = unixSeconds(Math.max(beginsAt, batch.from))
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, endsAt, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(at)))::bigint as at from audit_events
         where at >= to_timestamp(${from}) and at < to_timestamp(${endsAt})`,
      deleteBetween: (since, until) => db.query`
        delete from audit_events where at >= to_timestamp(${since}) and at < to_timestamp(${until}) returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from audit_events
       where ctid = any (array(select ctid from audit_events
                                where at >= to_timestamp(${from}) and at < to_timestamp(${endsAt})
                                order by at limit ${batch.most} for update skip locked))
      returning at
    )
    select count(*)::int as removed, floor(extract(epoch from max(at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}

/** Stores that a day is deleted. False where another process has stored it before. */
export function saveDeleted(tx: Database, { name }: AuditDay, now: UnixSeconds): Promise<boolean> {
  return anyRow(tx.query`
    update audit_exports set deleted_at = to_timestamp(${now})
     where day = ${name}::text::date and deleted_at is null
    returning 1 as saved`)
}

/** What the role of this connection may do with events, beside reading and adding them. */
export interface AuditRights {
  readonly role: string
  readonly deletes: boolean
  readonly changes: boolean
}

/** Whether this role may delete events, or change what they say. An owner or a superuser may. */
export async function findRights(db: Database): Promise<AuditRights> {
  const found = await firstRow(db.query<AuditRights>`
    select current_user::text as role, has_table_privilege('audit_events', 'DELETE, TRUNCATE') as deletes,
           has_any_column_privilege('audit_events', 'UPDATE') as changes`)
  if (!found) throw new Error('PostgreSQL names no role')
  return found
}
