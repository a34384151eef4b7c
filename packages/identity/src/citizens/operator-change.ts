import { type AuditEventName, appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { countCharacters, withoutEdges } from '../platform/plain-text.ts'
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

/** An operator's change of a citizen. */
export type ChangeCitizen<Needs extends Basics = Basics> = (
  needs: Needs,
  request: OperatorRequest,
) => Promise<Result<OperatorChange, OperatorRefusal>>

const MOST_REASON_CHARACTERS = 500
const UNFIT = /[\p{Cc}\p{Cs}\u2028-\u202e\u2066-\u2069]/u

/**
 * Makes a kind of change: it finds the citizen, changes it and writes the event, in one transaction. `change` returns
 * false where there is nothing to change.
 */
export function operatorChange<Needs extends Basics = Basics>(
  event: AuditEventName,
  change: (tx: Database, citizenId: string, needs: Needs) => Promise<boolean>,
  closedAccounts: 'refused' | 'unchanged' = 'refused',
): ChangeCitizen<Needs> {
  return async (needs, request) => {
    const reason = withoutEdges(request.reason)
    if (reason === '' || countCharacters(reason) > MOST_REASON_CHARACTERS || UNFIT.test(reason))
      return refused('bad-reason')
    return needs.db.transaction(async (tx) => {
      const citizen = await findForOperator(tx, request.emailOrSubject)
      if (!citizen) return refused('unknown-citizen')
      const { citizenId, standing } = citizen
      if (standing === 'closed' && closedAccounts === 'refused') return refused('account-closed')
      if (!(await change(tx, citizenId, needs))) return accepted({ citizen, outcome: 'unchanged' })
      const details = { reason }
      await appendEvent({ ...needs, db: tx }, { name: event, origin: operatorOrigin, citizenId, details })
      return accepted({ citizen, outcome: 'changed' })
    })
  }
}
