import type { ConsumedPending, SsoStore } from '../index.ts'
import { pendingValues } from '../row-values.ts'
import { callbackResult, instant, missedPending, pendingRow } from '../rows.ts'
import type { Database, Statements } from './database.ts'

type PendingSteps<Tx> = Pick<SsoStore<Tx>, 'createPending' | 'settlePending' | 'findCallbackResult'>

/** Pending sign-ins: from `begin/` to `callback/`. */
export function pendingStatements<Tx>(db: Statements<Tx>): PendingSteps<Tx> {
  return {
    async createPending(pending) {
      await db.execute(
        `insert into sso_pending (state_hash, sealed, key_id, challenge, return_uri, link_account_id,
                link_session_ref, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        pendingValues(pending),
      )
    },
    async settlePending(stateHash, refusal) {
      await db.execute(
        `update sso_pending set refusal = $2 where state_hash = $1 and consumed_at is not null`,
        [stateHash, refusal],
      )
    },
    async findCallbackResult(stateHash, codeHash, now) {
      const [row] = await db.query(
        `select p.refusal, h.consumed_at as handoff_consumed_at, h.expires_at as handoff_expires_at
           from sso_pending p left join sso_handoffs h on h.code_hash = $2 where p.state_hash = $1`,
        [stateHash, codeHash],
      )
      return callbackResult(row, now)
    },
  }
}

interface Consuming {
  readonly stateHash: string
  readonly now: Date
  readonly by: string
}

/** Consumes a state, or finds out why not. */
export function consumePending<Tx>(db: Database<Tx>, consuming: Consuming): Promise<ConsumedPending> {
  return db.inOrder((tx) => consumeFirst({ db, tx }, consuming))
}

/** The first statement decides who consumes the state. */
async function consumeFirst<Tx>(
  { db, tx }: { readonly db: Statements<Tx>; readonly tx: Tx | undefined },
  { stateHash, now, by }: Consuming,
): Promise<ConsumedPending> {
  const won = await db.execute(
    `update sso_pending set consumed_at = $2, consumed_by = $3
      where state_hash = $1 and consumed_at is null and expires_at > $2`,
    [stateHash, now, by],
    tx,
  )
  const [row] = await db.query(
    `select state_hash, sealed, key_id, challenge, return_uri, link_account_id, link_session_ref, created_at, expires_at,
            consumed_at, consumed_by, clock_timestamp() as at
       from sso_pending where state_hash = $1`,
    [stateHash],
    tx,
  )
  if (!row) return { kind: 'unknown' }
  if (won === 1) return { kind: 'consumed', pending: pendingRow(row), consumedAt: instant(row, 'at') }
  return missedPending(row, now)
}
