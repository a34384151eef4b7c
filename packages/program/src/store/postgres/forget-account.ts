import type { ForgottenAccount } from '../index.ts'
import type { Connection } from './connection.ts'
import { sealedCentral, text } from './rows.ts'

/**
 * Removes what is kept of an account. The rows are taken in the order in which an exchange takes them, so that the two
 * never wait for each other; an exchange that was faster is seen here with all that it wrote.
 */
export function forgetAccount<Tx>(
  db: Connection<Tx>,
  schema: string,
  { accountId, now }: { accountId: string; now: Date },
): Promise<ForgottenAccount> {
  return db.transaction(async (tx) => {
    await db.query(`delete from ${schema}.pending where link_account_id = $1`, [accountId], tx)
    await db.query(`delete from ${schema}.handoffs where link_account_id = $1`, [accountId], tx)
    const links = await db.query(
      `delete from ${schema}.identities where account_id = $1 returning 1`,
      [accountId],
      tx,
    )
    const ended = await db.query(
      `with old as (
         select id, central_sealed from ${schema}.sessions where account_id = $1 and ended_at is null for update)
       update ${schema}.sessions s set ended_at = $2, ended_cause = 'revoked_by_program', central_sealed = null from old
        where s.id = old.id and s.ended_at is null
       returning s.id, old.central_sealed, s.central_key_id, s.central_access_expires_at, s.central_sid, s.security_version`,
      [accountId, now],
      tx,
    )
    return {
      links: links.length,
      ended: ended.map((row) => ({ sessionId: text(row, 'id'), central: sealedCentral(row) })),
    }
  })
}
