import type { PurgeCounts } from '../program-sso.ts'
import type { EndNeeds } from './end-session.ts'
import { revokeDue } from './revoke-due.ts'

/** Clears away what is over and revokes central grants that are due, batch after batch, until nothing is left. */
export async function purge(service: EndNeeds, batchSize: number): Promise<PurgeCounts> {
  const total = { pending: 0, handoffs: 0, sessions: 0, throttle: 0, revocations: 0 }
  for (;;) {
    const { counts, isDone } = await purgeBatch(service, batchSize)
    for (const name of ['pending', 'handoffs', 'sessions', 'throttle', 'revocations'] as const)
      total[name] += counts[name]
    if (isDone) return total
  }
}

/** So many grants are revoked between two batches of rows: each asks the identity service, which may be slow. */
const MOST_REVOCATIONS = 25

/** One batch of everything, in short transactions. */
export async function purgeBatch(
  service: EndNeeds,
  batchSize: number,
): Promise<{ counts: PurgeCounts; isDone: boolean }> {
  const at = service.clock.now()
  const { ended, isDone, ...cleared } = await service.store.purge(at, batchSize)
  for (const { sessionId, accountId } of ended)
    service.emit({ type: 'session_ended', accountId, sessionId, cause: 'absolute_expiry', at })
  const due = await revokeDue(service, Math.min(batchSize, MOST_REVOCATIONS))
  return { counts: { ...cleared, revocations: due.revoked }, isDone: isDone && due.isDone }
}
