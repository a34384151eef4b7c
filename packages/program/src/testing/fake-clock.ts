import type { Clock } from '../platform/index.ts'

/** A clock that moves only with `advance`. A sleep ends when the clock passes its time. */
export interface FakeClock extends Clock {
  advance(milliseconds: number): Promise<void>
}

/** Makes a clock that shows this time. By default, it is a Monday in 2026. */
export function fakeClock(start: Date = new Date('2026-01-05T10:00:00.000Z')): FakeClock {
  let now = start.getTime()
  let sleepers: { at: number; wake: () => void }[] = []
  return {
    now: () => new Date(now),
    sleep: (milliseconds, signal) =>
      new Promise((wake) => {
        if (signal?.aborted) return wake()
        signal?.addEventListener('abort', () => wake())
        sleepers.push({ at: now + milliseconds, wake })
      }),
    async advance(milliseconds) {
      now += milliseconds
      const due = sleepers.filter(({ at }) => at <= now)
      sleepers = sleepers.filter(({ at }) => at > now)
      for (const { wake } of due) wake()
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}
