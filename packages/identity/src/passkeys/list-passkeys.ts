import { booleanSchema, instantSchema, orNull, textSchema } from '../platform/operation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Passkey } from './passkey.ts'
import { selectPasskeys } from './passkey-store.ts'

/** A passkey as its citizen and the operator see it. */
export interface ListedPasskey extends Pick<Passkey, 'name' | 'backedUp' | 'createdAt' | 'lastUsedAt'> {
  /** The credential id in base64url. */
  readonly id: string
}

/** The same for programs, as `portico citizen passkeys --json` has it. */
export const LISTED_PASSKEY = {
  id: textSchema('The credential id in base64url.'),
  name: textSchema('The name that the citizen reads.'),
  backed_up: booleanSchema('Whether it is kept outside the device.'),
  created_at: instantSchema('When it was added.'),
  last_used_at: orNull(instantSchema('When it last signed in; null for never.')),
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
