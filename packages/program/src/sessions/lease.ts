import type { Service } from '../service.ts'

/**
 * The length of a lease. A worker extends its lease while it works, so a killed worker blocks the others for at most
 * this time. If a slow worker has lost its lease, the fence keeps it from writing.
 */
export const LEASE_MS = 2000

/** A lease is extended three times before it ends, so that one late statement does not lose it. */
const EXTENSION_MS = 600

/** A lease that this process holds. */
interface Held {
  readonly sessionId: string
  readonly fence: number
}

/** The leases of this process. */
export interface Leases {
  /** Runs the work and extends the lease until the work is done. */
  during<Value>(held: Held, work: () => Promise<Value>): Promise<Value>
  /** Stops extending leases. */
  close(): void
}

type LeaseNeeds = Pick<Service, 'store' | 'clock'>

/** Makes the leases of one process. One timer serves all of them, because most work ends before the timer does. */
export function createLeases(needs: LeaseNeeds): Leases {
  const working = new Set<Held>()
  const over = new AbortController()
  let isTicking = false
  const tick = async () => {
    isTicking = true
    while (working.size > 0 && !over.signal.aborted) {
      await needs.clock.sleep(EXTENSION_MS, over.signal, true)
      const stillHeld = over.signal.aborted ? [] : [...working]
      for (const held of stillHeld) void extend(needs, working, held)
    }
    isTicking = false
  }
  return {
    async during(held, work) {
      working.add(held)
      if (!isTicking) void tick()
      try {
        return await work()
      } finally {
        working.delete(held)
      }
    },
    close: () => over.abort(),
  }
}

/** Extends a lease. If another worker has it now, stops. If the store does not answer, the next tick tries again. */
async function extend({ store }: LeaseNeeds, working: Set<Held>, held: Held): Promise<void> {
  const at = await store.commitCentral({ ...held, leaseMs: LEASE_MS }).catch(() => undefined)
  if (at === null) working.delete(held)
}
