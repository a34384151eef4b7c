import type { CentralClaim, ClaimCentral, CommitCentral, SsoStore } from '../index.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import type { StoredSession, Tables } from './tables.ts'

/** A lease that ends later than a new one by more than this was written before the clock was set back. */
const LEASE_AHEAD_MS = 60_000

/** The lease on the central check of a session, and its fence. */
export function embeddedCentral(
  tables: Tables,
): Pick<SsoStore<EmbeddedTx>, 'claimCentral' | 'commitCentral'> {
  return {
    async claimCentral(claim) {
      const session = tables.sessions.get(claim.sessionId)
      return session && !session.endedCause ? claimFor(session, claim, tables.now()) : { kind: 'gone' }
    },
    async commitCentral(commit) {
      const session = tables.sessions.get(commit.sessionId)
      if (!session || session.endedCause || session.fence !== commit.fence) return null
      if (session.leaseUntil === null) return null
      write(session, commit, tables.now())
      return tables.now()
    },
  }
}

function claimFor(session: StoredSession, claim: ClaimCentral, at: Date): CentralClaim {
  const { centralCheckedAt: checkedAt, leaseUntil, central } = session
  const age = at.getTime() - checkedAt.getTime()
  if (age >= 0 && age < claim.staleMs) return { kind: 'fresh', checkedAt, at }
  const leftMs = leaseUntil === null ? -1 : leaseUntil.getTime() - at.getTime()
  const isLeased = leftMs >= 0 && leftMs <= claim.leaseMs + LEASE_AHEAD_MS
  if (isLeased || !central) return { kind: 'busy' }
  session.leaseUntil = new Date(at.getTime() + claim.leaseMs)
  session.fence += 1
  return { kind: 'claimed', fence: session.fence, central, at }
}

function write(session: StoredSession, commit: CommitCentral, at: Date): void {
  if (commit.checkedAt) {
    session.centralCheckedAt = commit.checkedAt
    if (commit.checkedAt > session.lastUsedAt) session.lastUsedAt = commit.checkedAt
  }
  if (commit.tokens) session.central = commit.tokens
  session.leaseUntil = commit.leaseMs > 0 ? new Date(at.getTime() + commit.leaseMs) : null
}
