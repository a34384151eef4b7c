import { type AuditEvent, type AuditEventName, appendEvent, type OrderedByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** What every change of a client needs: who orders it, and why. */
export type ChangeNeeds = Basics & OrderedByOperator

/** Writes the event of an operator's change of a client, in the transaction of `db`. */
export function noteChange(
  needs: ChangeNeeds,
  name: AuditEventName,
  clientId: string,
  details: AuditEvent['details'] = {},
): Promise<void> {
  return appendEvent(needs, { name, origin: needs.by, clientId, details })
}
