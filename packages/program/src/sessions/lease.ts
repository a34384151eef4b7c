import type { Service } from '../service.ts'

/**
 * How long a lease lasts, in milliseconds. A worker makes it longer while it works, so that one that was killed keeps
 * others waiting for no longer than this; the fence keeps a worker out that was only slow.
 */
export const LEASE_MS = 2000

/** Three times in a lease, so that one late statement loses nothing. */
const RENEWAL_MS = 600

/** Which lease is held. */
interface Held {
  readonly sessionId: string
  readonly fence: number
}

/** The leases that this process holds. */
export interface Leases {
  /** Does the work, and makes the lease longer until it is done. */
  whileHeld<Value>(held: Held, work: () => Promise<Value>): Promise<Value>
  /** Makes none longer from now on. */
  close(): void
}

type LeaseNeeds = Pick<Service, 'store' | 'clock'>

/** Makes a process that holds none yet. One timer serves all that it holds: most works are over before it comes. */
export function createLeases(needs: LeaseNeeds): Leases {
  const working = new Set<Held>()
  const over = new AbortController()
  let isTicking = false
  const tick = async () => {
    isTicking = true
    while (working.size > 0 && !over.signal.aborted) {
      await needs.clock.sleep(RENEWAL_MS, over.signal, true)
      const stillHeld = over.signal.aborted ? [] : [...working]
      for (const held of stillHeld) void renew(needs, working, held)
    }
    isTicking = false
  }
  return {
    async whileHeld(held, work) {
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

/** Where another worker has the lease, it is ours no more; a store that does not answer is asked again at the next tick. */
async function renew({ store }: LeaseNeeds, working: Set<Held>, held: Held): Promise<void> {
  const at = await store.commitCentral({ ...held, leaseMs: LEASE_MS }).catch(() => undefined)
  if (at === null) working.delete(held)
}
