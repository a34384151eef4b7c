import type { Clock } from '../platform/index.ts'

/** The times of a central check. */
export interface CheckTimes {
  /** The store's time before the request to the identity service was sent. */
  readonly checkedAt: Date
  /** The store's time when it returned `checkedAt`. */
  readonly readAt: Date
  /** This machine's time when the store was asked. */
  readonly askedAt: Date
}

/**
 * The age of a check in milliseconds: by the store's clock until the store answered, then by this machine's clock.
 * The process may have been suspended in between. If the machine's clock was set back, the age does not shrink.
 */
export function ageMs({ checkedAt, readAt, askedAt }: CheckTimes, clock: Clock): number {
  const sinceMs = Math.max(0, clock.now().getTime() - askedAt.getTime())
  return readAt.getTime() - checkedAt.getTime() + sinceMs
}

/** Whether an age is below a limit. A check that is ahead of the store's clock has no known age. */
export function isBelow(age: number, limitMs: number): boolean {
  return age >= 0 && age < limitMs
}
