import type { ForgottenAccount } from '../index.ts'
import { bytes, text } from '../rows.ts'
import { endSessions } from './ending-statements.ts'
import { addRevocation } from './revocation-statements.ts'
import type { StoreNeeds } from './store-needs.ts'

/** Ends the sessions of an account, and removes its links and its open sign-ins. */
export function forgetAccount(needs: StoreNeeds, accountId: string, now: Date): Promise<ForgottenAccount> {
  return needs.db.transaction(async (tx) => {
    await tx.query(`delete from sso_pending where link_account_id = $1`, [accountId])
    const handoffs = await tx.query(
      `delete from sso_handoffs where link_account_id = $1 returning code_hash, sealed, key_id`,
      [accountId],
    )
    for (const row of handoffs.filter((one) => one['sealed'] !== null)) {
      const origin = { kind: 'handoff', id: text(row, 'code_hash') } as const
      const [sealed, keyId] = [bytes(row, 'sealed'), text(row, 'key_id')]
      await addRevocation({ ...needs, tx }, { origin, sealed, keyId, createdAt: now })
    }
    const links = await tx.query(`delete from sso_identities where account_id = $1 returning 1`, [accountId])
    const ended = await endSessions({ ...needs, tx }, { accountId, cause: 'revoked_by_program', now })
    return { links: links.length, ended }
  })
}
