import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Citizen } from './citizen.ts'

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
     where email = any (${arrayOf(emails)}::text[]) and (reserved_until is null or reserved_until > to_timestamp(${now}))`
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

/**
 * Stores accounts and their addresses. An address that another account has meanwhile is left to it, and its account is not stored: returns
 * the internal ids of those that were. No two of them have the same address.
 */
export async function insertCitizens(
  tx: Database,
  citizens: readonly Citizen[],
  now: UnixSeconds,
): Promise<ReadonlySet<string>> {
  const claimed = await tx.query<{ citizenId: string }>`
    insert into login_emails as held (email, citizen_id)
    select email, citizen_id
      from unnest(${arrayOf(citizens.map(({ email }) => email))}::text[],
                  ${arrayOf(citizens.map(({ citizenId }) => citizenId))}::text::uuid[]) as given (email, citizen_id)
    on conflict (email) do update set citizen_id = excluded.citizen_id, reserved_until = null
     where held.reserved_until <= to_timestamp(${now})
    returning citizen_id as "citizenId"`
  const stored = new Set(claimed.map(({ citizenId }) => citizenId))
  await insertRows(
    tx,
    citizens.filter(({ citizenId }) => stored.has(citizenId)),
  )
  return stored
}

async function insertRows(tx: Database, citizens: readonly Citizen[]): Promise<void> {
  const all = <Value extends string | number>(read: (citizen: Citizen) => Value) =>
    arrayOf(citizens.map(read))
  await tx.query`
    insert into citizens (citizen_id, subject, email, email_verified, full_name, phone_number, language,
                          standing, security_version, password_hash, password_changed_at, created_at)
    select citizen_id, subject, email, email_verified, full_name, phone_number, language,
           standing, security_version, password_hash, to_timestamp(created_at), to_timestamp(created_at)
      from unnest(${all(({ citizenId }) => citizenId)}::text::uuid[], ${all(({ subject }) => subject)}::text::uuid[],
                  ${all(({ email }) => email)}::text[],
                  ${all(({ emailVerified }) => String(emailVerified))}::text::boolean[],
                  ${all(({ fullName }) => fullName)}::text[], ${all(({ phoneNumber }) => phoneNumber)}::text[],
                  ${all(({ language }) => language)}::text[], ${all(({ standing }) => standing)}::text[],
                  ${all(({ securityVersion }) => securityVersion)}::text::integer[],
                  ${all(({ passwordHash }) => passwordHash)}::text[],
                  ${all(({ createdAt }) => createdAt)}::text::bigint[])
        as given (citizen_id, subject, email, email_verified, full_name, phone_number, language, standing,
                  security_version, password_hash, created_at)`
}
