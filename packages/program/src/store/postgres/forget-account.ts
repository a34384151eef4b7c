import type { ForgottenAccount } from '../index.ts'
import { deletePending } from '../statements/index.ts'
import type { Target } from './common-statements.ts'
import { endSessions } from './ending-statement.ts'
import { listErased } from './revocation-statements.ts'

/**
 * Ends the sessions of an account, and removes its links and its open sign-ins. It locks rows in the same order as an
 * exchange, so the two never deadlock. If an exchange was first, its session ends and its link is removed, too.
 */
export function forgetAccount<Tx>(
  { db, schema, common }: Target<Tx>,
  { accountId, now }: { accountId: string; now: Date },
): Promise<ForgottenAccount> {
  return db.transaction(async (tx) => {
    await deletePending(common, accountId, tx)
    await db.query(
      `with erased as (
         delete from ${schema}.handoffs where link_account_id = $1 returning code_hash as id, sealed, key_id)
       ${listErased(schema, { kind: 'handoff', erased: 'erased', at: '$2' })}`,
      [accountId, now],
      tx,
    )
    const links = await db.query(
      `delete from ${schema}.identities where account_id = $1 returning 1`,
      [accountId],
      tx,
    )
    const which = { where: 'account_id = $3 order by id for update', values: [accountId] }
    const ended = await endSessions(db, schema, { ...which, cause: 'revoked_by_program', now, tx })
    return { links: links.length, ended }
  })
}
