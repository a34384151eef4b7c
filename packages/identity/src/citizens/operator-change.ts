import { type AuditEventName, appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Citizen } from './citizen.ts'
import { findForOperator } from './find-for-operator.ts'

/** The citizen, and the reason for the audit event. */
export interface OperatorRequest {
  readonly emailOrSubject: string
  readonly reason: string
}

/** Why an operator's change is refused. */
export type OperatorRefusal = 'unknown-citizen' | 'account-closed' | 'bad-reason'

/** The citizen before the change, and whether anything changed. */
export interface OperatorChange {
  readonly citizen: Citizen
  readonly outcome: 'changed' | 'unchanged'
}

/** One kind of change. */
export interface OperatorChangeKind {
  readonly event: AuditEventName
  /** False where there is nothing to change. */
  change(tx: Database, citizenId: string): Promise<boolean>
  /** Whether it is possible for a closed account. */
  readonly closedAccounts: 'refused' | 'unchanged'
}

const MOST_REASON_CHARACTERS = 500
const UNFIT = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u

/** Finds the citizen, makes the change and writes the event, in one transaction. */
export async function changeAsOperator(
  needs: Basics,
  { emailOrSubject, reason }: OperatorRequest,
  kind: OperatorChangeKind,
): Promise<Result<OperatorChange, OperatorRefusal>> {
  const words = reason.trim()
  if (words === '' || [...words].length > MOST_REASON_CHARACTERS || UNFIT.test(words))
    return refused('bad-reason')
  return needs.db.transaction(async (tx) => {
    const citizen = await findForOperator(tx, emailOrSubject)
    if (!citizen) return refused('unknown-citizen')
    const { citizenId, standing } = citizen
    if (standing === 'closed' && kind.closedAccounts === 'refused') return refused('account-closed')
    if (!(await kind.change(tx, citizenId))) return accepted({ citizen, outcome: 'unchanged' })
    const event = { name: kind.event, origin: operatorOrigin, citizenId, details: { reason: words } }
    await appendEvent({ ...needs, db: tx }, event)
    return accepted({ citizen, outcome: 'changed' })
  })
}
