import { asDate } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { Revocation } from '../store/index.ts'
import { placeOf } from './central-tokens.ts'

/** What the revocation of grants is handed. */
export type RevokeNeeds = Pick<Service, 'store' | 'clock' | 'keyring' | 'central' | 'log'>

/** Longer than discovery and a revocation with their retries. */
const LEASE_MS = 60_000

const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 900_000

/**
 * When to give up. A refresh token lives for 14 days, so it has expired 14 days after its row was erased. A missing key
 * may be in the configuration of another process, or may come back within a day.
 */
const GIVE_UP_AFTER_MS = { 'no answer': 14 * 86_400_000, 'no key': 86_400_000 } as const

/** The most grants that are revoked in the background after one request. */
const MAX_AT_ONCE = 20

/** Revokes grants that are due, in the background. */
export function revokeSoon(service: RevokeNeeds & Pick<Service, 'inBackground'>): void {
  service.inBackground(revokeDue(service, MAX_AT_ONCE))
}

/** Revokes central grants that are due, one after the other. If the identity service does not answer, it stops. */
export async function revokeDue(
  service: RevokeNeeds,
  most: number,
): Promise<{ revoked: number; isDone: boolean }> {
  let revoked = 0
  for (let tried = 0; tried < most; tried += 1) {
    const entry = await service.store.claimRevocation(service.clock.now(), LEASE_MS)
    if (!entry) return { revoked, isDone: true }
    const failure = await tryOne(service, entry)
    if (failure) await postpone(service, entry, failure)
    else await service.store.settleRevocation({ id: entry.id, tries: entry.tries, retryAt: null })
    if (failure?.kind === 'no answer') return { revoked, isDone: true }
    if (!failure) revoked += 1
  }
  return { revoked, isDone: false }
}

interface Failure {
  readonly kind: 'no key' | 'no answer'
  readonly reason: string
}

/** Null if the grant has ended. The service answers 200 for an unknown token, too (RFC 7009 section 2.2). */
async function tryOne({ keyring, central }: RevokeNeeds, entry: Revocation): Promise<Failure | null> {
  const opened = await keyring.open(placeOf(entry.origin), entry)
  if (opened === null) return { kind: 'no key', reason: `no key opens a row sealed with ${entry.keyId}` }
  const refreshToken = refreshTokenIn(opened)
  const answer = refreshToken === null ? null : await central.revoke(refreshToken)
  return !answer || answer.ok ? null : { kind: 'no answer', reason: answer.refusal.reason }
}

/** Finds the refresh token. A handoff has it below `tokens`, the others at the top. */
function refreshTokenIn(opened: unknown): string | null {
  if (typeof opened !== 'object' || opened === null) return null
  if ('tokens' in opened) return refreshTokenIn(opened.tokens)
  return 'refreshToken' in opened && typeof opened.refreshToken === 'string' ? opened.refreshToken : null
}

async function postpone(
  { store, clock, log }: RevokeNeeds,
  { id, tries, createdAt }: Revocation,
  { kind, reason }: Failure,
): Promise<void> {
  const now = clock.now()
  const isGivenUp = now.getTime() - createdAt.getTime() >= GIVE_UP_AFTER_MS[kind]
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), MAX_WAIT_MS)
  const settled = await store.settleRevocation({
    ...{ id, tries },
    retryAt: isGivenUp ? null : asDate(now, waitMs),
  })
  if (settled && isGivenUp)
    log.log('error', 'revocation_given_up', { reason, since: createdAt.toISOString(), tries })
}
