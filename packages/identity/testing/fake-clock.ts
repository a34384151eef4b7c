import type { Clock, UnixMilliseconds, UnixSeconds } from '../src/platform/clock.ts'

/** A clock that changes only when a test sets it. */
export interface FakeClock extends Clock {
  advance(seconds: number): void
}

const PAST_MILLISECONDS = 1_000 * 24 * 60 * 60 * 1_000

/** Makes a clock that begins long before that of the database, which so agrees that a time has passed when the test says so. */
export function pastClock(): FakeClock {
  return fakeClock(Date.now() - PAST_MILLISECONDS)
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
