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

/** Makes a process that holds none yet. */
export function createLeases(needs: LeaseNeeds): Leases {
  const working = new Set<AbortController>()
  return {
    async whileHeld(held, work) {
      const over = new AbortController()
      working.add(over)
      void renew(needs, held, over.signal)
      try {
        return await work()
      } finally {
        over.abort()
        working.delete(over)
      }
    },
    close() {
      for (const over of working) over.abort()
    },
  }
}

/** Until the work is over, or another worker has the lease; a store that does not answer is asked again. */
async function renew({ store, clock }: LeaseNeeds, held: Held, over: AbortSignal): Promise<void> {
  let isOurs = true
  while (isOurs) {
    await clock.sleep(RENEWAL_MS, over)
    if (over.aborted) return
    const renewing = store.commitCentral({ ...held, leaseMs: LEASE_MS })
    isOurs = await renewing.then(
      (at) => at !== null,
      () => true,
    )
  }
}
