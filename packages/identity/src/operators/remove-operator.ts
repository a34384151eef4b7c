import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { findNamedOperator } from './find-named-operator.ts'
import { deleteOperator, type Operator } from './operator-store.ts'

/** Ends that somebody is an operator, found by the operator's name, address or subject. The console refuses the next request. */
export async function removeOperator(
  needs: Basics & OrderedByOperator,
  who: string,
): Promise<Result<Operator, 'no-operator'>> {
  return needs.db.transaction(async (tx) => {
    const operator = await findNamedOperator(tx, who)
    if (!operator || !(await deleteOperator(tx, operator.citizenId))) return refused('no-operator')
    const { name, role } = operator
    await appendEvent(
      { ...needs, db: tx },
      {
        ...{ name: 'operator-removed', origin: needs.by, citizenId: operator.citizenId },
        details: { operator: name, role },
      },
    )
    return accepted(operator)
  })
}
