import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type FieldProblems, findCitizenIdByEmail, type GivenFields } from '../citizens/index.ts'
import { type Letter, postLetter } from '../mail/index.ts'
import { PATHS } from '../pages/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { mintToken } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Random, randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { Secret } from '../platform/secret.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { CONFIRM_PATH } from './enrollment-paths.ts'
import { REGISTRATION_LIFETIME_SECONDS, type Registration, readRegistration } from './registration.ts'
import { insertRegistration } from './registration-store.ts'

/** What asking for an account needs. */
export interface RequestRegistrationNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly baseUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
  readonly mail: { available(): boolean; wake(): void }
}

/** What was sent, in which language, from where; `unreadable` where nothing could be made of it. */
export interface RegistrationRequest {
  readonly given: Result<GivenFields, 'unreadable'>
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why nothing was sent; none of it depends on whether there is an account. */
export type RegistrationRefusal =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'invalid'; readonly problems: FieldProblems }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }
  | { readonly kind: 'mail-unavailable' }

/**
 * Sends whoever owns the address a link to set a password, or, if there is an account already, says so to its owner
 * alone. Whether there is one is looked up last of all, and from there on both cases take the same steps.
 */
export async function requestRegistration(
  needs: RequestRegistrationNeeds,
  { given, language, origin }: RegistrationRequest,
): Promise<Result<Registration, RegistrationRefusal>> {
  const fromHere = await needs.limits.spend('register-per-ip', origin.address)
  if (!fromHere.allowed) return refused({ kind: 'too-many', retryAfterSeconds: fromHere.retryAfterSeconds })
  if (!given.ok) return refused({ kind: 'unreadable' })
  const read = readRegistration(given.value)
  if (!read.ok) return refused({ kind: 'invalid', problems: read.refusal })
  if (!needs.mail.available()) return refused({ kind: 'mail-unavailable' })
  const toThere = await needs.limits.spend('register-per-email', read.value.email)
  if (!toThere.allowed) return refused({ kind: 'too-many', retryAfterSeconds: toThere.retryAfterSeconds })
  await needs.db.transaction((tx) => write({ ...needs, db: tx }, read.value, language, origin))
  needs.mail.wake()
  return accepted(read.value)
}

async function write(
  needs: RequestRegistrationNeeds,
  registration: Registration,
  language: string,
  origin: AuditOrigin,
): Promise<void> {
  const ownerId = await findCitizenIdByEmail(needs.db, registration.email)
  const createdAt = needs.clock.now()
  const expiresAt = plusSeconds(createdAt, REGISTRATION_LIFETIME_SECONDS)
  const { value, citizenId, hash } = mintToken(needs.random, 'registration-link', randomUuid(needs.random))
  await insertRegistration(needs.db, { ...registration, citizenId, hash, language, createdAt, expiresAt })
  const link = new Secret(`${needs.baseUrl}${CONFIRM_PATH}?link=${value.reveal()}`)
  const { email: address, fullName } = registration
  const to = { name: ownerId === undefined ? fullName : '', address }
  await postLetter(needs, ownerId === undefined ? { kind: 'registration', link } : alreadyRegistered(needs), {
    to,
    language,
    expiresAt,
  })
  await appendEvent(
    needs,
    ownerId === undefined
      ? { name: 'registration-requested', origin }
      : { name: 'registration-for-existing-account', origin, citizenId: ownerId },
  )
}

function alreadyRegistered({ baseUrl }: RequestRegistrationNeeds): Letter {
  return {
    kind: 'already-registered',
    signInAddress: baseUrl + PATHS.login,
    recoverAddress: baseUrl + PATHS.recover,
  }
}
