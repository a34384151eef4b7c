import { randomUUID } from 'node:crypto'
import { insertOldAccount, setPermitOfficer } from './accounts/account-store.ts'
import { emailAddress } from './http/fields.ts'
import { hashPassword } from './old-accounts/password.ts'
import { createSchema, type Database, openPool } from './platform/database.ts'
import { systemClock } from './platform/system-clock.ts'

/** Gives or removes the staff role. Only a command on this machine calls it. False if the account does not exist. */
export const setOfficer = (
  databaseUrl: string,
  accountId: string,
  isPermitOfficer: boolean,
): Promise<boolean> => onDatabase(databaseUrl, (db) => setPermitOfficer(db, accountId, isPermitOfficer))

/** An account from before the central sign-in. The operator has checked its address. */
export interface OldAccount {
  readonly email: string
  readonly name: string
  readonly password: string
}

/** Adds an old account. Only a command calls it. If the address has an account already, nothing changes. */
export async function addOldAccount(
  databaseUrl: string,
  { email, name, password }: OldAccount,
): Promise<'added' | 'taken' | 'no-address'> {
  const address = emailAddress(email)
  if (!address.ok) return 'no-address'
  const account = { id: randomUUID(), name, email: address.value, createdAt: systemClock.now() }
  const passwordHash = await hashPassword(password)
  const isAdded = await onDatabase(databaseUrl, (db) => insertOldAccount(db, { ...account, passwordHash }))
  return isAdded ? 'added' : 'taken'
}

async function onDatabase<Value>(
  databaseUrl: string,
  work: (db: Database) => Promise<Value>,
): Promise<Value> {
  const pool = openPool(databaseUrl)
  try {
    await createSchema(pool)
    return await work(pool)
  } finally {
    await pool.end()
  }
}
