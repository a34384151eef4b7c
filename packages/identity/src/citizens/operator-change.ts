import {
  type AuditEvent,
  type AuditEventName,
  appendEvent,
  type ByOperator,
  readReason,
} from '../audit/index.ts'
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

/** What every change by an operator needs. */
export type OperatorNeeds = Basics & ByOperator

/** An operator's change of a citizen. */
export type ChangeCitizen<Needs extends OperatorNeeds = OperatorNeeds> = (
  needs: Needs,
  request: OperatorRequest,
) => Promise<Result<OperatorChange, OperatorRefusal>>

/**
 * Makes a kind of change: it finds the citizen, changes it and writes the event, in one transaction. `change` returns
 * false where there is nothing to change, and may return what the event says beside the reason.
 */
export function operatorChange<Needs extends OperatorNeeds = OperatorNeeds>(
  event: AuditEventName,
  change: (tx: Database, citizenId: string, needs: Needs) => Promise<boolean | AuditEvent['details']>,
  closedAccounts: 'refused' | 'unchanged' = 'refused',
): ChangeCitizen<Needs> {
  return async (needs, request) => {
    const reason = readReason(request.reason)
    if (reason === undefined) return refused('bad-reason')
    return needs.db.transaction(async (tx) => {
      const citizen = await findForOperator(tx, request.emailOrSubject)
      if (!citizen) return refused('unknown-citizen')
      const { citizenId, standing } = citizen
      if (standing === 'closed' && closedAccounts === 'refused') return refused('account-closed')
      const changed = await change(tx, citizenId, needs)
      if (!changed) return accepted({ citizen, outcome: 'unchanged' })
      const details = { ...(changed !== true && changed), reason }
      await appendEvent({ ...needs, db: tx }, { name: event, origin: needs.by, citizenId, details })
      return accepted({ citizen, outcome: 'changed' })
    })
  }
}
