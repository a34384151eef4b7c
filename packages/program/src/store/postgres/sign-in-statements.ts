import type {
  ConsumedHandoff,
  ConsumedPending,
  ConsumeHandoff,
  HandoffCommit,
  HandoffRow,
  NewSession,
  SsoStore,
} from '../index.ts'
import { sessionValues } from '../row-values.ts'
import { handoffRow, instant, missedPending, pendingRow, sessionRow } from '../rows.ts'
import { addAccess, SESSION_COLUMNS } from '../statements/index.ts'
import type { Target } from './common-statements.ts'
import { endSessions } from './ending-statement.ts'
import { addRevocation, listErased } from './revocation-statements.ts'

type SignInSteps<Tx> = Pick<SsoStore<Tx>, 'consumePending' | 'consumeHandoff'>

/** Pending sign-ins and handoffs are consumed in one statement each. */
export function signInStatements<Tx>(target: Target<Tx>): SignInSteps<Tx> {
  return {
    consumePending: (stateHash, now, by) => consumePending(target, { stateHash, now, by }),
    consumeHandoff: (claim, commit) => consumeHandoff(target, claim, commit),
  }
}

async function consumePending<Tx>(
  { db, schema }: Target<Tx>,
  { stateHash, now, by }: { stateHash: string; now: Date; by: string },
): Promise<ConsumedPending> {
  const [won] = await db.query(
    `update ${schema}.pending set consumed_at = $2, consumed_by = $3
      where state_hash = $1 and consumed_at is null and expires_at > $2
     returning state_hash, sealed, key_id, challenge, return_uri, link_account_id, link_session_ref, created_at, expires_at,
               clock_timestamp() as at`,
    [stateHash, now, by],
  )
  if (won) return { kind: 'consumed', pending: pendingRow(won), consumedAt: instant(won, 'at') }
  const [missed] = await db.query(
    `select state_hash, sealed, key_id, challenge, return_uri, link_account_id, link_session_ref, created_at, expires_at,
            consumed_at, consumed_by
       from ${schema}.pending where state_hash = $1`,
    [stateHash],
  )
  return missed ? missedPending(missed, now) : { kind: 'unknown' }
}

type Commit<Tx> = (handoff: HandoffRow, tx: Tx) => Promise<HandoffCommit>

/**
 * Consumes a handoff. The statement looks for code and challenge together, so a wrong verifier consumes nothing and is
 * counted. Locked rows are skipped, so that callers that race do not each wait with a connection.
 */
function consumeHandoff<Tx>(
  target: Target<Tx>,
  claim: ConsumeHandoff,
  commit: Commit<Tx>,
): Promise<ConsumedHandoff> {
  const { db, schema } = target
  return db.transaction(async (tx) => {
    const [row] = await db.query(
      `with old as (
         select code_hash, sealed from ${schema}.handoffs
          where code_hash = $1 and challenge = $2 and consumed_at is null and expires_at > $3 and failures < $4
            for update skip locked)
       update ${schema}.handoffs h set consumed_at = $3, sealed = null from old where h.code_hash = old.code_hash
       returning h.code_hash, h.challenge, h.issuer, h.subject, h.link_account_id, h.link_session_ref, old.sealed,
                 h.key_id, h.created_at, h.expires_at`,
      [claim.codeHash, claim.challenge, claim.now, claim.maxFailures],
      tx,
    )
    if (!row) return countFailure(target, claim, tx)
    await db.query('savepoint handoff', [], tx)
    const handoff = handoffRow(row)
    const outcome = await commit(handoff, tx)
    if ('conflict' in outcome) {
      await db.query('rollback to savepoint handoff', [], tx)
      const { sealed, keyId } = handoff
      const added = { origin: { kind: 'handoff', id: handoff.codeHash }, sealed, keyId } as const
      await addRevocation(db, schema, { ...added, createdAt: claim.now }, tx)
      return { kind: 'conflict' }
    }
    if (outcome.endOtherSessions) {
      const which = { where: 'account_id = $3 order by id for update', values: [outcome.session.accountId] }
      await endSessions(db, schema, { ...which, cause: 'revoked_by_program', now: claim.now, tx })
    }
    return insertSession(target, outcome.session, tx)
  })
}

async function countFailure<Tx>(
  { db, schema }: Target<Tx>,
  claim: ConsumeHandoff,
  tx: Tx,
): Promise<ConsumedHandoff> {
  await db.query(
    `with old as (
       select code_hash, failures + 1 as failures, failures + 1 >= $4 as is_burned, sealed, key_id
         from ${schema}.handoffs where code_hash = $1 and challenge <> $2 and consumed_at is null for update),
     erased as (select code_hash as id, sealed, key_id from old where is_burned),
     listed as (${listErased(schema, { kind: 'handoff', erased: 'erased', at: '$3' })})
     update ${schema}.handoffs h
        set failures = old.failures, sealed = case when is_burned then null else h.sealed end,
            consumed_at = case when is_burned then $3::timestamptz end
       from old where h.code_hash = old.code_hash`,
    [claim.codeHash, claim.challenge, claim.now, claim.maxFailures],
    tx,
  )
  return { kind: 'refused' }
}

async function insertSession<Tx>(
  { db, schema, common }: Target<Tx>,
  n: NewSession,
  tx: Tx,
): Promise<ConsumedHandoff> {
  const [row] = await db.query(
    `insert into ${schema}.sessions as s (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
            central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at,
            authenticated_at, acr, device_browser, device_system, device_ip)
     values ($1, $2, $3, $4, $5, $6, $5, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning ${SESSION_COLUMNS}`,
    sessionValues(n),
    tx,
  )
  await addAccess(common, n.id, n, tx)
  if (!row) throw new Error('the session was not written')
  return { kind: 'consumed', session: sessionRow(row) }
}
