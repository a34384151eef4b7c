import type { Result } from '../platform/result.ts'
import { reinstate } from './citizen-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorNeeds,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/** Lets a suspended citizen sign in again; what the suspension ended stays ended. */
export function reinstateCitizen(
  needs: OperatorNeeds,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  return changeAsOperator(needs, request, {
    event: 'citizen-reinstated',
    change: reinstate,
    closedAccounts: 'refused',
  })
}
