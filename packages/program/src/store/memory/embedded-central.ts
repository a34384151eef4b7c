import type { CentralClaim, CommitCentral, SsoStore } from '../index.ts'
import type { EmbeddedTx } from './embedded-sign-in.ts'
import type { StoredSession, Tables } from './tables.ts'

type Claim = Parameters<SsoStore<EmbeddedTx>['claimCentral']>[0]

/** A check that lies this far ahead came from a clock that was wrong, and counts as no check. */
const AHEAD_MILLISECONDS = 5000

/** A lease may reach this much further than ours would: clocks differ, and a lease that is believed too little is done twice. */
const LEASE_AHEAD_MILLISECONDS = 60_000

/** The lease on central work, and its fence. */
export function embeddedCentral(
  tables: Tables,
): Pick<SsoStore<EmbeddedTx>, 'claimCentral' | 'commitCentral'> {
  return {
    async claimCentral(claim) {
      const session = tables.sessions.get(claim.sessionId)
      return session && !session.endedCause ? claimFor(session, claim) : { kind: 'gone' }
    },
    async commitCentral(commit) {
      const session = tables.sessions.get(commit.sessionId)
      if (!session || session.endedCause || session.fence !== commit.fence) return false
      write(session, commit)
      return true
    },
  }
}

function claimFor(session: StoredSession, claim: Claim): CentralClaim {
  const checkedAt = session.centralCheckedAt
  const ahead = checkedAt.getTime() > claim.now.getTime() + AHEAD_MILLISECONDS
  if (checkedAt > claim.staleBefore && !ahead) return { kind: 'fresh', checkedAt }
  const leaseEnd = new Date(claim.now.getTime() + claim.leaseMs)
  const leased =
    session.leaseUntil !== null &&
    session.leaseUntil >= claim.now &&
    session.leaseUntil.getTime() <= leaseEnd.getTime() + LEASE_AHEAD_MILLISECONDS
  if (leased || !session.central) return { kind: 'busy', checkedAt }
  session.leaseUntil = leaseEnd
  session.fence += 1
  return { kind: 'claimed', fence: session.fence, central: session.central, checkedAt }
}

function write(session: StoredSession, commit: CommitCentral): void {
  if (commit.checkedAt) {
    session.centralCheckedAt = commit.checkedAt
    if (commit.checkedAt > session.lastUsedAt) session.lastUsedAt = commit.checkedAt
  }
  if (commit.tokens) session.central = commit.tokens
  if (commit.release) session.leaseUntil = null
}
