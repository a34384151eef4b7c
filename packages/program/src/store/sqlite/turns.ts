import { systemClock } from '../../platform/index.ts'

/** Work that waits for its turn, in the order in which it came. */
export interface Turns {
  /** Resolves with the function that ends the turn, or with null if it did not come within this time. */
  take(patienceMs: number): Promise<(() => void) | null>
}

/** One turn at a time. A caller that gives up leaves the order of the others as it is. */
export function turns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    async take(patienceMs) {
      const before = last
      let end: () => void = () => undefined
      const mine = new Promise<void>((resolve) => (end = resolve))
      last = before.then(() => mine)
      const waiting = new AbortController()
      const isMine = await Promise.race([
        before.then(() => true),
        systemClock.sleep(patienceMs, waiting.signal).then(() => false),
      ])
      waiting.abort()
      if (isMine) return end
      end()
      return null
    },
  }
}
