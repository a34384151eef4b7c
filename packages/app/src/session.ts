import type { Exclusive } from './exclusive.ts'
import type { Browser } from './platform/browser.ts'
import type { Answer, Program } from './program.ts'
import type { Place } from './storage.ts'
import { randomText } from './verifier.ts'

/** The tokens of a citizen who is signed in, kept together so that they change together. */
export interface Session {
  readonly access: string
  /** Milliseconds since 1970, by the clock of this device. */
  readonly accessExpiresAt: number
  readonly refresh: string
  /** Made when the refresh token is stored: every tab and every retry sends the same one. */
  readonly rotationId: string
}

/** What keeping and renewing a session needs. */
export interface SessionNeeds {
  readonly vault: Place<Session>
  readonly exclusive: Exclusive
  readonly program: Program
  readonly browser: Pick<Browser, 'crypto' | 'AbortSignal'>
  now(): number
}

/** What came of renewing a session: the session, or why there is none; neither when nobody is signed in here. */
export interface Renewal {
  readonly session: Session | null
  readonly refusal?: Answer
}

/** These say that the session is over; any other refusal says nothing about it, and clears nothing. */
const ENDINGS = /^(refresh_(invalid|reused)|session_(revoked|expired|ended)|wrong_token_type)$/

/** Whether a refusal means that the session is over. */
export const isEnding = ({ kind, programCode }: Pick<Answer, 'kind' | 'programCode'>): boolean =>
  kind === 'refused' && ENDINGS.test(`${programCode}`)

/** Whether a refusal means that the access token, and it alone, has to be renewed. */
export const isStale = ({ programCode }: Answer): boolean =>
  programCode === 'access_expired' || programCode === 'token_unknown'

/** The stored session, whichever tab stored it; only whole sessions are stored. */
export const readSession = ({ vault }: Pick<SessionNeeds, 'vault'>): Promise<Session | null> => vault.read()

/** The session in an answer of `exchange/` or `refresh/`; `null` when there is none. */
export function sessionFrom(needs: SessionNeeds, { kind, body }: Answer): Session | null {
  const { access_token: access, refresh_token: refresh, expires_in: seconds } = body
  if (kind !== 'ok' || typeof access !== 'string' || typeof refresh !== 'string') return null
  const accessExpiresAt = needs.now() + Number(seconds) * 1000
  return { access, refresh, accessExpiresAt, rotationId: randomText(needs.browser) }
}

/**
 * Trades the refresh token for new tokens, one tab at a time. A tab that waited finds what the other tab
 * stored and asks for nothing.
 */
export const renewSession = (needs: SessionNeeds, staleAccess: string): Promise<Renewal> =>
  needs.exclusive('renew', async () => {
    const session = await readSession(needs)
    return session?.access === staleAccess
      ? settle(needs, session, await refresh(needs, session))
      : { session }
  })

const refresh = ({ program }: SessionNeeds, session: Session): Promise<Answer> =>
  program.call('refresh', { refresh_token: session.refresh, rotation_id: session.rotationId })

/** Looks again before it writes: a sign-out or a new sign-in during the request stands. */
async function settle(needs: SessionNeeds, sent: Session, answer: Answer): Promise<Renewal> {
  const held = await readSession(needs)
  if (held?.refresh !== sent.refresh) return { session: held }
  const session = sessionFrom(needs, answer)
  if (session) {
    await needs.vault.write(session)
    return { session }
  }
  if (isEnding(answer)) await needs.vault.erase()
  return { session, refusal: answer }
}

/** Tells the program that the session is over; an access token whose time is up is renewed for that first. */
export async function revokeSession(needs: SessionNeeds, session: Session): Promise<void> {
  const logOut = (bearer: string) => needs.program.call('logout', undefined, bearer)
  if (!isStale(await logOut(session.access))) return
  const renewed = sessionFrom(needs, await refresh(needs, session))
  if (renewed) await logOut(renewed.access)
}
