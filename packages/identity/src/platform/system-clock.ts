import { type Clock, unixMilliseconds, unixSeconds } from './clock.ts'

/** The operating system's clock. */
export const systemClock: Clock = {
  now: () => unixSeconds(Date.now() / 1000),
  nowMilliseconds: () => unixMilliseconds(Date.now()),
}
