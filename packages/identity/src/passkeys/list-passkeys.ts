import type { Database } from '../platform/postgres/database.ts'
import type { Passkey } from './passkey.ts'
import { selectPasskeys } from './passkey-store.ts'

/** A passkey as its citizen and the operator see it. */
export interface ListedPasskey extends Pick<Passkey, 'name' | 'backedUp' | 'createdAt' | 'lastUsedAt'> {
  /** The credential id in base64url. */
  readonly id: string
}

/** Lists the passkeys of a citizen, the oldest first. */
export async function listPasskeys(db: Database, citizenId: string): Promise<readonly ListedPasskey[]> {
  const passkeys = await selectPasskeys(db, citizenId)
  return passkeys.map(({ credentialId, name, backedUp, createdAt, lastUsedAt }) => ({
    id: credentialId.toString('base64url'),
    name,
    backedUp,
    createdAt,
    lastUsedAt,
  }))
}
