import type { Clock, UnixMilliseconds, UnixSeconds } from '../src/platform/clock.ts'

/** A clock that stands still until it is told otherwise. */
export interface FakeClock extends Clock {
  advance(seconds: number): void
}

/** Makes a clock that shows the present moment, and stays there. */
export function fakeClock(startMilliseconds: number = Date.now()): FakeClock {
  let milliseconds = startMilliseconds
  return {
    now: () => Math.floor(milliseconds / 1000) as UnixSeconds,
    nowMilliseconds: () => milliseconds as UnixMilliseconds,
    advance(seconds) {
      milliseconds += seconds * 1000
    },
  }
}
