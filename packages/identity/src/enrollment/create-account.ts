import { forgetFailures } from '../attempts/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { insertCitizen } from '../citizens/index.ts'
import { checkNewPassword, type PasswordHasher, type PasswordProblem } from '../passwords/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Random, randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { findWaitingRegistration } from './find-waiting-registration.ts'
import { takeRegistration } from './registration-store.ts'

/** What making an account needs. */
export interface CreateAccountNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly passwords: PasswordHasher
  readonly passwordMinLength: number
  /** The names of the service and of the programs, which no password may be made of. */
  namesHere(): Promise<readonly string[]>
}

/** The mailed link, and the first password. */
export interface FirstPassword {
  readonly link: string
  readonly password: string
  readonly origin: AuditOrigin
}

/** Why there is no account; only `link-invalid` is for good. */
export type CreateAccountRefusal = 'link-invalid' | 'busy' | PasswordProblem

/**
 * Makes the account that waits under a mailed link, with its address proven, its first password set and nothing that was guessed at the address before. A refused
 * password leaves the link good; of all who use the link at once, one gets the account.
 */
export async function createAccount(
  needs: CreateAccountNeeds,
  { link, password, origin }: FirstPassword,
): Promise<Result<void, CreateAccountRefusal>> {
  const key = readToken('registration-link', link)
  const waiting = key && (await findWaitingRegistration(needs, link))
  if (!waiting) return refused('link-invalid')
  const namesHere = await needs.namesHere()
  const problem = await checkNewPassword(password, {
    minLength: needs.passwordMinLength,
    namesHere,
    ...waiting,
  })
  if (problem) return refused(problem)
  const hashed = await needs.passwords.hash(password)
  if (!hashed.ok) return hashed
  return needs.db.transaction((tx) => write({ ...needs, db: tx }, key, hashed.value, origin))
}

async function write(
  { db, clock, random }: CreateAccountNeeds,
  key: TokenKey,
  passwordHash: string,
  origin: AuditOrigin,
): Promise<Result<void, 'link-invalid'>> {
  const now = clock.now()
  const registration = await takeRegistration(db, key, now)
  if (!registration) return refused('link-invalid')
  const made = await insertCitizen(db, {
    ...registration,
    citizenId: key.citizenId,
    subject: randomUuid(random),
    emailVerified: true,
    standing: 'active',
    securityVersion: 1,
    passwordHash,
    createdAt: now,
  })
  if (!made) return refused('link-invalid')
  await forgetFailures(db, registration.email)
  await appendEvent({ db, clock, random }, { name: 'account-created', origin, citizenId: key.citizenId })
  return accepted(undefined)
}
