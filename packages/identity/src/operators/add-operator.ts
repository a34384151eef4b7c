import { appendEvent, type OrderedByOperator, readOperatorName } from '../audit/index.ts'
import { type Citizen, findForOperator, readEmail } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { databaseNow } from '../platform/postgres/database-clock.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { findOperator, findSameNamed, lockOperators, type Operator, saveOperator } from './operator-store.ts'
import type { Role } from './role.ts'

/** Who shall be an operator, under which name, and what for. */
export interface NewOperator {
  readonly emailOrSubject: string
  readonly name: string
  readonly role: Role
}

/** Why a citizen cannot be an operator. */
export type AddOperatorRefusal = 'unknown-citizen' | 'not-active' | 'bad-name' | 'name-taken'

/** The operator, and whether the citizen was none, had another name or role, or the same: then the keys that the citizen has now count. */
export interface AddedOperator {
  readonly operator: Operator
  readonly subject: string
  readonly outcome: 'added' | 'changed' | 'confirmed'
}

/** Makes a citizen an operator, gives one another name or role, or lets the keys count that one has now (`isTrustedSignIn`). */
export async function addOperator(
  needs: Basics & OrderedByOperator,
  { emailOrSubject, name: given, role }: NewOperator,
): Promise<Result<AddedOperator, AddOperatorRefusal>> {
  const name = readOperatorName(given)
  // An address as a name would hide whose address it is.
  if (name === undefined || readEmail(name).ok) return refused('bad-name')
  return needs.db.transaction(async (tx) => {
    await lockOperators(tx)
    const found = await findForOperator(tx, emailOrSubject)
    const refusal = await refusalOf(tx, found, name)
    if (refusal !== undefined || !found) return refused(refusal ?? 'unknown-citizen')
    const { citizenId, subject } = found
    const before = await findOperator(tx, citizenId)
    const operator = { citizenId, name, role, addedAt: await databaseNow(tx) }
    const outcome = outcomeOf(before, operator)
    await save({ ...needs, db: tx }, before, operator)
    return accepted({ operator, subject, outcome })
  })
}

async function refusalOf(
  tx: Database,
  citizen: Citizen | undefined,
  name: string,
): Promise<AddOperatorRefusal | undefined> {
  if (!citizen) return 'unknown-citizen'
  if (citizen.standing !== 'active' || !citizen.emailVerified) return 'not-active'
  const holders = await findSameNamed(tx, name)
  return holders.some(({ citizenId }) => citizenId !== citizen.citizenId) ? 'name-taken' : undefined
}

function outcomeOf(before: Operator | undefined, { name, role }: Operator): AddedOperator['outcome'] {
  if (!before) return 'added'
  return before.name === name && before.role === role ? 'confirmed' : 'changed'
}

async function save(
  needs: Basics & OrderedByOperator,
  before: Operator | undefined,
  operator: Operator,
): Promise<void> {
  const { citizenId, name, role } = operator
  await saveOperator(needs.db, operator)
  await appendEvent(needs, {
    ...{ name: before ? 'operator-changed' : 'operator-added', origin: needs.by, citizenId },
    details: {
      ...{ operator: name, role },
      ...(before && { 'former-role': before.role, 'former-name': before.name }),
    },
  })
}
