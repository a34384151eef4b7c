import type { Clock } from './platform/index.ts'
import type { SsoStore } from './store/index.ts'

/** A clock that follows another clock. */
export interface AlignedClock extends Clock {
  /** Reads the other clock, if the last reading is a minute old. Never throws. */
  align(): Promise<void>
}

const KEPT_MS = 60_000
const MAX_READ_MS = 1000

/**
 * The clock of the machine, aligned with the clock of the store. So all instances agree on when codes, sessions and
 * windows end. The age of a central check does not depend on this clock: the store measures it in its statements.
 */
export function storeClock(store: Pick<SsoStore, 'now'>, machine: Clock): AlignedClock {
  let offsetMs = 0
  let lastReadAt: number | null = null
  let reading: Promise<void> | null = null
  const read = async () => {
    const before = machine.now().getTime()
    const storeMs = (await store.now()).getTime()
    const after = machine.now().getTime()
    if (after - before <= MAX_READ_MS && after >= before) offsetMs = storeMs - (before + after) / 2
  }
  return {
    now: () => new Date(machine.now().getTime() + offsetMs),
    sleep: (milliseconds, signal, isIdle) => machine.sleep(milliseconds, signal, isIdle),
    async align() {
      const age = lastReadAt === null ? KEPT_MS : machine.now().getTime() - lastReadAt
      if (age < 0 || age >= KEPT_MS) {
        lastReadAt = machine.now().getTime()
        reading = withinASecond(read(), machine)
      }
      await reading
    },
  }
}

/** Waits for the read for at most a second. A slower read is ignored. */
async function withinASecond(read: Promise<void>, machine: Clock): Promise<void> {
  const over = new AbortController()
  const quiet = read.catch(() => undefined)
  await Promise.race([quiet, machine.sleep(MAX_READ_MS, over.signal)])
  over.abort()
}
