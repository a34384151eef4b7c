import type { Result } from '../platform/result.ts'
import { raiseSecurityVersion } from './citizen-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorNeeds,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/** Ends every session, code, token and link of a citizen, who may sign in again at once. */
export function signOutCitizen(
  needs: OperatorNeeds,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  return changeAsOperator(needs, request, {
    event: 'citizen-signed-out',
    change: async (tx, citizenId) => (await raiseSecurityVersion(tx, citizenId)) !== undefined,
    closedAccounts: 'refused',
  })
}
