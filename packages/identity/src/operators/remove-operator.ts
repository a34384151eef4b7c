import { appendEvent, type OrderedByOperator } from '../audit/index.ts'
import { findForOperator } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { deleteOperator, findOperator, findSameNamed, type Operator } from './operator-store.ts'

/** Ends that somebody is an operator, found by the operator's name, address or subject. The console refuses the next request. */
export async function removeOperator(
  needs: Basics & OrderedByOperator,
  who: string,
): Promise<Result<Operator, 'no-operator'>> {
  return needs.db.transaction(async (tx) => {
    const named = await findNamed(tx, who.trim())
    const operator = named === undefined ? undefined : await findOperator(tx, named)
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

/** A name in any case of its letters, then an address or a subject, and then a name that only one has who is named alike. */
async function findNamed(tx: Database, who: string): Promise<string | undefined> {
  const alike = await findSameNamed(tx, who)
  const exact = alike.find(({ name }) => name.toLowerCase() === who.toLowerCase())
  const citizenId = exact?.citizenId ?? (await findForOperator(tx, who))?.citizenId
  return citizenId ?? (alike.length === 1 ? alike[0]?.citizenId : undefined)
}
