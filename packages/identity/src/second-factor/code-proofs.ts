import type { SessionProof } from '../access/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { hasAuthenticator } from './authenticator-store.ts'

/** The proof of this room, where the citizen has an app for it. */
export async function codeProofs(db: Database, citizenId: string): Promise<readonly SessionProof[]> {
  return (await hasAuthenticator(db, citizenId)) ? ['password+code'] : []
}
