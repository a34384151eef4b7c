import type { Citizen } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** Any number that no other lock of this database has. */
const IMPORT_LOCK = 709_197_011

/** Makes this connection the one that imports, until it is closed. False where another one does. */
export async function lockImports(session: Database): Promise<boolean> {
  const [got] = await session.query<{ isMine: boolean }>`
    select pg_try_advisory_lock(${IMPORT_LOCK}) as "isMine"`
  return got?.isMine === true
}

/** The addresses and subjects of the lines so far. */
export interface SeenKeys {
  /** Adds these. Returns those that no line before has. */
  add(keys: readonly string[]): Promise<Set<string>>
}

/** Remembers them in a temporary table of this connection, so that the memory of the command does not grow with the file. */
export async function startSeenKeys(session: Database): Promise<SeenKeys> {
  await session.query`create table pg_temp.seen_keys (key text primary key)`
  return {
    add: async (keys) => {
      const added = await session.query<{ key: string }>`
        insert into pg_temp.seen_keys select unnest(${arrayOf(keys)}::text[]) on conflict do nothing returning key`
      return new Set(added.map(({ key }) => key))
    },
  }
}

/** An account that holds an address. */
export interface Holder {
  readonly email: string
  readonly citizenId: string
  readonly isReserved: boolean
}

/** The accounts that keep others from these addresses: they sign in with them, or the addresses are reserved for them. */
export function findHolders(
  db: Database,
  emails: readonly string[],
  now: UnixSeconds,
): Promise<readonly Holder[]> {
  return db.query<Holder>`
    select email, citizen_id as "citizenId", reserved_until is not null as "isReserved" from login_emails
     where email = any (${arrayOf(emails)}::text[]) and (reserved_until is null or reserved_until > least(to_timestamp(${now}), now()))`
}

/** Those of these subjects that an account has, with its internal id. A closed account keeps its subject for ever. */
export function findAccountsBySubject(
  db: Database,
  subjects: readonly string[],
): Promise<readonly { readonly subject: string; readonly citizenId: string }[]> {
  return db.query<{ subject: string; citizenId: string }>`
    select subject, citizen_id as "citizenId" from citizens
     where subject = any (${arrayOf(subjects)}::text::uuid[])`
}

/** An account, and what is known of its suspension. */
export interface ListedCitizen extends Citizen {
  readonly suspendedSince: UnixSeconds | null
  readonly suspendedUntil: UnixSeconds | null
  readonly suspensionCause: string | null
}

/** The next accounts after an internal id, in the order of the ids, without those that are closed. */
export function listCitizensAfter(
  db: Database,
  after: string,
  most: number,
): Promise<readonly ListedCitizen[]> {
  return db.query<ListedCitizen>`
    select c.citizen_id as "citizenId", subject, email, email_verified as "emailVerified", full_name as "fullName",
           phone_number as "phoneNumber", language, standing, security_version as "securityVersion",
           password_hash as "passwordHash", extract(epoch from created_at)::bigint as "createdAt",
           extract(epoch from s.since)::bigint as "suspendedSince", extract(epoch from s.ends_at)::bigint as "suspendedUntil",
           s.cause as "suspensionCause"
      from citizens c left join suspensions s on s.citizen_id = c.citizen_id and c.standing = 'suspended'
     where c.citizen_id > ${after} and standing <> 'closed' order by c.citizen_id limit ${most}`
}
