import type { Exclusive } from './exclusive.ts'
import type { Browser } from './platform/browser.ts'
import { type Answer, call, type ProgramNeeds } from './program.ts'
import type { Place } from './storage.ts'
import { randomText } from './verifier.ts'

/** The tokens of a signed-in citizen. They are stored as one value, so they change together. */
export interface Session {
  readonly access: string
  /** Milliseconds since 1970, by this device's clock. */
  readonly accessExpiresAt: number
  readonly refresh: string
  /** Made together with the stored refresh token. Every tab and every retry sends the same one. */
  readonly rotationId: string
}

/** What the storage and the renewal of a session are handed. */
export interface SessionNeeds extends ProgramNeeds {
  readonly tokens: Place<Session>
  readonly exclusive: Exclusive
  readonly browser: Pick<Browser, 'crypto' | 'AbortSignal'>
  now(): number
}

/** The result of a renewal: the session, or the answer that refused it. Without both, no citizen is signed in. */
export interface Renewal {
  readonly session: Session | null
  readonly refusal?: Answer
}

/** Whether a refusal means that the session has ended: `refresh_…`, `session_…` and `wrong_token_type` do, and no other code. */
export const isEnding = ({ kind, programCode }: Pick<Answer, 'kind' | 'programCode'>): boolean =>
  kind === 'refused' && /^(refresh|session|wrong)_/.test(`${programCode}`)

/** Whether only the access token must be renewed. */
export const isStale = ({ programCode }: Answer): boolean =>
  programCode === 'access_expired' || programCode === 'token_unknown'

/** Reads the stored session. Any tab may have stored it. */
export const readSession = ({ tokens }: Pick<SessionNeeds, 'tokens'>): Promise<Session | null> =>
  tokens.read()

/** The session in an answer of `exchange/` or `refresh/`, or null. */
export function sessionFrom(needs: SessionNeeds, { kind, body }: Answer): Session | null {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = body
  if (kind !== 'ok' || typeof access !== 'string' || typeof refresh !== 'string') return null
  return {
    access,
    refresh,
    accessExpiresAt: needs.now() + Number(seconds) * 1000,
    rotationId: randomText(needs.browser),
  }
}

/**
 * Exchanges the refresh token for new tokens, one tab at a time. A tab that waited finds the new tokens in the
 * storage and sends nothing.
 */
export const renewSession = (needs: SessionNeeds, staleAccess: string): Promise<Renewal> =>
  needs.exclusive('renew', async () => {
    const session = await readSession(needs)
    return session?.access === staleAccess
      ? applyAnswer(needs, session, await refresh(needs, session))
      : { session }
  })

const refresh = (needs: SessionNeeds, { refresh, rotationId }: Session): Promise<Answer> =>
  call(needs, 'refresh', { refresh_token: refresh, rotation_id: rotationId })

/**
 * Applies an answer to a request with these tokens, unless others were stored meanwhile: the citizen signed out or signed in again,
 * or another tab renewed the session.
 */
export async function applyAnswer(needs: SessionNeeds, sent: Session, answer: Answer): Promise<Renewal> {
  const stored = await readSession(needs)
  if (stored?.refresh !== sent.refresh) return { session: stored }
  const session = sessionFrom(needs, answer)
  if (session) {
    await needs.tokens.write(session)
    return { session }
  }
  if (isEnding(answer)) await needs.tokens.write(null)
  return { session, refusal: answer }
}

/** Ends the session in the program. If the access token has expired, renews it first. */
export async function revokeSession(needs: SessionNeeds, session: Session): Promise<void> {
  const answer = await call(needs, 'logout', undefined, session.access)
  const renewed = isStale(answer) && sessionFrom(needs, await refresh(needs, session))
  if (renewed) await call(needs, 'logout', undefined, renewed.access)
}
