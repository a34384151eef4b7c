import { appendEvent, operatorOrigin } from '../audit/index.ts'
import type { ClientNeeds } from './add-client.ts'
import { countEndedGrants } from './client-store.ts'

/**
 * Counts the grants that ended with the client that was just disabled, and writes their number into the audit. They are
 * ended already, by one row; counting looks through all grants, and nobody waits for it but the operator.
 */
export async function tellEndedGrants(needs: ClientNeeds, clientId: string): Promise<number> {
  const grants = await countEndedGrants(needs.db, clientId, needs.clock.now())
  const event = {
    name: 'client-grants-ended',
    origin: operatorOrigin,
    clientId,
    details: { grants },
  } as const
  if (grants > 0) await appendEvent(needs, event)
  return grants
}
