import type { HasFlaw, IdentityClient } from './small-identity.ts'

/** A session of the small program. */
export interface Session {
  readonly account: string
  readonly citizen: string
  readonly isStaff: boolean
  central: Readonly<Record<string, unknown>>
  centralEndsAt: number
  checkedAt: number
  over: boolean
}

const CEILING_MILLISECONDS = 500

/** A session that begins with these central tokens. */
export function newSession(
  who: Pick<Session, 'account' | 'citizen' | 'isStaff'>,
  central: Session['central'],
): Session {
  return { ...who, central, centralEndsAt: endOf(central), checkedAt: Date.now(), over: false }
}

function endOf(central: Session['central']): number {
  return Date.now() + Number(central['expires_in']) * 1000
}

/** The sessions by their bearers and refresh tokens, and the guard. */
export function openSessions(identity: IdentityClient, has: HasFlaw) {
  const sessions = new Map<string, Session>()
  const renewals = new Map<string, Session>()

  /** Whether a bearer is let in without a session. */
  const isForeign = (bearer: string) =>
    has('status-for-everybody') ||
    (has('id-token-is-a-bearer') && bearer.startsWith('eyJ')) ||
    (has('central-token-is-a-bearer') && bearer.startsWith('pat_'))

  const duringOutage = (session: Session, why: number | 'away'): 200 | 401 | 503 => {
    if (has('stale-check-counts-in-an-outage')) return 200
    const isSignOut =
      has('outage-is-a-sign-out') ||
      (has('limit-is-a-sign-out') && why === 429) ||
      (has('refused-secret-is-a-sign-out') && why === 401)
    session.over = isSignOut
    return isSignOut ? 401 : 503
  }

  /** Renews the central tokens that have ended. */
  const renewCentral = async (session: Session) => {
    if (Date.now() < session.centralEndsAt || has('never-refreshes')) return
    const renewed = await identity.refresh(String(session.central['refresh_token']))
    if (!renewed) return
    session.central = renewed
    session.centralEndsAt = endOf(renewed)
  }
  const check = async (session: Session): Promise<200 | 401 | 503> => {
    if (has('no-central-check') || Date.now() - session.checkedAt < CEILING_MILLISECONDS) return 200
    await renewCentral(session)
    const checked = await identity.introspect(String(session.central['access_token']))
    if (typeof checked !== 'boolean') return duringOutage(session, checked)
    session.checkedAt = Date.now()
    session.over = !checked
    return checked ? 200 : 401
  }
  return {
    open(access: string, refresh: string, session: Session): void {
      sessions.set(access, session)
      renewals.set(refresh, session)
      if (has('refresh-token-is-a-bearer')) sessions.set(refresh, session)
    },
    find: (bearer: string) => sessions.get(bearer),
    /** The session of a refresh token, which works once. */
    renew(refresh: string): Session | undefined {
      const session = renewals.get(refresh)
      renewals.delete(refresh)
      const isKept = has('refresh-after-logout') || has('refresh-after-central-end')
      return session?.over && !isKept ? undefined : session
    },
    /** Whether the bearer is signed in: 200, 401 or 503. */
    async guard(bearer: string): Promise<200 | 401 | 503> {
      if (isForeign(bearer)) return 200
      const session = sessions.get(bearer)
      return !session || session.over ? 401 : check(session)
    },
    /** Ends a session. False where there is none. */
    end(bearer: string): boolean {
      const session = sessions.get(bearer)
      if (!session || session.over) return false
      session.over = !has('logout-does-nothing')
      if (has('logout-ends-all-sessions'))
        for (const other of sessions.values()) other.over ||= other.citizen === session.citizen
      return true
    },
  }
}
