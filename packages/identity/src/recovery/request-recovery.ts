import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import {
  type Citizen,
  type FieldProblems,
  findCitizen,
  findCitizenIdByEmail,
  type GivenFields,
  readEmail,
  readFields,
} from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { mintToken } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Random, randomUuid } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { Secret } from '../platform/secret.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { insertRecoveryLink } from './recovery-link-store.ts'
import { CONFIRM_PATH } from './recovery-paths.ts'

/** What asking for a recovery needs. */
export interface RequestRecoveryNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly baseUrl: string
  readonly limits: Pick<RateLimits, 'spend'>
  readonly mail: { available(): boolean; wake(): void }
}

/** What was sent, in which language, from where; `unreadable` where nothing could be made of it. */
export interface RecoveryRequest {
  readonly given: Result<GivenFields, 'unreadable'>
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why nothing was sent; none of it depends on whether there is an account. */
export type RecoveryRefusal =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'invalid'; readonly problems: FieldProblems }
  | { readonly kind: 'too-many'; readonly retryAfterSeconds: number }
  | { readonly kind: 'mail-unavailable' }

/** How long a mailed recovery link works (contract section 8). */
export const RECOVERY_LIFETIME_SECONDS = 30 * 60

/**
 * Sends the owner of an active account a link to a new password. For every other address the same steps are taken
 * under an id that nobody has, with a letter that is thrown away.
 */
export async function requestRecovery(
  needs: RequestRecoveryNeeds,
  { given, language, origin }: RecoveryRequest,
): Promise<Result<{ readonly email: string }, RecoveryRefusal>> {
  const fromHere = await needs.limits.spend('recover-per-ip', origin.address)
  if (!fromHere.allowed) return refused({ kind: 'too-many', retryAfterSeconds: fromHere.retryAfterSeconds })
  if (!given.ok) return refused({ kind: 'unreadable' })
  const read = readFields<{ email: string }>(given.value, { email: readEmail })
  if (!read.ok) return refused({ kind: 'invalid', problems: read.refusal })
  const { email } = read.value
  if (!needs.mail.available()) return refused({ kind: 'mail-unavailable' })
  const toThere = await needs.limits.spend('recover-per-email', email)
  if (!toThere.allowed) return refused({ kind: 'too-many', retryAfterSeconds: toThere.retryAfterSeconds })
  await needs.db.transaction((tx) => write({ ...needs, db: tx }, email, language, origin))
  needs.mail.wake()
  return accepted({ email })
}

async function write(
  needs: RequestRecoveryNeeds,
  email: string,
  language: string,
  origin: AuditOrigin,
): Promise<void> {
  const { citizenId, securityVersion, fullName, kind } = await findOwner(needs, email)
  const createdAt = needs.clock.now()
  const expiresAt = plusSeconds(createdAt, RECOVERY_LIFETIME_SECONDS)
  const { value, hash } = mintToken(needs.random, 'recovery-link', citizenId)
  await insertRecoveryLink(needs.db, { citizenId, hash, securityVersion, createdAt, expiresAt })
  const link = new Secret(`${needs.baseUrl}${CONFIRM_PATH}?link=${value.reveal()}`)
  const envelope = { to: { name: fullName, address: email }, language, expiresAt }
  await postLetter(needs, kind === 'active' ? { kind: 'recovery', link } : { kind: 'decoy' }, envelope)
  await appendEvent(needs, { name: 'recovery-requested', origin, ...(kind === 'active' && { citizenId }) })
}

interface Owner extends Pick<Citizen, 'citizenId' | 'securityVersion' | 'fullName'> {
  readonly kind: 'active' | 'nobody'
}

/** Whoever may recover by this address; where there is none, somebody who is not, found by the same statements. */
async function findOwner({ db, random }: RequestRecoveryNeeds, email: string): Promise<Owner> {
  const nobody = { citizenId: randomUuid(random), securityVersion: 1, fullName: '', kind: 'nobody' } as const
  const citizen = await findCitizen(db, (await findCitizenIdByEmail(db, email)) ?? nobody.citizenId)
  return citizen?.standing === 'active' ? { ...citizen, kind: 'active' } : nobody
}
