import { randomUUID } from 'node:crypto'
import type { AccountAdapter, ProgramEvent } from '@portico/program'
import type { GateConfig } from './config.ts'
import type { GateAccount } from './guard.ts'
import { hookedAccounts } from './hooks/index.ts'
import type { GateDatabase } from './open-database.ts'
import { systemClock } from './platform/index.ts'

/** Where the accounts of citizens are, and who is told what happened to them. */
export interface ChosenAccounts<Tx> {
  readonly accounts: AccountAdapter<GateAccount, Tx>
  /** Rejects if somebody had to be told and was not reached. */
  tell(event: ProgramEvent): Promise<void>
}

/**
 * Chooses where the accounts are. Over hooks, the back end answers for them. By subject alone, the gate makes an account
 * at the first sign-in and asks nobody, so the back end needs no users table.
 */
export function chooseAccounts<Tx>({ hooks }: GateConfig, database: GateDatabase<Tx>): ChosenAccounts<Tx> {
  if (!hooks) return { accounts: database.starterAccounts, tell: async () => undefined }
  return hookedAccounts({ ...hooks, clock: systemClock, fetch, newId: () => randomUUID() })
}
