import type { Citizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Secret } from '../platform/secret.ts'

/** What the sign-in knows of codes beside the password. The room `second-factor` above has the rest, and makes this. */
export interface SecondFactorEntry {
  /**
   * Stores that the password of a citizen was right, and returns the ticket of this half sign-in. Nothing where the account
   * asks for no code.
   */
  begin(db: Database, citizen: Citizen): Promise<Secret | undefined>
}
