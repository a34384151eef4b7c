import type { ConsumedPending, SsoStore } from '../index.ts'
import { pendingValues } from '../row-values.ts'
import { instant, pendingRow, text } from '../rows.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type PendingSteps = Pick<SsoStore<SqliteTransaction>, 'createPending' | 'consumePending'>

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
    consumePending: (stateHash, now) => consumePending(needs, stateHash, now),
  }
}

function consumePending({ db, clock }: StoreNeeds, stateHash: string, now: Date): Promise<ConsumedPending> {
  return db.transaction(async (tx) => {
    const [won] = await tx.query(
      `update sso_pending set consumed_at = $2
        where state_hash = $1 and consumed_at is null and expires_at > $2
       returning state_hash, sealed, key_id, challenge, return_uri, link_account_id, link_session_ref, created_at, expires_at`,
      [stateHash, now],
    )
    if (won) return { kind: 'consumed', pending: pendingRow(won), consumedAt: clock.now() }
    const [missed] = await tx.query(
      `select return_uri, consumed_at, expires_at from sso_pending where state_hash = $1`,
      [stateHash],
    )
    if (!missed) return { kind: 'unknown' }
    const isExpired = missed['consumed_at'] === null && instant(missed, 'expires_at') <= now
    return { kind: isExpired ? 'expired' : 'replayed', returnUri: text(missed, 'return_uri') }
  })
}
