import type { Result } from '../platform/result.ts'
import { unverifyEmail } from './citizen-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorNeeds,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/** Makes a citizen prove the address anew before entering any program (contract section 4.1, 403), and ends all access. */
export function requireVerification(
  needs: OperatorNeeds,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  const event = 'citizen-verification-required'
  return changeAsOperator(needs, request, { event, change: unverifyEmail, closedAccounts: 'refused' })
}
