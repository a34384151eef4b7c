import type { CentralRefusal, Introspected } from '../central/index.ts'
import { accepted, type Result } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { CentralClaim, CommitCentral, SessionEndCause, SessionRow } from '../store/index.ts'
import { openCentral, type SessionTokens, sealCentral, withRenewalKey } from './central-tokens.ts'
import { type CentralCheckNeeds, type Checked, unavailable } from './check-result.ts'
import { endSession } from './end-session.ts'
import { revokeRenewed } from './revoke-unused.ts'
import type { AnswerSubject, SharedAnswers } from './shared-answers.ts'

type Claimed = Extract<CentralClaim, { kind: 'claimed' }>

/** A session whose check this worker has claimed, and the parts that the check uses. */
export interface Work {
  readonly service: CentralCheckNeeds
  readonly shared: SharedAnswers
  readonly session: SessionRow
  readonly claim: Claimed
  /** An answer that was asked for before this time of the store does not count. */
  readonly after: Date | null
}

/** Renews tokens that expire soon, introspects, and writes the result if the fence is still valid. */
export async function workCentrally(work: Work): Promise<Checked> {
  const { service, session, claim } = work
  try {
    const tokens = await openCentral(service, session.id, claim.central)
    if (!tokens)
      return await release(work, {
        kind: 'misconfigured',
        reason: `no key opens a row sealed with ${claim.central.keyId}`,
      })
    return await checkWith(work, tokens)
  } catch (error) {
    await commit(work, { leaseMs: 0 }).catch(() => null)
    throw error
  }
}

async function checkWith(work: Work, tokens: SessionTokens): Promise<Checked> {
  const { service } = work
  const usable = await renewIfDue(work, tokens)
  if (!usable.ok) {
    return usable.refusal.kind === 'invalid-grant'
      ? end(work, 'central_ended')
      : release(work, usable.refusal)
  }
  const answered = sharedAnswer(work)
  if (answered) return keep(work, answered)
  const seen = await service.central.introspect(usable.value.accessToken)
  if (!seen.ok) return release(work, seen.refusal)
  return seen.value.active ? applyAnswer(work, seen.value) : confirmInactive(work, usable.value)
}

/** When an active answer for another session of the same central session was requested. Null without `shareBySid`. */
function sharedAnswer(work: Work): Date | null {
  const { shareBySid, softMs } = work.service.settings
  const { at } = work.claim
  const youngerThanMs = work.after ? at.getTime() - work.after.getTime() : softMs
  return shareBySid ? work.shared.sentAt(aboutOf(work), { at, youngerThanMs }) : null
}

function aboutOf({ session, claim }: Work): AnswerSubject {
  const { issuer, subject } = session
  const { sid, securityVersion } = claim.central
  return { issuer, subject, sid, securityVersion }
}

/** Applies an answer: the session continues or ends. The check counts from the claim, which was before the request. */
async function applyAnswer(work: Work, seen: Introspected): Promise<Checked> {
  const cause = seen.active ? changeOf(work, seen) : 'central_ended'
  if (cause) return end(work, cause)
  if (work.service.settings.shareBySid) work.shared.active(aboutOf(work), work.claim.at)
  return keep(work, work.claim.at)
}

async function keep(work: Work, checkedAt: Date): Promise<Checked> {
  const askedAt = work.service.clock.now()
  const readAt = await commit(work, { checkedAt, leaseMs: 0 })
  return readAt ? { kind: 'valid', times: { checkedAt, readAt, askedAt } } : OVERTAKEN
}

const OVERTAKEN = { kind: 'overtaken' } as const

/** Writes if the fence is valid. Returns the store's time, or null if another worker has taken over. */
function commit(
  { service, session, claim }: Work,
  found: Omit<CommitCentral, 'sessionId' | 'fence'>,
): Promise<Date | null> {
  return service.store.commitCentral({ sessionId: session.id, fence: claim.fence, ...found })
}

/** Renews tokens before use if they expire soon: within 30 to 120 seconds, depending on the session id. */
async function renewIfDue(work: Work, tokens: SessionTokens): Promise<Result<SessionTokens, CentralRefusal>> {
  const leftMs = tokens.accessExpiresAt.getTime() - work.claim.at.getTime()
  if (leftMs > renewalMarginMs(work.session.id) || !isRenewable(tokens)) return accepted(tokens)
  const renewed = await renew(work, tokens)
  // Even if the renewal fails, the current access token can be introspected until it expires.
  return !renewed.ok && leftMs > 0 ? accepted(tokens) : renewed
}

/** How long before its expiry an access token is renewed, for this session. */
export function renewalMarginMs(sessionId: string): number {
  const spread = [...sessionId].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 90_000, 0)
  return 30_000 + spread
}

/**
 * Renews, and stores the new tokens before they are used. If the response is lost, the renewal is repeated with the
 * same key. Nothing is sent after another worker has taken over.
 */
async function renew(work: Work, tokens: Renewable): Promise<Result<SessionTokens, CentralRefusal>> {
  const { service, session, claim } = work
  const renewed = await service.central.refresh({
    refreshToken: tokens.refreshToken,
    subject: session.subject,
    idempotencyKey: tokens.renewalKey,
    stillOurs: () => commit(work, { leaseMs: LEASE_MS }),
  })
  if (!renewed.ok) return renewed
  const { sid, securityVersion } = claim.central
  const fresh = withRenewalKey(service.random, renewed.value)
  const sealed = await sealCentral(service, session.id, { tokens: fresh, sid, securityVersion })
  if (await commit(work, { tokens: sealed, leaseMs: LEASE_MS })) return accepted(fresh)
  await revokeRenewed(service, session.id, sealed)
  return { ok: false, refusal: { kind: 'unavailable', reason: 'another worker took over during a renewal' } }
}

type Renewable = SessionTokens & { readonly refreshToken: string }

function isRenewable(tokens: SessionTokens): tokens is Renewable {
  return tokens.refreshToken !== null
}

/**
 * Ends the session, or asks once more. An inactive answer can also mean that the token has expired by the clock of the
 * identity service. So a token that expires soon is renewed, and the new one is introspected.
 */
async function confirmInactive(work: Work, tokens: SessionTokens): Promise<Checked> {
  const { service } = work
  const at = await commit(work, { leaseMs: LEASE_MS })
  if (!at) return OVERTAKEN
  const leftMs = tokens.accessExpiresAt.getTime() - at.getTime()
  if (leftMs > 120_000 || !isRenewable(tokens)) return end(work, 'central_ended')
  const again = await renew(work, tokens)
  if (!again.ok)
    return again.refusal.kind === 'invalid-grant' ? end(work, 'central_ended') : release(work, again.refusal)
  const seen = await service.central.introspect(again.value.accessToken)
  return seen.ok ? applyAnswer(work, seen.value) : release(work, seen.refusal)
}

function changeOf(
  { service, session, claim }: Work,
  seen: Extract<Introspected, { active: true }>,
): SessionEndCause | null {
  if (seen.subject !== session.subject || seen.sid !== claim.central.sid) return 'central_ended'
  if (seen.clientId !== service.settings.central.clientId) return 'central_ended'
  return seen.securityVersion === claim.central.securityVersion ? null : 'security_version_changed'
}

/**
 * Ends the session, if the fence is valid. The lease is extended before, so that no other worker checks the session
 * again.
 */
async function end(work: Work, cause: SessionEndCause): Promise<Checked> {
  const { service, session } = work
  work.shared.forget(aboutOf(work))
  if (!(await commit(work, { leaseMs: LEASE_MS }))) return OVERTAKEN
  await endSession(service, session, cause)
  return { kind: 'ended' }
}

async function release(work: Work, refusal: CentralRefusal): Promise<Checked> {
  return (await commit(work, { leaseMs: 0 })) ? unavailable(work.service, refusal) : OVERTAKEN
}

/**
 * The length of a lease. A worker extends its lease while it works, so a killed worker blocks the others for at most
 * this time. If a slow worker has lost its lease, the fence keeps it from writing.
 */
export const LEASE_MS = 2000

/** A lease is extended three times before it ends, so that one late statement does not lose it. */
const EXTENSION_MS = 600

/** A lease that this process holds. */
interface Held {
  readonly sessionId: string
  readonly fence: number
}

/** The leases of this process. */
export interface Leases {
  /** Runs the work and extends the lease until the work is done. */
  during<Value>(held: Held, work: () => Promise<Value>): Promise<Value>
  /** Stops extending leases. */
  close(): void
}

type LeaseNeeds = Pick<Service, 'store' | 'clock'>

/** Makes the leases of one process. One timer serves all of them, because most work ends before the timer does. */
export function createLeases(needs: LeaseNeeds): Leases {
  const working = new Set<Held>()
  const over = new AbortController()
  let isTicking = false
  const tick = async () => {
    isTicking = true
    while (working.size > 0 && !over.signal.aborted) {
      await needs.clock.sleep(EXTENSION_MS, over.signal, true)
      const stillHeld = over.signal.aborted ? [] : [...working]
      for (const held of stillHeld) void extend(needs, working, held)
    }
    isTicking = false
  }
  return {
    async during(held, work) {
      working.add(held)
      if (!isTicking) void tick()
      try {
        return await work()
      } finally {
        working.delete(held)
      }
    },
    close: () => over.abort(),
  }
}

/** Extends a lease. If another worker has it now, stops. If the store does not answer, the next tick tries again. */
async function extend({ store }: LeaseNeeds, working: Set<Held>, held: Held): Promise<void> {
  const at = await store.commitCentral({ ...held, leaseMs: LEASE_MS }).catch(() => undefined)
  if (at === null) working.delete(held)
}
