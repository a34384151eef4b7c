import type { Citizen } from '../citizens/index.ts'
import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { mintToken, readToken } from '../platform/opaque-token.ts'
import { randomUuid } from '../platform/random.ts'
import type { Secret } from '../platform/secret.ts'
import { endWithGrants } from './end-access.ts'
import type { SessionProof } from './proof.ts'
import { SESSION_LIFETIME_SECONDS, type Session, type SessionKey } from './session.ts'
import { endByCookie } from './statements/end-sessions.ts'
import { type FreshSession, insertSession, replaceCookie } from './statements/sessions.ts'
import { readUserAgent } from './user-agent.ts'

/** The browser that signs in. */
export interface SessionBrowser {
  /** The session cookie that it sent: of any citizen, active or not. */
  readonly cookieValue: string | undefined
  readonly address: string
  readonly userAgent: string | undefined
  /** What its citizen just proved it with. */
  readonly proof: SessionProof
  /** Since when the key that they used can be trusted. Null for the password alone. */
  readonly trustedSince: UnixSeconds | null
  /** When that was, where it was before. */
  readonly authenticatedAt?: UnixSeconds
}

/** A new session. Its cookie is in no other place. */
export interface StartedSession {
  readonly session: Session
  readonly cookieValue: Secret
  /** The session of another citizen that this browser had; it has ended. */
  readonly displaced: SessionKey | undefined
}

/**
 * Signs a browser in. The cookie is always new, so a cookie that somebody planted or saw before is worth nothing. A
 * browser that is signed in as the same citizen keeps its session (`sid` and what was entered from it stay) with a new
 * `authenticatedAt` and a new lifetime. A session of another citizen ends.
 */
export async function startSession(
  needs: Basics,
  citizen: Citizen,
  browser: SessionBrowser,
): Promise<StartedSession> {
  const kept = await renewSession(needs, citizen, browser)
  if (kept) return kept
  const { cookieValue, ...fresh } = freshSession(needs, citizen, browser)
  await insertSession(needs.db, fresh)
  return { session: fresh.session, cookieValue, displaced: await displaceOther(needs, citizen, browser) }
}

/** Gives a session a new cookie because its citizen proved it again. Nothing where the session has ended. */
export async function renewSession(
  needs: Basics,
  citizen: Citizen,
  browser: SessionBrowser,
): Promise<StartedSession | undefined> {
  const old = readToken('session', browser.cookieValue ?? '')
  if (old?.citizenId !== citizen.citizenId) return undefined
  const { cookieValue, ...fresh } = freshSession(needs, citizen, browser)
  const kept = await replaceCookie(needs.db, old, fresh)
  return kept && { session: { ...fresh.session, ...kept }, cookieValue, displaced: undefined }
}

/** Makes a new session, which is not stored yet. */
function freshSession(
  { clock, random }: Pick<Basics, 'clock' | 'random'>,
  { citizenId, securityVersion }: Citizen,
  { userAgent, address, proof, trustedSince, authenticatedAt }: SessionBrowser,
): FreshSession & Pick<StartedSession, 'cookieValue'> {
  const cookie = mintToken(random, 'session', citizenId)
  const now = clock.now()
  const session = {
    citizenId,
    sessionId: randomUuid(random),
    securityVersion,
    userAgent: readUserAgent(userAgent),
    address,
    proof,
    trustedSince,
    startedAt: now,
    authenticatedAt: authenticatedAt ?? now,
    lastSeenAt: now,
    expiresAt: plusSeconds(now, SESSION_LIFETIME_SECONDS),
    endedAt: null,
  }
  return { session, cookieHash: cookie.hash, cookieValue: cookie.value }
}

async function displaceOther(
  needs: Basics,
  { citizenId }: Citizen,
  { cookieValue }: SessionBrowser,
): Promise<StartedSession['displaced']> {
  const old = readToken('session', cookieValue ?? '')
  if (!old || old.citizenId === citizenId) return undefined
  const [sessionId] = await endWithGrants(needs, old.citizenId, (tx, now) => endByCookie(tx, old, now))
  return sessionId === undefined ? undefined : { citizenId: old.citizenId, sessionId }
}
