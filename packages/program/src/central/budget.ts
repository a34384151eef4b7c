import type { Clock } from '../platform/index.ts'

/** How many requests a minute may leave this process, so that the identity service's limits are never met. */
export interface Budget<Purpose extends string> {
  /** Takes one for a purpose, if its share and the whole have one left. */
  take(purpose: Purpose): boolean
  left(): number
}

/** Makes a budget; of `perMinute` each purpose may use up its share, and so leaves the rest to the others. */
export function createBudget<Purpose extends string>(
  clock: Clock,
  perMinute: number,
  shares: Readonly<Record<Purpose, number>>,
): Budget<Purpose> {
  const all = createMinute(clock)
  const used = new Map<Purpose, Minute>()
  return {
    left: () => perMinute - all.count(),
    take(purpose) {
      const own = used.get(purpose) ?? createMinute(clock)
      used.set(purpose, own)
      if (all.count() >= perMinute || own.count() >= shares[purpose]) return false
      all.add()
      own.add()
      return true
    },
  }
}

interface Minute {
  count(): number
  add(): void
}

const WINDOW_SECONDS = 60

/** A sliding minute, counted by the second. */
function createMinute(clock: Clock): Minute {
  const perSecond = new Map<number, number>()
  const second = () => Math.floor(clock.now().getTime() / 1000)
  return {
    count() {
      const now = second()
      for (const at of perSecond.keys()) if (at <= now - WINDOW_SECONDS || at > now) perSecond.delete(at)
      return [...perSecond.values()].reduce((sum, count) => sum + count, 0)
    },
    add: () => void perSecond.set(second(), (perSecond.get(second()) ?? 0) + 1),
  }
}
