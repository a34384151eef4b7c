import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, insertCitizen } from '../citizens/index.ts'
import { deleteFailures } from '../guesses/index.ts'
import { spendRegistration, type WaitingRegistration } from '../mailed-links/index.ts'
import { checkNewPassword, type NewPasswordNeeds, type NewPasswordRefusal } from '../passwords/index.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  type EnterByPasswordNeeds,
  enterByNewPassword,
  type PasswordEntrant,
  type PasswordSignIn,
} from '../sign-in/index.ts'

/** The hasher, the rules of passwords, and what signs in. */
export type CreateAccountNeeds = NewPasswordNeeds & EnterByPasswordNeeds

/** The first password, and the browser that sent it. */
export interface FirstPassword {
  readonly password: string
  readonly origin: AuditOrigin & { readonly address: string }
  /** The same browser, where it is the one that asked for the link: it is signed in. */
  readonly entrant?: PasswordEntrant | undefined
}

/** Why no account was made. Only `link-invalid` is permanent. */
export type CreateAccountRefusal = 'link-invalid' | 'busy' | NewPasswordRefusal

/**
 * Makes the account of a registration link, with a verified address and its first password, and deletes the failed
 * guesses at the address. A refused password leaves the link valid. One of several concurrent uses makes the account. The browser that
 * asked for the link is signed in with the same transaction.
 */
export async function createAccount(
  needs: CreateAccountNeeds,
  { key, registration }: WaitingRegistration,
  chosen: FirstPassword,
): Promise<Result<PasswordSignIn | undefined, CreateAccountRefusal>> {
  const { password, origin } = chosen
  const judged = { password, countedFor: key.citizenId, address: origin.address }
  const problem = await checkNewPassword(needs, judged, registration)
  if (problem) return refused(problem)
  const hashed = await needs.passwords.hash(password)
  if (!hashed.ok) return hashed
  return needs.db.transaction((tx) => write({ ...needs, db: tx }, key, hashed.value, chosen))
}

async function write(
  needs: EnterByPasswordNeeds,
  key: TokenKey,
  passwordHash: string,
  { origin, entrant }: FirstPassword,
): Promise<Result<PasswordSignIn | undefined, 'link-invalid'>> {
  const { db, clock, random } = needs
  const registration = await spendRegistration(needs, key)
  if (!registration) return refused('link-invalid')
  const citizen: Citizen = {
    ...registration,
    citizenId: key.citizenId,
    subject: randomUuid(random),
    emailVerified: true,
    standing: 'active',
    securityVersion: 1,
    passwordHash,
    createdAt: clock.now(),
  }
  if (!(await insertCitizen(db, citizen))) return refused('link-invalid')
  await deleteFailures(db, registration.email)
  await appendEvent(needs, { name: 'account-created', origin, citizenId: key.citizenId })
  return accepted(entrant && (await enterByNewPassword(needs, citizen, entrant)))
}
