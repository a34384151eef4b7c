import type { PurgeCounts } from '../program-sso.ts'
import type { EndNeeds } from './end-session.ts'
import { revokeDue } from './revoke-due.ts'

/** Removes expired rows and revokes grants that are due, batch by batch, until nothing is left. */
export async function purge(service: EndNeeds, batchSize: number): Promise<PurgeCounts> {
  const total = { pending: 0, handoffs: 0, sessions: 0, throttle: 0, revocations: 0 }
  for (;;) {
    const { counts, isDone } = await purgeBatch(service, batchSize)
    for (const name of ['pending', 'handoffs', 'sessions', 'throttle', 'revocations'] as const)
      total[name] += counts[name]
    if (isDone) return total
  }
}

/**
 * The most grants that are revoked after a batch of rows. Each one is a request to the identity service, which may be
 * slow.
 */
const MAX_REVOCATIONS = 25

/** Purges one batch of each kind of row, in short transactions, and revokes grants. */
export async function purgeBatch(
  service: EndNeeds,
  batchSize: number,
): Promise<{ counts: PurgeCounts; isDone: boolean }> {
  const at = service.clock.now()
  const { ended, isDone, ...purged } = await service.store.purge(at, batchSize)
  for (const { sessionId, accountId } of ended)
    service.emit({ type: 'session_ended', accountId, sessionId, cause: 'absolute_expiry', at })
  const due = await revokeDue(service, Math.min(batchSize, MAX_REVOCATIONS))
  return { counts: { ...purged, revocations: due.revoked }, isDone: isDone && due.isDone }
}
