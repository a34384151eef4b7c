import type { SessionProof } from '../access/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { hasPasskey } from './passkey-store.ts'

/** The proof of this room, where the citizen has it. */
export async function passkeyProofs(db: Database, citizenId: string): Promise<readonly SessionProof[]> {
  return (await hasPasskey(db, citizenId)) ? ['passkey'] : []
}
