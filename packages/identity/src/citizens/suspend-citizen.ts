import type { Result } from '../platform/result.ts'
import { suspend } from './citizen-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorNeeds,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/** Keeps a citizen out and ends every session, code, token and link at once, by one row. */
export function suspendCitizen(
  needs: OperatorNeeds,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  return changeAsOperator(needs, request, {
    event: 'citizen-suspended',
    change: suspend,
    closedAccounts: 'refused',
  })
}
