import { asDate, sha256Base64Url } from '../platform/index.ts'
import type { SignedOut, Unavailable } from '../program-sso.ts'
import type { SessionRow } from '../store/index.ts'
import { type AuthenticateNeeds, checkSession, refusalOfSession } from './authenticate.ts'
import { hashedPair, randomToken, successorPairs, type TokenPair, tokenKind } from './local-tokens.ts'
import { revokeSoon } from './revoke-due.ts'

/** The result of a refresh. */
export type RefreshedSession =
  | { readonly kind: 'refreshed'; readonly pair: TokenPair; readonly session: SessionRow }
  | { readonly kind: 'refused'; readonly code: 'refresh_invalid' | 'refresh_reused' }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | SignedOutOrUnavailable

type SignedOutOrUnavailable = { readonly kind: 'not valid'; readonly result: SignedOut | Unavailable }

/** A retry with the same rotation id gets the same pair for this long. */
const RETRY_WINDOW_MS = 60_000

/** What the app sends. */
export interface RefreshPresented {
  readonly refreshToken: string
  readonly rotationId: string | null
}

/** Checks centrally, and rotates only then. So the app keeps its refresh token during an outage. */
export async function refreshSession(
  service: AuthenticateNeeds,
  presented: RefreshPresented,
): Promise<RefreshedSession> {
  if (tokenKind(presented.refreshToken) !== 'refresh') return { kind: 'refused', code: 'refresh_invalid' }
  const refreshHash = await sha256Base64Url(presented.refreshToken)
  const askedAt = service.clock.now()
  const session = await service.store.findSessionByRefresh(refreshHash)
  if (!session) return { kind: 'refused', code: 'refresh_invalid' }
  const rule = service.settings.throttle?.refreshPerSession
  const hit = rule && (await service.store.hit(`refresh:${session.id}`, rule, askedAt))
  if (hit && !hit.allowed) return { kind: 'throttled', retryAfterMs: hit.retryAfterMs }
  const checked =
    (await refusalOfSession(service, session)) ?? (await checkSession(service, { session, askedAt }))
  if ('status' in checked) return { kind: 'not valid', result: checked }
  return rotate(service, session, { refreshHash, rotationId: presented.rotationId })
}

async function rotate(
  service: AuthenticateNeeds,
  session: SessionRow,
  presented: { refreshHash: string; rotationId: string | null },
): Promise<RefreshedSession> {
  const now = service.clock.now()
  const rotationId = presented.rotationId ?? randomToken(service.random, 'refresh')
  const accessExpiresAt = earliest(asDate(now, service.settings.accessTtlMs), session.expiresAt)
  const successor = (generation: number) =>
    successorPairs(service, { sessionId: session.id, generation, rotationId, accessExpiresAt })
  const [next] = await successor(session.generation + 1)
  if (!next) return { kind: 'refused', code: 'refresh_invalid' }
  const rotated = await service.store.rotateRefresh({
    refreshHash: presented.refreshHash,
    rotationIdHash: presented.rotationId === null ? null : await sha256Base64Url(presented.rotationId),
    retryWindowMs: RETRY_WINDOW_MS,
    now,
    next: await hashedPair(next),
  })
  if (rotated.kind === 'rotated') return { kind: 'refreshed', pair: next, session: rotated.session }
  if (rotated.kind === 'repeated')
    return repeat(service, rotated.session, await successor(rotated.session.generation))
  if (rotated.kind === 'refused') return { kind: 'refused', code: 'refresh_invalid' }
  reportReuse(service, rotated.session)
  return { kind: 'refused', code: 'refresh_reused' }
}

/** Finds the pair that the first try got: its hash is in the store. It may be derived from an older key. */
async function repeat(
  service: AuthenticateNeeds,
  session: SessionRow,
  candidates: readonly TokenPair[],
): Promise<RefreshedSession> {
  for (const candidate of candidates) {
    const known = await service.store.findSessionByAccess(await sha256Base64Url(candidate.accessToken))
    const pair = known && { ...candidate, accessExpiresAt: known.accessExpiresAt }
    if (pair) return { kind: 'refreshed', pair, session }
  }
  return { kind: 'refused', code: 'refresh_invalid' }
}

function reportReuse(service: AuthenticateNeeds, session: SessionRow): void {
  const who = { accountId: session.accountId, sessionId: session.id, at: service.clock.now() }
  service.emit({ type: 'refresh_reuse', ...who })
  service.emit({ type: 'session_ended', ...who, cause: 'refresh_reuse' })
  revokeSoon(service)
}

function earliest(a: Date, b: Date): Date {
  return a < b ? a : b
}
