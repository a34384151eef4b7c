import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Seal } from './seal.ts'

/** Of the ids, those whose event is there. */
export async function findThere(db: Database, ids: string): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>`
    select event_id as id from audit_events where event_id = any (${ids}::text::uuid[])`
  return found.map(({ id }) => id)
}

/** A day, and the horizon of the newest seal. */
export interface SealedDay {
  readonly from: UnixSeconds
  readonly until: UnixSeconds
  readonly sealedBelow: number
}

/** How many events a day has that have to be sealed. */
// plan: a day is what it counts.
export async function countSealable(db: Database, { from, until, sealedBelow }: SealedDay): Promise<number> {
  const counted = await firstRow(db.query<{ events: number }>`
    select count(*)::int as events from audit_events
     where at >= to_timestamp(${from}) and at < to_timestamp(${until}) and coalesce(written_in::text::bigint, 0) < ${sealedBelow}`)
  return counted?.events ?? 0
}

/** Their ids. */
// plan: a day is what it reads, and only where a day has too many.
export async function findSealable(
  db: Database,
  { from, until, sealedBelow }: SealedDay,
): Promise<readonly string[]> {
  const found = await db.query<{ id: string }>`
    select event_id as id from audit_events
     where at >= to_timestamp(${from}) and at < to_timestamp(${until}) and coalesce(written_in::text::bigint, 0) < ${sealedBelow}
     order by audit_events.at`
  return found.map(({ id }) => id)
}

/** The ids that the seals of a chain have of a day. */
export async function findSealedIds(db: Database, chain: string, day: string): Promise<readonly Buffer[]> {
  const found = await db.query<{ ids: Buffer }>`
    select event_ids as ids from audit_seals where chain = ${chain} and day = ${day}::text::date`
  return found.map(({ ids }) => ids)
}

/** The seals that let go of a day: its events are deleted, or are being deleted. */
export function findAllLetGo(db: Database): Promise<Pick<Seal, 'day' | 'hash' | 'mac'>[]> {
  return db.query<Pick<Seal, 'day' | 'hash' | 'mac'>>`
    select day::text as day, hash, mac from audit_seals where kind = 'let-go'`
}

/** A seal that somebody may know by its hash. */
export type KnownSeal = Pick<Seal, 'number' | 'hash' | 'mac' | 'sealedAt'>

/** The seals with this hash. */
export function findByHash(db: Database, hash: Buffer): Promise<KnownSeal[]> {
  return db.query<KnownSeal>`
    select number, hash, mac, extract(epoch from sealed_at)::bigint as "sealedAt" from audit_seals where hash = ${hash}`
}

/** The last seal of a day (UTC). */
export interface Closing {
  readonly day: string
  readonly number: number
  readonly hash: Buffer
}

/** The last seal that was made on each of these days. */
export function findClosings(db: Database, from: UnixSeconds, until: UnixSeconds): Promise<Closing[]> {
  return db.query<Closing>`
    select distinct on (day) (sealed_at at time zone 'UTC')::date::text as day, number, hash from audit_seals
     where sealed_at >= to_timestamp(${from}) and sealed_at < to_timestamp(${until})
     order by day, number desc, chain desc`
}
