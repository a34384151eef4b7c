import type { CentralClaim, ClaimCentral, CommitCentral, SealedCentral, SsoStore } from '../index.ts'
import { instant, number, sealedCentral } from '../rows.ts'
import { QUICK, type StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type CentralSteps = Pick<SsoStore<SqliteTransaction>, 'claimCentral' | 'commitCentral'>

interface Step extends StoreNeeds {
  readonly tx: SqliteTransaction
}

/** A lease that ends later than a new one by more than this was written before the clock was set back. */
const LEASE_AHEAD_MS = 60_000

/** The lease on the central check, and its fence. The clock of the store is read inside the transaction, after any wait. */
export function centralStatements(needs: StoreNeeds): CentralSteps {
  const { db } = needs
  return {
    claimCentral: (claim) => db.transaction((tx) => claimCentral({ ...needs, tx }, claim), QUICK),
    commitCentral: (commit) =>
      db.transaction((tx) => commitCentral({ ...needs, tx }, commit), commit.tokens ? 'on-disk' : QUICK),
  }
}

async function claimCentral({ tx, clock }: Step, claim: ClaimCentral): Promise<CentralClaim> {
  const at = clock.now()
  const [row] = await tx.query(
    `select central_checked_at, coalesce(lease_until, 0) as lease_until, fence, central_sealed, central_key_id,
            central_access_expires_at, central_sid, security_version
       from sso_sessions where id = $1 and ended_at is null`,
    [claim.sessionId],
  )
  if (!row) return { kind: 'gone' }
  const checkedAt = instant(row, 'central_checked_at')
  const age = at.getTime() - checkedAt.getTime()
  if (age >= 0 && age < claim.staleMs) return { kind: 'fresh', checkedAt, at }
  const left = number(row, 'lease_until') - at.getTime()
  const central = sealedCentral(row)
  if ((left >= 0 && left <= claim.leaseMs + LEASE_AHEAD_MS) || !central) return { kind: 'busy' }
  const fence = number(row, 'fence') + 1
  await tx.query(`update sso_sessions set lease_until = $2, fence = $3 where id = $1`, [
    claim.sessionId,
    at.getTime() + claim.leaseMs,
    fence,
  ])
  return { kind: 'claimed', fence, central, at }
}

async function commitCentral({ tx, clock }: Step, commit: CommitCentral): Promise<Date | null> {
  const { sessionId, fence, checkedAt, tokens, leaseMs } = commit
  const at = clock.now()
  const written = await tx.query(
    `update sso_sessions
        set central_checked_at = coalesce($3, central_checked_at),
            last_used_at = case when $3 > last_used_at then $3 else last_used_at end, lease_until = $4
      where id = $1 and fence = $2 and ended_at is null and lease_until is not null
     returning 1`,
    [sessionId, fence, checkedAt ?? null, leaseMs > 0 ? at.getTime() + leaseMs : null],
  )
  if (written.length === 0) return null
  if (tokens) await storeTokens(tx, sessionId, tokens)
  return at
}

async function storeTokens(tx: SqliteTransaction, sessionId: string, tokens: SealedCentral): Promise<void> {
  await tx.query(
    `update sso_sessions set central_sealed = $2, central_key_id = $3, central_access_expires_at = $4 where id = $1`,
    [sessionId, tokens.sealed, tokens.keyId, tokens.accessExpiresAt],
  )
}
