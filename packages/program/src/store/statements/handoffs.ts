import type { ConsumedHandoff, ConsumeHandoff, HandoffCommit, HandoffRow, NewSession } from '../index.ts'
import { handoffValues, sessionValues } from '../row-values.ts'
import { handoffRow, number } from '../rows.ts'
import type { Statements } from './database.ts'
import { endSessions } from './ending.ts'
import { addAccess, readSession } from './one-session.ts'
import { addRevocation } from './revocations.ts'
import type { Step, StoreNeeds } from './store-needs.ts'

const COLUMNS = `code_hash, challenge, issuer, subject, link_account_id, link_session_ref, sealed, key_id, created_at, expires_at`

/** Keeps a handoff: from `callback/` to `exchange/`. */
export async function createHandoff<Tx>(db: Statements<Tx>, handoff: HandoffRow): Promise<void> {
  await db.execute(
    `insert into sso_handoffs (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    handoffValues(handoff),
  )
}

type Commit<Tx> = (handoff: HandoffRow, tx: Tx) => Promise<HandoffCommit>

/**
 * Consumes a handoff. It looks for code and challenge together, so a wrong verifier consumes nothing and is counted.
 * Locked rows are skipped, so that callers that race do not each wait with a connection.
 */
export function consumeHandoff<Tx>(
  needs: StoreNeeds<Tx>,
  claim: ConsumeHandoff,
  commit: Commit<Tx>,
): Promise<ConsumedHandoff> {
  return needs.db.transaction((tx) => consumeIn({ ...needs, tx }, claim, commit))
}

async function consumeIn<Tx>(
  step: Step<Tx>,
  claim: ConsumeHandoff,
  commit: Commit<Tx>,
): Promise<ConsumedHandoff> {
  const { db, tx } = step
  const [row] = await db.query(
    `select ${COLUMNS} from sso_handoffs
      where code_hash = $1 and challenge = $2 and consumed_at is null and expires_at > $3 and failures < $4
        for update skip locked`,
    [claim.codeHash, claim.challenge, claim.now, claim.maxFailures],
    tx,
  )
  if (!row) return countFailure(step, claim)
  await consume(step, claim)
  await db.savepoint('savepoint handoff', tx)
  const handoff = handoffRow(row)
  const outcome = await commit(handoff, tx)
  if ('conflict' in outcome) {
    await db.savepoint('rollback to savepoint handoff', tx)
    await listHandoff(step, handoff, claim.now)
    return { kind: 'conflict' }
  }
  // The savepoint is missing if the transaction ended inside commit: the rest would be committed without its begin.
  await db.savepoint('release savepoint handoff', tx)
  if (outcome.endOtherSessions) {
    const { accountId } = outcome.session
    await endSessions(step, { accountId, cause: 'revoked_by_program', now: claim.now })
  }
  return insertSession(step, outcome.session)
}

async function consume<Tx>({ db, tx }: Step<Tx>, { codeHash, now }: ConsumeHandoff): Promise<void> {
  await db.execute(
    `update sso_handoffs set consumed_at = $2, sealed = null where code_hash = $1`,
    [codeHash, now],
    tx,
  )
}

/**
 * Counts a wrong verifier. The last one that is allowed invalidates the code, and lists its grant. A caller with the right
 * verifier, who is late, does not wait for the row.
 */
async function countFailure<Tx>(step: Step<Tx>, claim: ConsumeHandoff): Promise<ConsumedHandoff> {
  const { db, tx } = step
  const wrong = `code_hash = $1 and challenge <> $2 and consumed_at is null`
  const values = [claim.codeHash, claim.challenge]
  const [found] = await db.query(`select 1 as found from sso_handoffs where ${wrong}`, values, tx)
  if (!found) return { kind: 'refused' }
  const [row] = await db.query(
    `select ${COLUMNS}, failures from sso_handoffs where ${wrong} for update`,
    values,
    tx,
  )
  if (!row) return { kind: 'refused' }
  await db.execute(
    `update sso_handoffs set failures = failures + 1 where code_hash = $1`,
    [claim.codeHash],
    tx,
  )
  if (number(row, 'failures') + 1 >= claim.maxFailures) {
    await listHandoff(step, handoffRow(row), claim.now)
    await consume(step, claim)
  }
  return { kind: 'refused' }
}

async function listHandoff<Tx>(
  step: Step<Tx>,
  { codeHash, sealed, keyId }: HandoffRow,
  now: Date,
): Promise<void> {
  const origin = { kind: 'handoff', id: codeHash } as const
  await addRevocation(step, { origin, sealed, keyId, createdAt: now })
}

async function insertSession<Tx>({ db, tx }: Step<Tx>, n: NewSession): Promise<ConsumedHandoff> {
  await db.execute(
    `insert into sso_sessions (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
            central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at,
            authenticated_at, acr, device_browser, device_system, device_ip)
     values ($1, $2, $3, $4, $5, $6, $5, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    sessionValues(n),
    tx,
  )
  await addAccess(db, n.id, n, tx)
  const session = await readSession(db, n.id, tx)
  if (!session) throw new Error('the session was not written')
  return { kind: 'consumed', session }
}
