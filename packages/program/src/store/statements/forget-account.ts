import type { ForgottenAccount } from '../index.ts'
import { bytes, text } from '../rows.ts'
import type { Statements } from './database.ts'
import { endSessions } from './ending.ts'
import { addRevocation } from './revocations.ts'
import type { StoreNeeds } from './store-needs.ts'

/** Deletes the sign-ins that would link an account. */
export async function deletePending<Tx>(db: Statements<Tx>, accountId: string, tx: Tx): Promise<void> {
  await db.execute(`delete from sso_pending where link_account_id = $1`, [accountId], tx)
}

/**
 * Ends the sessions of an account, and removes its links and its open sign-ins. It locks rows in the same order as an
 * exchange. If an exchange was first, its session ends and its link is removed, too.
 */
export function forgetAccount<Tx>(
  needs: StoreNeeds<Tx>,
  accountId: string,
  now: Date,
): Promise<ForgottenAccount> {
  const { db } = needs
  return db.transaction(async (tx) => {
    await deletePending(db, accountId, tx)
    const handoffs = await db.query(
      `select code_hash, sealed, key_id from sso_handoffs where link_account_id = $1 for update`,
      [accountId],
      tx,
    )
    for (const row of handoffs.filter((one) => one['sealed'] !== null)) {
      const origin = { kind: 'handoff', id: text(row, 'code_hash') } as const
      const [sealed, keyId] = [bytes(row, 'sealed'), text(row, 'key_id')]
      await addRevocation({ ...needs, tx }, { origin, sealed, keyId, createdAt: now })
    }
    await db.execute(`delete from sso_handoffs where link_account_id = $1`, [accountId], tx)
    const links = await db.execute(`delete from sso_identities where account_id = $1`, [accountId], tx)
    const ended = await endSessions({ ...needs, tx }, { accountId, cause: 'revoked_by_program', now })
    return { links, ended }
  })
}
