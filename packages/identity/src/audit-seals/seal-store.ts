import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Seal } from './seal.ts'

/** Held by the one process that seals, until its transaction ends. */
const SEALING_LOCK = 0x706f7274_02

/** Takes the lock of sealing for this transaction. False where another process has it. */
export async function tryLock(tx: Database): Promise<boolean> {
  const taken = await firstRow(tx.query<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(${SEALING_LOCK}) as "isMine"`)
  return taken?.isMine === true
}

/** The same, and waits for it. */
export async function lock(tx: Database): Promise<void> {
  await tx.query`select pg_advisory_xact_lock(${SEALING_LOCK})`
}

/** The newest seal. */
export function findHead(db: Database): Promise<Seal | undefined> {
  return firstRow(db.query<Seal>`
    select number, chain, kind, day::text as day, events, sha256(event_ids) as "idsHash", digest,
           extract(epoch from first_at)::bigint as "firstAt", extract(epoch from last_at)::bigint as "lastAt",
           history, begun_below as "begunBelow", sealed_below as "sealedBelow",
           to_char(walked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "walkedAt", walked_id as "walkedId",
           heads, extract(epoch from sealed_at)::bigint as "sealedAt", hash, mac
      from audit_seals order by number desc, chain desc limit 1`)
}

/** The seal at a place. */
export function findSealAt(db: Database, { number, chain }: SealPlace): Promise<Seal | undefined> {
  return firstRow(db.query<Seal>`
    select number, chain, kind, day::text as day, events, sha256(event_ids) as "idsHash", digest,
           extract(epoch from first_at)::bigint as "firstAt", extract(epoch from last_at)::bigint as "lastAt",
           history, begun_below as "begunBelow", sealed_below as "sealedBelow",
           to_char(walked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "walkedAt", walked_id as "walkedId",
           heads, extract(epoch from sealed_at)::bigint as "sealedAt", hash, mac
      from audit_seals where number = ${number} and chain = ${chain}`)
}

/** The place of a seal in the order in which they are read. */
export type SealPlace = Pick<Seal, 'number' | 'chain'>

/** The seals of all chains behind a place. */
export function findSealsAfter(db: Database, after: SealPlace, most: number): Promise<Seal[]> {
  return db.query<Seal>`
    select number, chain, kind, day::text as day, events, sha256(event_ids) as "idsHash", digest,
           extract(epoch from first_at)::bigint as "firstAt", extract(epoch from last_at)::bigint as "lastAt",
           history, begun_below as "begunBelow", sealed_below as "sealedBelow",
           to_char(walked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "walkedAt", walked_id as "walkedId",
           heads, extract(epoch from sealed_at)::bigint as "sealedAt", hash, mac
      from audit_seals where (number, chain) > (${after.number}, ${after.chain}) order by number, chain limit ${most}`
}

/** The last seal of each chain, as a chain that begins names them. */
export async function findHeads(db: Database): Promise<string> {
  const found = await firstRow(db.query<{ heads: string }>`
    select coalesce(string_agg(concat_ws(' ', number, chain, encode(hash, 'hex')), e'\n' order by number, chain), '') as heads
      from (select distinct on (chain) number, chain, hash from audit_seals order by chain, number desc) as last`)
  return found?.heads ?? ''
}

/** Adds a seal to its chain. */
export async function insertSeal(tx: Database, seal: Seal, ids: Buffer): Promise<void> {
  await tx.query`
    insert into audit_seals (number, chain, kind, day, events, event_ids, digest, first_at, last_at, history, begun_below, sealed_below,
                             walked_at, walked_id, heads, sealed_at, hash, mac)
    values (${seal.number}, ${seal.chain}, ${seal.kind}, ${seal.day}::text::date, ${seal.events}, ${ids}, ${seal.digest},
            to_timestamp(${seal.firstAt}), to_timestamp(${seal.lastAt}), ${seal.history}, ${seal.begunBelow}, ${seal.sealedBelow},
            ${seal.walkedAt}::text::timestamptz, ${seal.walkedId}::text::uuid, ${seal.heads}, to_timestamp(${seal.sealedAt}),
            ${seal.hash}, ${seal.mac})`
}

/** The ids of some seals, by their places. */
export function findIds(
  db: Database,
  { numbers, chain }: { readonly numbers: string; readonly chain: string },
): Promise<{ number: number; ids: Buffer }[]> {
  return db.query<{ number: number; ids: Buffer }>`
    select number, event_ids as ids from audit_seals
     where number = any (${numbers}::text::bigint[]) and chain = ${chain} order by number`
}

/** The last seal that was made before an instant. */
export function findLastBefore(
  db: Database,
  end: UnixSeconds,
): Promise<Pick<Seal, 'number' | 'hash' | 'sealedAt'> | undefined> {
  return firstRow(db.query<Pick<Seal, 'number' | 'hash' | 'sealedAt'>>`
    select number, hash, extract(epoch from sealed_at)::bigint as "sealedAt" from audit_seals
     where sealed_at < to_timestamp(${end}) order by number desc, chain desc limit 1`)
}

/** The seals that let go of the events of a day. */
export function findLetGoOf(db: Database, day: string): Promise<Pick<Seal, 'hash' | 'mac'>[]> {
  return db.query<Pick<Seal, 'hash' | 'mac'>>`
    select hash, mac from audit_seals where kind = 'let-go' and day = ${day}::text::date`
}
