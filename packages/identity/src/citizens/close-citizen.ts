import type { Database } from '../platform/postgres/database.ts'
import type { Result } from '../platform/result.ts'
import { closeAccount } from './citizen-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorNeeds,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/** What closing an account needs. */
export interface CloseCitizenNeeds extends OperatorNeeds {
  /** Deletes what the rooms above this one keep about a citizen, in the same transaction. */
  erase(tx: Database, citizenId: string): Promise<void>
}

/**
 * Closes an account for good: all access ends, what is known about the person is erased, and the address may be
 * registered by anybody. The subject stays and is never given to anybody else, so no program takes somebody else for this
 * citizen.
 */
export function closeCitizen(
  { erase, ...needs }: CloseCitizenNeeds,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  return changeAsOperator(needs, request, {
    event: 'citizen-closed',
    change: async (tx, citizenId) => {
      const isClosed = await closeAccount(tx, citizenId)
      if (isClosed) await erase(tx, citizenId)
      return isClosed
    },
    closedAccounts: 'unchanged',
  })
}
