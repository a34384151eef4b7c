import { randomUUID } from 'node:crypto'
import { findPassword } from '../accounts/account-store.ts'
import type { Database } from '../platform/database.ts'
import type { Clock } from '../platform/system-clock.ts'
import { insertOldSession } from './old-session-store.ts'
import { hashOldToken, OLD_SESSION_SECONDS, randomOldToken } from './old-token.ts'
import { isPassword } from './password.ts'

/** The old sign-in. Returns a token for the right password, or else null. A linked account has no password. */
export async function openOldSession(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { email, password }: { readonly email: string; readonly password: string },
): Promise<string | null> {
  const found = await findPassword(db, email)
  if (!(await isPassword(password, found?.passwordHash)) || !found) return null
  const token = randomOldToken()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + OLD_SESSION_SECONDS * 1000)
  const session = { ...found, id: randomUUID(), tokenHash: hashOldToken(token), createdAt, expiresAt }
  return (await insertOldSession(db, session)) ? token : null
}
