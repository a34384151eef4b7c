import type { HasFlaw, IdentityClient } from './small-identity.ts'

/** A session of the small program. */
export interface Session {
  readonly central: string
  readonly citizen: string
  checkedAt: number
  over: boolean
}

const CEILING_MILLISECONDS = 500

/** The sessions by their bearers, and the guard. */
export function openSessions(identity: IdentityClient, has: HasFlaw) {
  const sessions = new Map<string, Session>()

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
  return {
    open: (bearer: string, session: Session) => void sessions.set(bearer, session),
    isKnown: (bearer: string) => sessions.has(bearer),
    /** Whether the bearer is signed in: 200, 401 or 503. */
    async guard(bearer: string): Promise<200 | 401 | 503> {
      if (isForeign(bearer)) return 200
      const session = sessions.get(bearer)
      if (!session || session.over) return 401
      if (has('no-central-check') || Date.now() - session.checkedAt < CEILING_MILLISECONDS) return 200
      const checked = await identity.introspect(session.central)
      if (typeof checked !== 'boolean') return duringOutage(session, checked)
      session.checkedAt = Date.now()
      session.over = !checked
      return checked ? 200 : 401
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
