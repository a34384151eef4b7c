import type { NewRevocation, RevocationOrigin, SsoStore } from '../index.ts'
import { instant, number, revocationRow } from '../rows.ts'
import type { Connection } from './connection.ts'

type RevocationSteps<Tx> = Pick<
  SsoStore<Tx>,
  'addRevocation' | 'claimRevocation' | 'settleRevocation' | 'countRevocations'
>

/** The longest wait. An entry with a longer one was written by a clock that was ahead, and is due. */
const MAX_WAIT = `interval '2 hours'`

/** The list of central grants to revoke. Only the statements of this file write it. */
export function revocationStatements<Tx>(db: Connection<Tx>, schema: string): RevocationSteps<Tx> {
  return {
    addRevocation: (added) => addRevocation(db, schema, added),
    async claimRevocation(now, leaseMs) {
      const [row] = await db.query(
        `update ${schema}.revocations set tries = tries + 1, next_try_at = $2
          where id = coalesce(
            (select id from ${schema}.revocations where next_try_at <= $1
              order by next_try_at limit 1 for update skip locked),
            (select id from ${schema}.revocations where next_try_at > $1::timestamptz + ${MAX_WAIT}
              order by next_try_at limit 1 for update skip locked))
         returning id, sealed_for, sealed_for_id, sealed, key_id, created_at, tries`,
        [now, new Date(now.getTime() + leaseMs)],
      )
      return row ? revocationRow(row) : null
    },
    async settleRevocation({ id, tries, retryAt }) {
      const rows = retryAt
        ? await db.query(
            `update ${schema}.revocations set next_try_at = $3 where id = $1 and tries = $2 returning 1`,
            [id, tries, retryAt],
          )
        : await db.query(`delete from ${schema}.revocations where id = $1 and tries = $2 returning 1`, [
            id,
            tries,
          ])
      return rows.length > 0
    },
    // plan: the list is as long as what waits.
    async countRevocations() {
      const [row] = await db.query(
        `select count(*)::int as waiting, min(created_at) as since from ${schema}.revocations`,
      )
      const waiting = row ? number(row, 'waiting') : 0
      return { waiting, since: row && waiting > 0 ? instant(row, 'since') : null }
    },
  }
}

/** Puts a grant on the list, in a transaction if one is given. */
export async function addRevocation<Tx>(
  db: Connection<Tx>,
  schema: string,
  added: NewRevocation,
  tx?: Tx,
): Promise<void> {
  await db.query(
    `insert into ${schema}.revocations (sealed_for, sealed_for_id, sealed, key_id, created_at, next_try_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [added.origin.kind, added.origin.id, added.sealed, added.keyId, added.createdAt],
    tx,
  )
}

/**
 * The part of a statement that puts erased tokens on the list. `erased` is the name of a `with` query of the same
 * statement, with the columns id, sealed and key_id. `sealed` may be null. `at` is the parameter with the time.
 */
export function listErased(
  schema: string,
  { kind, erased, at }: { kind: RevocationOrigin['kind']; erased: string; at: string },
): string {
  return `insert into ${schema}.revocations (sealed_for, sealed_for_id, sealed, key_id, created_at, next_try_at)
          select '${kind}', id::text, sealed, key_id, ${at}::timestamptz, ${at}::timestamptz from ${erased}
           where sealed is not null`
}
