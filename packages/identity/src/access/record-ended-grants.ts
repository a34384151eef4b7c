import { appendEvent, type ByOperator } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { countEndedGrants } from './statements/count-ended-grants.ts'

/**
 * Counts the grants that ended with a client that was just disabled, and writes the number into the audit. One changed
 * row has ended them; the count reads all grants, and only the operator waits for it.
 */
export async function recordEndedGrants(needs: Basics & ByOperator, clientId: string): Promise<number> {
  const grants = await countEndedGrants(needs.db, clientId, needs.clock.now())
  if (grants > 0) {
    const details = { grants }
    await appendEvent(needs, { name: 'client-grants-ended', origin: needs.by, clientId, details })
  }
  return grants
}
