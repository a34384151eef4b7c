/** The present moment, handed in so that a test can choose it. */
export interface Clock {
  now(): Date
}

/** The clock of this machine. */
export const systemClock: Clock = { now: () => new Date() }
