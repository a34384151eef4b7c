import {
  changeAsOperator,
  findCitizen,
  type OperatorChange,
  type OperatorRefusal,
  type OperatorRequest,
} from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Result } from '../platform/result.ts'
import { deleteFailuresOf } from './guessed-address-store.ts'

/** Deletes the wrong passwords in a row of a citizen, so that browsers that the account does not know may try again. */
export function forgiveCitizen(
  needs: Basics,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  return changeAsOperator(needs, request, {
    event: 'citizen-failures-forgiven',
    change: forgive,
    closedAccounts: 'refused',
  })
}

async function forgive(tx: Database, citizenId: string): Promise<boolean> {
  const citizen = await findCitizen(tx, citizenId)
  return citizen !== undefined && deleteFailuresOf(tx, citizen)
}
