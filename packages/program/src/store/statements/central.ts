import type { CentralClaim, ClaimCentral, CommitCentral, SealedCentral, SsoStore } from '../index.ts'
import { instant, number, type Row, sealedCentral } from '../rows.ts'
import { QUICK, type Step, type StoreNeeds } from './store-needs.ts'

type CentralSteps<Tx> = Pick<SsoStore<Tx>, 'claimCentral' | 'commitCentral'>

/** A lease that ends later than a new one by more than this was written before the clock was set back. */
const LEASE_AHEAD_MS = 60_000

/**
 * The lease on the central check, and its fence. The age of a check or a lease is measured only by the clock of the
 * database, which is read after any wait for the row.
 */
export function centralStatements<Tx>(needs: StoreNeeds<Tx>): CentralSteps<Tx> {
  const { db } = needs
  return {
    claimCentral: (claim) => db.transaction((tx) => claimCentral({ ...needs, tx }, claim), QUICK),
    commitCentral: (commit) =>
      db.transaction((tx) => commitCentral({ ...needs, tx }, commit), commit.tokens ? 'on-disk' : QUICK),
  }
}

const COLUMNS = `central_checked_at, coalesce(lease_until, 0) as lease_until, fence, central_sealed, central_key_id,
  central_access_expires_at, central_sid, security_version, clock_timestamp() as at`

/** Claims a session. A row that another caller has locked is skipped, and this caller tries again. */
async function claimCentral<Tx>(step: Step<Tx>, claim: ClaimCentral): Promise<CentralClaim> {
  const { db, tx } = step
  const [row] = await db.query(
    `select ${COLUMNS} from sso_sessions where id = $1 and ended_at is null for update skip locked`,
    [claim.sessionId],
    tx,
  )
  if (!row) return whileLocked(step, claim)
  const at = instant(row, 'at')
  if (isFresh(row, claim)) return { kind: 'fresh', checkedAt: instant(row, 'central_checked_at'), at }
  const left = number(row, 'lease_until') - at.getTime()
  const central = sealedCentral(row)
  if ((left >= 0 && left <= claim.leaseMs + LEASE_AHEAD_MS) || !central) return { kind: 'busy' }
  const fence = number(row, 'fence') + 1
  await db.execute(
    `update sso_sessions set lease_until = $2, fence = $3 where id = $1`,
    [claim.sessionId, at.getTime() + claim.leaseMs, fence],
    tx,
  )
  return { kind: 'claimed', fence, central, at }
}

async function whileLocked<Tx>({ db, tx }: Step<Tx>, claim: ClaimCentral): Promise<CentralClaim> {
  const [row] = await db.query(
    `select ${COLUMNS} from sso_sessions where id = $1 and ended_at is null`,
    [claim.sessionId],
    tx,
  )
  if (!row) return { kind: 'gone' }
  if (!isFresh(row, claim)) return { kind: 'busy' }
  return { kind: 'fresh', checkedAt: instant(row, 'central_checked_at'), at: instant(row, 'at') }
}

function isFresh(row: Row, { staleMs }: ClaimCentral): boolean {
  const age = instant(row, 'at').getTime() - instant(row, 'central_checked_at').getTime()
  return age >= 0 && age < staleMs
}

async function commitCentral<Tx>(step: Step<Tx>, commit: CommitCentral): Promise<Date | null> {
  const { sessionId, fence, checkedAt, tokens, leaseMs } = commit
  const { db, tx } = step
  const [held] = await db.query(
    `select last_used_at, central_checked_at from sso_sessions
      where id = $1 and fence = $2 and ended_at is null and lease_until is not null for update`,
    [sessionId, fence],
    tx,
  )
  if (!held) return null
  const [clock = {}] = await db.query(`select clock_timestamp() as at`, [], tx)
  const at = instant(clock, 'at')
  const checked = checkedAt ?? instant(held, 'central_checked_at')
  const used = Math.max(instant(held, 'last_used_at').getTime(), checkedAt?.getTime() ?? 0)
  await db.execute(
    `update sso_sessions set central_checked_at = $2, last_used_at = $3, lease_until = $4 where id = $1`,
    [sessionId, checked, used, leaseMs > 0 ? at.getTime() + leaseMs : null],
    tx,
  )
  if (tokens) await storeTokens(step, sessionId, tokens)
  return at
}

async function storeTokens<Tx>(
  { db, tx }: Step<Tx>,
  sessionId: string,
  tokens: SealedCentral,
): Promise<void> {
  await db.execute(
    `update sso_sessions set central_sealed = $2, central_key_id = $3, central_access_expires_at = $4 where id = $1`,
    [sessionId, tokens.sealed, tokens.keyId, tokens.accessExpiresAt],
    tx,
  )
}
