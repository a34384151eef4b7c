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

const DAY_MILLISECONDS = 24 * 60 * 60 * 1_000

/** Makes a clock at the last noon (UTC): the day before is over for everything that waits for late events, at whatever hour a test runs. */
export function noonClock(): FakeClock {
  const half = DAY_MILLISECONDS / 2
  return fakeClock(Math.floor((Date.now() - half) / DAY_MILLISECONDS) * DAY_MILLISECONDS + half)
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
