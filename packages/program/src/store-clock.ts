import type { Clock } from './platform/index.ts'
import type { SsoStore } from './store/index.ts'

/** A clock that can be set by another. */
export interface AlignedClock extends Clock {
  /** Looks at the other clock if that was long ago; never throws. */
  align(): Promise<void>
}

const KEPT_MS = 60_000
const SLOWEST_LOOK_MS = 1000

/**
 * The machine's clock, set by the store's now and then: instances whose clocks differ agree on when codes, sessions and
 * windows end. How old a central check is does not hang on it: the store says that in its own statements.
 */
export function storeClock(store: Pick<SsoStore, 'now'>, machine: Clock): AlignedClock {
  let offsetMs = 0
  let lookedAt: number | null = null
  let looking: Promise<void> | null = null
  const look = async () => {
    const before = machine.now().getTime()
    const theirs = (await store.now()).getTime()
    const after = machine.now().getTime()
    if (after - before <= SLOWEST_LOOK_MS && after >= before) offsetMs = theirs - (before + after) / 2
  }
  return {
    now: () => new Date(machine.now().getTime() + offsetMs),
    sleep: (milliseconds, signal, isIdle) => machine.sleep(milliseconds, signal, isIdle),
    async align() {
      const age = lookedAt === null ? KEPT_MS : machine.now().getTime() - lookedAt
      if (age < 0 || age >= KEPT_MS) {
        lookedAt = machine.now().getTime()
        looking = withinASecond(look(), machine)
      }
      await looking
    },
  }
}

/** A look that takes longer says nothing, and nobody waits for it. */
async function withinASecond(look: Promise<void>, machine: Clock): Promise<void> {
  const over = new AbortController()
  const quiet = look.catch(() => undefined)
  await Promise.race([quiet, machine.sleep(SLOWEST_LOOK_MS, over.signal)])
  over.abort()
}
