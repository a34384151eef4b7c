import { randomUUID } from 'node:crypto'
import { insertOldAccount } from '../accounts/account-store.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { hashPassword } from './password.ts'

/** What somebody registers with. */
export interface Registration {
  readonly email: string
  readonly password: string
  readonly full_name: string
}

/** Adds an account of the old kind; null where the address has an account here. */
export async function registerOldAccount(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { email, password, full_name: name }: Registration,
): Promise<string | null> {
  const account = { id: randomUUID(), name, email, createdAt: clock.now() }
  const passwordHash = await hashPassword(password)
  return (await insertOldAccount(db, { ...account, passwordHash })) ? account.id : null
}
