import type { NewRevocation, SsoStore } from '../index.ts'
import { instant, number, revocationRow } from '../rows.ts'
import type { StoreNeeds } from './store-needs.ts'
import type { SqliteTransaction } from './transaction.ts'

type RevocationSteps = Pick<
  SsoStore<SqliteTransaction>,
  'addRevocation' | 'claimRevocation' | 'settleRevocation' | 'countRevocations'
>

/** The longest wait. An entry with a longer one was written by a clock that was ahead, and is due. */
const MAX_WAIT_MS = 7_200_000

/** The list of central grants to revoke. Only the statements of this file write it. */
export function revocationStatements({ db, random }: StoreNeeds): RevocationSteps {
  return {
    addRevocation: (added) => db.transaction((tx) => addRevocation({ tx, random }, added)),
    claimRevocation: (now, leaseMs) =>
      db.transaction(async (tx) => {
        const [row] = await tx.query(
          `update sso_revocations set tries = tries + 1, next_try_at = $2
            where id = (
              select id from sso_revocations where next_try_at <= $1 or next_try_at > $3 order by next_try_at limit 1)
           returning id, sealed_for, sealed_for_id, sealed, key_id, created_at, tries`,
          [now, now.getTime() + leaseMs, now.getTime() + MAX_WAIT_MS],
        )
        return row ? revocationRow(row) : null
      }),
    settleRevocation: ({ id, tries, retryAt }) =>
      db.transaction(async (tx) => {
        const settled = retryAt
          ? await tx.query(
              `update sso_revocations set next_try_at = $3 where id = $1 and tries = $2 returning 1`,
              [id, tries, retryAt],
            )
          : await tx.query(`delete from sso_revocations where id = $1 and tries = $2 returning 1`, [
              id,
              tries,
            ])
        return settled.length > 0
      }),
    async countRevocations() {
      const [row = {}] = await db.query(
        `select count(*) as waiting, min(created_at) as since from sso_revocations`,
      )
      const waiting = number(row, 'waiting')
      return { waiting, since: waiting > 0 ? instant(row, 'since') : null }
    },
  }
}

/** Puts a grant on the list. No id is used twice, so that a late worker does not settle another entry. */
export async function addRevocation(
  { tx, random }: Pick<StoreNeeds, 'random'> & { readonly tx: SqliteTransaction },
  added: NewRevocation,
): Promise<void> {
  await tx.query(
    `insert into sso_revocations (id, sealed_for, sealed_for_id, sealed, key_id, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [random.uuid(), added.origin.kind, added.origin.id, added.sealed, added.keyId, added.createdAt],
  )
}
