import type { Service } from '../service.ts'

/**
 * The length of a lease in milliseconds. A worker extends it while it works, so a killed worker blocks others for no
 * longer than this. The fence stops a worker that was only slow.
 */
export const LEASE_MS = 2000

/** Three extensions per lease, so that one late statement loses nothing. */
const RENEWAL_MS = 600

/** A lease that this process holds. */
interface Held {
  readonly sessionId: string
  readonly fence: number
}

/** The leases that this process holds. */
export interface Leases {
  /** Runs the work and extends the lease until the work is done. */
  during<Value>(held: Held, work: () => Promise<Value>): Promise<Value>
  /** Stops extending leases. */
  close(): void
}

type LeaseNeeds = Pick<Service, 'store' | 'clock'>

/** Makes the leases of one process. One timer serves all of them: most work ends before it fires. */
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

/** Stops extending a lease that another worker has taken. If the store does not answer, the next tick tries again. */
async function renew({ store }: LeaseNeeds, working: Set<Held>, held: Held): Promise<void> {
  const at = await store.commitCentral({ ...held, leaseMs: LEASE_MS }).catch(() => undefined)
  if (at === null) working.delete(held)
}
