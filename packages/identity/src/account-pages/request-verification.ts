import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { mintToken } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { Secret } from '../platform/secret.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { insertVerificationLink } from './verification-link-store.ts'
import { CONFIRM_PATH } from './verification-paths.ts'

/** What asking for a verification link needs. */
export interface RequestVerificationNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly baseUrl: string
  readonly limits: RateLimits
  readonly mail: { available(): boolean; wake(): void }
}

/** Who asks, in which language, from where. */
export interface VerificationRequest {
  readonly citizen: Citizen
  readonly language: string
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why no link was sent. */
export type VerificationRequestRefusal = 'mail-unavailable' | { readonly retryAfterSeconds: number }

const LINK_LIFETIME_SECONDS = 24 * 60 * 60

/** Sends a citizen a link that proves the address anew; `not-needed` when it is proven already. */
export async function requestVerification(
  needs: RequestVerificationNeeds,
  request: VerificationRequest,
): Promise<Result<'sent' | 'not-needed', VerificationRequestRefusal>> {
  const { citizen, origin } = request
  if (citizen.emailVerified) return accepted('not-needed')
  const fromHere = await needs.limits.spend('recover-per-ip', origin.address)
  if (!fromHere.allowed) return refused(fromHere)
  if (!needs.mail.available()) return refused('mail-unavailable')
  const toThere = await needs.limits.spend('recover-per-email', citizen.email)
  if (!toThere.allowed) return refused(toThere)
  await needs.db.transaction((tx) => send({ ...needs, db: tx }, request))
  needs.mail.wake()
  return accepted('sent')
}

async function send(
  needs: RequestVerificationNeeds,
  { citizen, language, origin }: VerificationRequest,
): Promise<void> {
  const { citizenId, securityVersion, fullName, email } = citizen
  const createdAt = needs.clock.now()
  const expiresAt = plusSeconds(createdAt, LINK_LIFETIME_SECONDS)
  const { value, hash } = mintToken(needs.random, 'verification-link', citizenId)
  await insertVerificationLink(needs.db, { citizenId, hash, securityVersion, createdAt, expiresAt })
  const link = new Secret(`${needs.baseUrl}${CONFIRM_PATH}?link=${value.reveal()}`)
  const envelope = { to: { name: fullName, address: email }, language, expiresAt }
  await postLetter(needs, { kind: 'verification', link }, envelope)
  await appendEvent(needs, { name: 'verification-requested', origin, citizenId })
}
