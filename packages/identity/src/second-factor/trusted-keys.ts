import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { selectAuthenticators } from './authenticator-store.ts'
import { findCodesTrustedSince } from './recovery-code-store.ts'

/** Since when each app of a citizen can be trusted, and each recovery code that says so. */
export async function codesTrustedSince(db: Database, citizenId: string): Promise<readonly UnixSeconds[]> {
  const apps = await selectAuthenticators(db, citizenId)
  return [...apps.map(({ trustedSince }) => trustedSince), ...(await findCodesTrustedSince(db, citizenId))]
}
