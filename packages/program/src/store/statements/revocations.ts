import type { NewRevocation, SsoStore } from '../index.ts'
import { instant, number, revocationRow, text } from '../rows.ts'
import type { Database, Statements } from './database.ts'
import type { StoreNeeds } from './store-needs.ts'

type RevocationSteps<Tx> = Pick<
  SsoStore<Tx>,
  'addRevocation' | 'claimRevocation' | 'settleRevocation' | 'countRevocations'
>

/** The longest wait. An entry with a longer one was written by a clock that was ahead, and is due. */
const MAX_WAIT_MS = 7_200_000

/** The list of central grants to revoke. Only the statements of this file write it. */
export function revocationStatements<Tx>({ db, random }: StoreNeeds<Tx>): RevocationSteps<Tx> {
  return {
    addRevocation: (added) => addRevocation({ db, random }, added),
    claimRevocation: (now, leaseMs) =>
      db.transaction(async (tx) => {
        const [row] = await db.query(
          `select id, sealed_for, sealed_for_id, sealed, key_id, created_at, tries + 1 as tries
             from sso_revocations where next_try_at <= $1 or next_try_at > $2
            order by next_try_at limit 1 for update skip locked`,
          [now, now.getTime() + MAX_WAIT_MS],
          tx,
        )
        if (!row) return null
        await db.execute(
          `update sso_revocations set tries = tries + 1, next_try_at = $2 where id = $1`,
          [text(row, 'id'), now.getTime() + leaseMs],
          tx,
        )
        return revocationRow(row)
      }),
    settleRevocation: ({ id, tries, retryAt }) =>
      retryAt ? tryLater(db, { id, tries, retryAt }) : removeEntry(db, { id, tries }),
    async countRevocations() {
      const [row = {}] = await db.query(
        `select count(*) as waiting, min(created_at) as since from sso_revocations`,
      )
      const waiting = number(row, 'waiting')
      return { waiting, since: waiting > 0 ? instant(row, 'since') : null }
    },
  }
}

interface Claimed {
  readonly id: string
  readonly tries: number
}

async function removeEntry<Tx>(db: Statements<Tx>, { id, tries }: Claimed): Promise<boolean> {
  return (await db.execute(`delete from sso_revocations where id = $1 and tries = $2`, [id, tries])) > 0
}

/** Some pools of MySQL count a row that already has the value as not written. So the row is looked up first. */
function tryLater<Tx>(
  db: Database<Tx>,
  { id, tries, retryAt }: Claimed & { retryAt: Date },
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await db.query(
      `select id from sso_revocations where id = $1 and tries = $2 for update`,
      [id, tries],
      tx,
    )
    if (!row) return false
    await db.execute(`update sso_revocations set next_try_at = $2 where id = $1`, [id, retryAt], tx)
    return true
  })
}

/** Puts a grant on the list. No id is used twice, so that a late worker does not settle another entry. */
export async function addRevocation<Tx>(
  { db, random, tx }: StoreNeeds<Tx> & { readonly tx?: Tx },
  added: NewRevocation,
): Promise<void> {
  await db.execute(
    `insert into sso_revocations (id, sealed_for, sealed_for_id, sealed, key_id, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $6, $6)`,
    [random.uuid(), added.origin.kind, added.origin.id, added.sealed, added.keyId, added.createdAt],
    tx,
  )
}
