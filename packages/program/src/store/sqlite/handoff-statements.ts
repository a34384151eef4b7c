import type {
  ConsumedHandoff,
  ConsumeHandoff,
  HandoffCommit,
  HandoffRow,
  NewSession,
  SsoStore,
} from '../index.ts'
import { handoffValues, sessionValues } from '../row-values.ts'
import { handoffRow, sessionRow } from '../rows.ts'
import { endSessions } from './ending-statements.ts'
import { addRevocation } from './revocation-statements.ts'
import { SESSION_COLUMNS } from './session-columns.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type HandoffSteps = Pick<SsoStore<SqliteTransaction>, 'createHandoff' | 'consumeHandoff'>

/** Handoffs: from `callback/` to `exchange/`. */
export function handoffStatements(needs: StoreNeeds): HandoffSteps {
  return {
    async createHandoff(h) {
      await needs.db.transaction((tx) =>
        tx.query(
          `insert into sso_handoffs (code_hash, challenge, issuer, subject, link_account_id, link_session_ref,
                  sealed, key_id, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
          handoffValues(h),
        ),
      )
    },
    consumeHandoff: (claim, commit) =>
      needs.db.transaction((tx) => consumeHandoff({ ...needs, tx }, claim, commit)),
  }
}

interface Step extends StoreNeeds {
  readonly tx: SqliteTransaction
}

type Commit = (handoff: HandoffRow, tx: SqliteTransaction) => Promise<HandoffCommit>

/** Consumes a handoff. It looks for code and challenge together, so a wrong verifier consumes nothing and is counted. */
async function consumeHandoff(step: Step, claim: ConsumeHandoff, commit: Commit): Promise<ConsumedHandoff> {
  const { tx } = step
  const [row] = await tx.query(
    `select code_hash, challenge, issuer, subject, link_account_id, link_session_ref, sealed, key_id, created_at, expires_at
       from sso_handoffs
      where code_hash = $1 and challenge = $2 and consumed_at is null and expires_at > $3 and failures < $4`,
    [claim.codeHash, claim.challenge, claim.now, claim.maxFailures],
  )
  if (!row) return countFailure(step, claim)
  await consume(tx, claim)
  await tx.query('savepoint handoff')
  const handoff = handoffRow(row)
  const outcome = await commit(handoff, tx)
  if ('conflict' in outcome) {
    await tx.query('rollback to savepoint handoff')
    await listHandoff(step, handoff, claim.now)
    return { kind: 'conflict' }
  }
  if (outcome.endOtherSessions) {
    const which = {
      accountId: outcome.session.accountId,
      cause: 'revoked_by_program',
      now: claim.now,
    } as const
    await endSessions(step, which)
  }
  return insertSession(step, outcome.session)
}

async function consume(tx: SqliteTransaction, { codeHash, now }: ConsumeHandoff): Promise<void> {
  await tx.query(`update sso_handoffs set consumed_at = $2, sealed = null where code_hash = $1`, [
    codeHash,
    now,
  ])
}

/** Counts a wrong verifier. The last one that is allowed invalidates the code, and lists its grant. */
async function countFailure(step: Step, claim: ConsumeHandoff): Promise<ConsumedHandoff> {
  const { tx } = step
  const [burned] = await tx.query(
    `update sso_handoffs set failures = failures + 1
      where code_hash = $1 and challenge <> $2 and consumed_at is null
     returning failures >= $3 as is_burned, code_hash, challenge, issuer, subject, link_account_id, link_session_ref, sealed,
               key_id, created_at, expires_at`,
    [claim.codeHash, claim.challenge, claim.maxFailures],
  )
  if (burned?.['is_burned'] === 1) {
    await listHandoff(step, handoffRow(burned), claim.now)
    await consume(tx, claim)
  }
  return { kind: 'refused' }
}

async function listHandoff(step: Step, { codeHash, sealed, keyId }: HandoffRow, now: Date): Promise<void> {
  const origin = { kind: 'handoff', id: codeHash } as const
  await addRevocation(step, { origin, sealed, keyId, createdAt: now })
}

async function insertSession({ tx, clock }: Step, n: NewSession): Promise<ConsumedHandoff> {
  await tx.query(
    `insert into sso_sessions (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
            central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at,
            authenticated_at, acr, device_browser, device_system, device_ip)
     values ($1, $2, $3, $4, $5, $6, $5, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
    sessionValues(n),
  )
  await tx.query(`insert into sso_access_tokens (access_hash, session_id, expires_at) values ($1, $2, $3)`, [
    n.accessHash,
    n.id,
    n.accessExpiresAt,
  ])
  const [row = {}] = await tx.query(
    `select ${SESSION_COLUMNS}, $2 as read_at from sso_sessions s where s.id = $1`,
    [n.id, clock.now()],
  )
  return { kind: 'consumed', session: sessionRow(row) }
}
