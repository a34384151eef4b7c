import type { Service } from '../service.ts'
import type { PurgeCounts } from '../store/index.ts'
import { openHandoff } from './open-handoff.ts'

type PurgeNeeds = Pick<Service, 'store' | 'clock' | 'keyring' | 'central' | 'inBackground'>

/** Clears away what is over, and revokes the central tokens of handoffs that nobody came for. */
export async function purge(service: PurgeNeeds, limit: number): Promise<PurgeCounts> {
  const now = service.clock.now()
  const unused = await service.store.takeUnusedHandoffs(now, limit)
  service.inBackground(revokeAll(service, unused))
  const counts = await service.store.purge(now, limit)
  return { ...counts, handoffs: counts.handoffs + unused.length }
}

async function revokeAll(
  service: PurgeNeeds,
  unused: Awaited<ReturnType<PurgeNeeds['store']['takeUnusedHandoffs']>>,
) {
  for (const handoff of unused) {
    const redeemed = await openHandoff(service, handoff)
    if (redeemed?.tokens.refreshToken) await service.central.revoke(redeemed.tokens.refreshToken)
  }
}
