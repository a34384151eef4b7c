import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { countEndedGrants } from './statements/count-ended-grants.ts'

/**
 * Counts the grants that ended with the client that was just disabled, and writes their number into the audit. They are
 * ended already, by one row; counting reads all grants, and only the operator waits for it.
 */
export async function tellEndedGrants(needs: Basics, clientId: string): Promise<number> {
  const grants = await countEndedGrants(needs.db, clientId, needs.clock.now())
  if (grants > 0) {
    const details = { grants }
    await appendEvent(needs, { name: 'client-grants-ended', origin: operatorOrigin, clientId, details })
  }
  return grants
}
