import type { AccountAdapter } from '@portico/program'
import type { GateConfig } from './config.ts'
import type { GateAccount } from './guard.ts'
import type { GateDatabase } from './open-database.ts'

/**
 * Chooses where the accounts of citizens are. By subject alone: the gate makes an account at the first sign-in and asks
 * nobody, so the back end needs no users table.
 */
export function chooseAccounts<Tx>(
  _config: GateConfig,
  database: GateDatabase<Tx>,
): AccountAdapter<GateAccount, Tx> {
  return database.starterAccounts
}
