import type { Clock } from '../platform/index.ts'

/** A limit on the requests per minute that this process sends, below the limits of the identity service. */
export interface Budget<Purpose extends string> {
  /** Reserves one request for a purpose. False if its share or the whole budget is used up. */
  reserve(purpose: Purpose): boolean
  left(): number
}

/** Makes a budget. Each purpose may use its share of `perMinute`, so the rest stays for the others. */
export function createBudget<Purpose extends string>(
  clock: Clock,
  perMinute: number,
  shares: Readonly<Record<Purpose, number>>,
): Budget<Purpose> {
  const all = createMinute(clock)
  const used = new Map<Purpose, Minute>()
  return {
    left: () => perMinute - all.count(),
    reserve(purpose) {
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

/** A sliding window of a minute, in seconds. */
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
