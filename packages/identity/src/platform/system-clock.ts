import type { Clock, UnixMilliseconds, UnixSeconds } from './clock.ts'

/** The operating system's clock. */
export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000) as UnixSeconds,
  nowMilliseconds: () => Date.now() as UnixMilliseconds,
}
