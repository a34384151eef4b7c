import type { LoadAccount } from '@portico/program'
import { loadBySelect, type PgClientLike, type PgPoolLike } from '@portico/program/postgres'
import { type Database, rowsOf } from '../platform/database.ts'
import type { Account } from './account.ts'

/** A new account. */
export interface NewAccount {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly createdAt: Date
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads an account. A guarded request gets it in the statement that reads its session. */
export function accountLoader(pool: PgPoolLike): LoadAccount<Account, PgClientLike> {
  return loadBySelect<Account>(
    pool,
    `select id, name, email, language, is_permit_officer as "isPermitOfficer" from accounts where id = $account_id::uuid`,
  )
}

/** Adds an account for a citizen who signs in centrally. Another account may have the same address. */
export async function insertCentralAccount(
  db: Database,
  { id, name, email, language, createdAt }: NewAccount & Pick<Account, 'language'>,
): Promise<void> {
  await db.query(`insert into accounts (id, name, email, language, created_at) values ($1, $2, $3, $4, $5)`, [
    id,
    name,
    email,
    language,
    createdAt,
  ])
}

/** Copies name, address and language from the central account. Roles are not copied. */
export async function refreshContact(
  db: Database,
  { id, name, email, language }: Pick<Account, 'id' | 'name' | 'email' | 'language'>,
): Promise<void> {
  await db.query(`update accounts set name = $2, email = $3, language = $4 where id = $1`, [
    id,
    name,
    email,
    language,
  ])
}

/** Adds an account with a password. False if the address has an account. */
export async function insertOldAccount(
  db: Database,
  { id, name, email, createdAt, passwordHash }: NewAccount & { readonly passwordHash: string },
): Promise<boolean> {
  const inserted = await rowsOf(
    db,
    `insert into accounts (id, name, email, password_hash, created_at)
     select $1, $2, $3, $4, $5 where not exists (select from accounts where email = $3)
         on conflict (email) where password_hash is not null do nothing
     returning id`,
    [id, name, email, passwordHash, createdAt],
  )
  return inserted.length > 0
}

/** The account with this address and a password, or null. A linked account has no password. */
export async function findPassword(
  db: Database,
  email: string,
): Promise<{ accountId: string; passwordHash: string } | null> {
  const [found] = await rowsOf<{ accountId: string; passwordHash: string }>(
    db,
    `select id as "accountId", password_hash as "passwordHash"
       from accounts where email = $1 and password_hash is not null`,
    [email],
  )
  return found ?? null
}

/** Removes the password of a linked account. */
export async function removePassword(db: Database, accountId: string): Promise<void> {
  await db.query(`update accounts set password_hash = null where id = $1`, [accountId])
}

/** Gives an account the role of a permit officer, or removes it. False if the account does not exist. */
export async function setPermitOfficer(
  db: Database,
  accountId: string,
  isPermitOfficer: boolean,
): Promise<boolean> {
  if (!UUID.test(accountId)) return false
  const changed = await rowsOf(db, `update accounts set is_permit_officer = $2 where id = $1 returning id`, [
    accountId,
    isPermitOfficer,
  ])
  return changed.length > 0
}
