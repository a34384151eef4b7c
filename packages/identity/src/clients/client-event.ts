import { type AuditEvent, type AuditEventName, appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** Writes the event of an operator's change of a client, in the transaction of `db`. */
export function noteChange(
  needs: Basics,
  name: AuditEventName,
  clientId: string,
  details: AuditEvent['details'] = {},
): Promise<void> {
  return appendEvent(needs, { name, origin: operatorOrigin, clientId, details })
}
