import type { CentralRefusal, CentralTokens, Introspected } from '../central/index.ts'
import { type Result, succeeded } from '../platform/index.ts'
import type { CentralClaim, SessionEndCause, SessionRow } from '../store/index.ts'
import { openCentral, sealCentral } from './central-tokens.ts'
import { disownRenewed } from './disown-tokens.ts'
import { endSession } from './end-session.ts'
import type { AnswerSubject, SharedAnswers } from './shared-answers.ts'
import { type CentralCheckNeeds, unavailable, type Verdict } from './verdict.ts'

type Claimed = Extract<CentralClaim, { kind: 'claimed' }>

/** A session whose central work was won, and what doing it uses. */
export interface Work {
  readonly service: CentralCheckNeeds
  readonly shared: SharedAnswers
  readonly session: SessionRow
  readonly claim: Claimed
}

/** Renews tokens that end soon, introspects, and writes down what was found while the fence still holds. */
export async function workCentrally(work: Work): Promise<Verdict> {
  const { service, session, claim } = work
  try {
    const tokens = await openCentral(service, session.id, claim.central)
    if (!tokens)
      return await letGo(work, {
        kind: 'misconfigured',
        reason: `no key opens a row sealed with ${claim.central.keyId}`,
      })
    return await lookWith(work, tokens)
  } catch (error) {
    await release(work).catch(() => false)
    throw error
  }
}

async function lookWith(work: Work, tokens: CentralTokens): Promise<Verdict> {
  const { service } = work
  const usable = await renewIfDue(work, tokens)
  if (!usable.ok) {
    return usable.refusal.kind === 'invalid-grant' ? end(work, 'central_ended') : letGo(work, usable.refusal)
  }
  const answered = sharedAnswer(work)
  if (answered) return keep(work, answered)
  const sentAt = service.clock.now()
  const seen = await service.central.introspect(usable.value.accessToken)
  if (!seen.ok) return letGo(work, seen.refusal)
  if (!seen.value.active) return secondLook(work, usable.value, usable.value !== tokens)
  return conclude(work, seen.value, sentAt)
}

/** An active answer that another session of the same central session got, where the program allows that. */
function sharedAnswer(work: Work): Date | null {
  const { shareBySid, softMs } = work.service.settings
  return shareBySid ? work.shared.sentAt(aboutOf(work), softMs) : null
}

function aboutOf({ session, claim }: Work): AnswerSubject {
  const { issuer, subject } = session
  const { sid, securityVersion } = claim.central
  return { issuer, subject, sid, securityVersion }
}

/** What an answer means for the session: it goes on, or what changed has ended it. */
async function conclude(work: Work, seen: Introspected, sentAt: Date): Promise<Verdict> {
  const cause = seen.active ? changeOf(work, seen) : 'central_ended'
  if (cause) return end(work, cause)
  work.shared.active(aboutOf(work), sentAt)
  return keep(work, sentAt)
}

async function keep(work: Work, checkedAt: Date): Promise<Verdict> {
  const { service, session, claim } = work
  const kept = { sessionId: session.id, fence: claim.fence, checkedAt, release: true }
  return (await service.store.commitCentral(kept)) ? { kind: 'valid' } : overtaken(work)
}

/** Tokens with 30 to 120 seconds left, spread over the sessions, are renewed before they are used. */
async function renewIfDue(work: Work, tokens: CentralTokens): Promise<Result<CentralTokens, CentralRefusal>> {
  const leftMs = tokens.accessExpiresAt.getTime() - work.service.clock.now().getTime()
  if (leftMs > renewalMarginMs(work.session.id) || !tokens.refreshToken) return succeeded(tokens)
  const renewed = await renew(work, tokens.refreshToken)
  // A reply that was lost, or a grant that is gone: the present access token still tells the truth until it expires.
  return !renewed.ok && leftMs > 0 ? succeeded(tokens) : renewed
}

function renewalMarginMs(sessionId: string): number {
  const spread = [...sessionId].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 90_000, 0)
  return 30_000 + spread
}

/** The new pair is stored before it is used, so that it cannot be lost. */
async function renew(
  { service, session, claim }: Work,
  refreshToken: string,
): Promise<Result<CentralTokens, CentralRefusal>> {
  const renewed = await service.central.refresh({ refreshToken, subject: session.subject })
  if (!renewed.ok) return renewed
  const { sid, securityVersion } = claim.central
  const tokens = await sealCentral(service, session.id, { tokens: renewed.value, sid, securityVersion })
  const stored = await service.store.commitCentral({
    sessionId: session.id,
    fence: claim.fence,
    tokens,
    release: false,
  })
  if (stored) return renewed
  await disownRenewed(service, session.id, tokens)
  return { ok: false, refusal: { kind: 'unavailable', reason: 'another worker took over during a renewal' } }
}

/** A token near its end by our clock may be over by theirs: one renewal and one more look, then it is believed. */
async function secondLook(work: Work, tokens: CentralTokens, renewed: boolean): Promise<Verdict> {
  const { service } = work
  const leftMs = tokens.accessExpiresAt.getTime() - service.clock.now().getTime()
  if (renewed || leftMs > 120_000 || !tokens.refreshToken) return end(work, 'central_ended')
  const again = await renew(work, tokens.refreshToken)
  if (!again.ok)
    return again.refusal.kind === 'invalid-grant' ? end(work, 'central_ended') : letGo(work, again.refusal)
  const sentAt = service.clock.now()
  const seen = await service.central.introspect(again.value.accessToken)
  return seen.ok ? conclude(work, seen.value, sentAt) : letGo(work, seen.refusal)
}

function changeOf(
  { service, session, claim }: Work,
  seen: Extract<Introspected, { active: true }>,
): SessionEndCause | null {
  if (seen.subject !== session.subject || seen.sid !== claim.central.sid) return 'central_ended'
  if (seen.clientId !== service.settings.central.clientId) return 'central_ended'
  return seen.securityVersion === claim.central.securityVersion ? null : 'security_version_changed'
}

/** Only the worker whose fence holds may end a session; the lease is kept until then, so that nobody asks once more. */
async function end(work: Work, cause: SessionEndCause): Promise<Verdict> {
  const { service, session, claim } = work
  work.shared.forget(aboutOf(work))
  const held = { sessionId: session.id, fence: claim.fence, release: false }
  if (!(await service.store.commitCentral(held))) return overtaken(work)
  await endSession(service, session, cause)
  return { kind: 'ended' }
}

async function overtaken({ service, session }: Work): Promise<Verdict> {
  const row = await service.store.findSession(session.id)
  if (!row || row.endedCause) return { kind: 'ended' }
  return unavailable(service, { kind: 'unavailable', reason: 'another worker took over' })
}

async function letGo(work: Work, refusal: CentralRefusal): Promise<Verdict> {
  await release(work)
  return unavailable(work.service, refusal)
}

function release({ service, session, claim }: Work): Promise<boolean> {
  return service.store.commitCentral({ sessionId: session.id, fence: claim.fence, release: true })
}
