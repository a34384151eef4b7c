import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { insertCitizen } from '../citizens/index.ts'
import { deleteFailures } from '../guesses/index.ts'
import { spendRegistration, type WaitingRegistration } from '../mailed-links/index.ts'
import { checkNewPassword, type NewPasswordNeeds, type NewPasswordRefusal } from '../passwords/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'

/** The database, the hasher, and the rules of passwords. */
export type CreateAccountNeeds = Basics & NewPasswordNeeds

/** The first password, and the browser that sent it. */
export interface FirstPassword {
  readonly password: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why no account was made. Only `link-invalid` is permanent. */
export type CreateAccountRefusal = 'link-invalid' | 'busy' | NewPasswordRefusal

/**
 * Makes the account of a registration link, with a verified address and its first password, and deletes the failed
 * guesses at the address. A refused password leaves the link valid. One of several concurrent uses makes the account.
 */
export async function createAccount(
  needs: CreateAccountNeeds,
  { key, registration }: WaitingRegistration,
  { password, origin }: FirstPassword,
): Promise<Result<void, CreateAccountRefusal>> {
  const chosen = { password, countedFor: key.citizenId, address: origin.address }
  const problem = await checkNewPassword(needs, chosen, registration)
  if (problem) return refused(problem)
  const hashed = await needs.passwords.hash(password)
  if (!hashed.ok) return hashed
  return needs.db.transaction((tx) => write({ ...needs, db: tx }, key, hashed.value, origin))
}

async function write(
  needs: Basics,
  key: TokenKey,
  passwordHash: string,
  origin: AuditOrigin,
): Promise<Result<void, 'link-invalid'>> {
  const { db, clock, random } = needs
  const registration = await spendRegistration(needs, key)
  if (!registration) return refused('link-invalid')
  const made = await insertCitizen(db, {
    ...registration,
    citizenId: key.citizenId,
    subject: randomUuid(random),
    emailVerified: true,
    standing: 'active',
    securityVersion: 1,
    passwordHash,
    createdAt: clock.now(),
  })
  if (!made) return refused('link-invalid')
  await deleteFailures(db, registration.email)
  await appendEvent(needs, { name: 'account-created', origin, citizenId: key.citizenId })
  return accepted(undefined)
}
