import type { AuditEventName } from '../audit/index.ts'
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
import type { LimitKind, RateLimits } from '../rate-limits/index.ts'
import type { RecoveryLinkKind } from './find-recovering.ts'
import { insertRecoveryLink } from './recovery-link-store.ts'
import { ADMIT_PATH, CONFIRM_PATH } from './recovery-paths.ts'

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

/** What somebody wants a mailed link for. */
export type LinkPurpose = 'new-password' | 'new-browser'

/** What was sent, for what, in which language, from where; `unreadable` where nothing could be made of it. */
export interface RecoveryRequest {
  readonly purpose: LinkPurpose
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

interface LinkRules {
  readonly perIp: LimitKind
  readonly perEmail: LimitKind
  readonly token: RecoveryLinkKind
  readonly path: string
  readonly letter: 'recovery' | 'new-browser'
  readonly event: AuditEventName
}

const RULES: Readonly<Record<LinkPurpose, LinkRules>> = {
  'new-password': {
    perIp: 'recover-per-ip',
    perEmail: 'recover-per-email',
    token: 'recovery-link',
    path: CONFIRM_PATH,
    letter: 'recovery',
    event: 'recovery-requested',
  },
  'new-browser': {
    perIp: 'browser-link-per-ip',
    perEmail: 'browser-link-per-email',
    token: 'browser-link',
    path: ADMIT_PATH,
    letter: 'new-browser',
    event: 'browser-link-requested',
  },
}

/**
 * Sends the owner of an active account a link to a new password, or for a new browser. For every other address the same steps are taken
 * under an id that nobody has, with a letter that is thrown away.
 */
export async function requestRecovery(
  needs: RequestRecoveryNeeds,
  request: RecoveryRequest,
): Promise<Result<{ readonly email: string }, RecoveryRefusal>> {
  const { given, origin, purpose } = request
  const { perIp, perEmail } = RULES[purpose]
  const fromHere = await needs.limits.spend(perIp, origin.address)
  if (!fromHere.allowed) return refused({ kind: 'too-many', retryAfterSeconds: fromHere.retryAfterSeconds })
  if (!given.ok) return refused({ kind: 'unreadable' })
  const read = readFields<{ email: string }>(given.value, { email: readEmail })
  if (!read.ok) return refused({ kind: 'invalid', problems: read.refusal })
  const { email } = read.value
  if (!needs.mail.available()) return refused({ kind: 'mail-unavailable' })
  const toThere = await needs.limits.spend(perEmail, email)
  if (!toThere.allowed) return refused({ kind: 'too-many', retryAfterSeconds: toThere.retryAfterSeconds })
  await needs.db.transaction((tx) => write({ ...needs, db: tx }, email, request))
  needs.mail.wake()
  return accepted({ email })
}

async function write(
  needs: RequestRecoveryNeeds,
  email: string,
  { purpose, language, origin }: RecoveryRequest,
): Promise<void> {
  const { token, path, letter, event } = RULES[purpose]
  const { citizenId, securityVersion, fullName, kind } = await findOwner(needs, email)
  const createdAt = needs.clock.now()
  const expiresAt = plusSeconds(createdAt, RECOVERY_LIFETIME_SECONDS)
  const { value, hash } = mintToken(needs.random, token, citizenId)
  await insertRecoveryLink(needs.db, { citizenId, hash, securityVersion, createdAt, expiresAt })
  const link = new Secret(`${needs.baseUrl}${path}?link=${value.reveal()}`)
  const envelope = { to: { name: fullName, address: email }, language, expiresAt }
  await postLetter(needs, kind === 'active' ? { kind: letter, link } : { kind: 'decoy' }, envelope)
  await appendEvent(needs, { name: event, origin, ...(kind === 'active' && { citizenId }) })
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
