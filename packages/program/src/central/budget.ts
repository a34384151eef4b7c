import type { Clock } from '../platform/index.ts'

/** How many requests a minute may leave this process, so that the identity service's limits are never met. */
export interface Budget {
  /** Takes one if there is one; `reserve` are left for others. */
  take(reserve?: number): boolean
  left(): number
}

const WINDOW_SECONDS = 60

/** A sliding minute, counted by the second. */
export function createBudget(perMinute: number, clock: Clock): Budget {
  const perSecond = new Map<number, number>()
  const left = () => {
    const second = Math.floor(clock.now().getTime() / 1000)
    for (const at of perSecond.keys()) if (at <= second - WINDOW_SECONDS || at > second) perSecond.delete(at)
    return perMinute - [...perSecond.values()].reduce((sum, count) => sum + count, 0)
  }
  return {
    left,
    take(reserve = 0) {
      if (left() <= reserve) return false
      const second = Math.floor(clock.now().getTime() / 1000)
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1)
      return true
    },
  }
}
