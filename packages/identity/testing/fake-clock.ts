import type { Clock, UnixMilliseconds, UnixSeconds } from '../src/platform/clock.ts'

/** A clock that changes only when a test sets it. */
export interface FakeClock extends Clock {
  advance(seconds: number): void
}

/** Makes a clock that stays at the present moment. */
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
