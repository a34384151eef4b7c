import type { ConsumedPending, SsoStore } from '../index.ts'
import { pendingValues } from '../row-values.ts'
import { callbackResult, missedPending, pendingRow } from '../rows.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type PendingSteps = Pick<
  SsoStore<SqliteTransaction>,
  'createPending' | 'consumePending' | 'settlePending' | 'findCallbackResult'
>

/** Pending sign-ins: from `begin/` to `callback/`. */
export function pendingStatements(needs: StoreNeeds): PendingSteps {
  return {
    async createPending(p) {
      await needs.db.transaction((tx) =>
        tx.query(
          `insert into sso_pending (state_hash, sealed, key_id, challenge, return_uri, link_account_id,
                  link_session_ref, created_at, expires_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
          pendingValues(p),
        ),
      )
    },
    consumePending: (stateHash, now, by) => consumePending(needs, { stateHash, now, by }),
    async settlePending(stateHash, refusal) {
      await needs.db.transaction((tx) =>
        tx.query(`update sso_pending set refusal = $2 where state_hash = $1 and consumed_at is not null`, [
          stateHash,
          refusal,
        ]),
      )
    },
    async findCallbackResult(stateHash, codeHash, now) {
      const [row] = await needs.db.query(
        `select p.refusal, h.consumed_at as handoff_consumed_at, h.expires_at as handoff_expires_at
           from sso_pending p left join sso_handoffs h on h.code_hash = $2 where p.state_hash = $1`,
        [stateHash, codeHash],
      )
      return callbackResult(row, now)
    },
  }
}

function consumePending(
  { db, clock }: StoreNeeds,
  { stateHash, now, by }: { stateHash: string; now: Date; by: string },
): Promise<ConsumedPending> {
  return db.transaction(async (tx) => {
    const [won] = await tx.query(
      `update sso_pending set consumed_at = $2, consumed_by = $3
        where state_hash = $1 and consumed_at is null and expires_at > $2
       returning state_hash, sealed, key_id, challenge, return_uri, link_account_id, link_session_ref, created_at, expires_at`,
      [stateHash, now, by],
    )
    if (won) return { kind: 'consumed', pending: pendingRow(won), consumedAt: clock.now() }
    const [missed] = await tx.query(
      `select state_hash, sealed, key_id, challenge, return_uri, link_account_id, link_session_ref, created_at, expires_at,
              consumed_at, consumed_by
         from sso_pending where state_hash = $1`,
      [stateHash],
    )
    return missed ? missedPending(missed, now) : { kind: 'unknown' }
  })
}
