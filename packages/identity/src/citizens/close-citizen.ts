import type { Database } from '../platform/postgres/database.ts'
import type { Result } from '../platform/result.ts'
import { closeAccount } from './citizen-store.ts'
import { removeTraces } from './closing-store.ts'
import {
  changeAsOperator,
  type OperatorChange,
  type OperatorNeeds,
  type OperatorRefusal,
  type OperatorRequest,
} from './operator-change.ts'

/**
 * Closes an account for good: all access ends, what is known about the person is erased, and the address may be
 * registered by anybody. The subject stays, unused for ever, so that programs never meet it as someone else.
 */
export function closeCitizen(
  needs: OperatorNeeds,
  request: OperatorRequest,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  return changeAsOperator(needs, request, {
    event: 'citizen-closed',
    change: closeAll,
    closedAccounts: 'unchanged',
  })
}

async function closeAll(tx: Database, citizenId: string): Promise<boolean> {
  if (!(await closeAccount(tx, citizenId))) return false
  await removeTraces(tx, citizenId)
  return true
}
