import { findCitizen, type OperatorNeeds, operatorChange } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteFailuresOf } from './guessed-address-store.ts'

/** What forgives a citizen. */
export interface ForgiveNeeds extends OperatorNeeds {
  /** Deletes what the rooms above have counted against the citizen, in that transaction. False where there was nothing. */
  forgive(tx: Database, citizenId: string): Promise<boolean>
}

/** Deletes the wrong passwords in a row of a citizen and what else was counted, so that browsers that the account does not know may try again. */
export const forgiveCitizen = operatorChange<ForgiveNeeds>(
  'citizen-failures-forgiven',
  async (tx, citizenId, { forgive }) => {
    const citizen = await findCitizen(tx, citizenId)
    const hadMore = await forgive(tx, citizenId)
    return citizen !== undefined && ((await deleteFailuresOf(tx, citizen)) || hadMore)
  },
)
