import type { Clock } from '../platform/index.ts'

/** The times of a central check. */
export interface CheckTimes {
  /** The store's time before the request to the identity service was sent. */
  readonly checkedAt: Date
  /** The store's time when it returned `checkedAt`. */
  readonly readAt: Date
  /** The program's time before it asked the store. */
  readonly askedAt: Date
}

/**
 * The age of a check in milliseconds. The store's clock measures it until `readAt`, and the program's clock from then
 * on, because the process may have been suspended in between. If the program's clock was set back, the age does not
 * shrink.
 */
export function ageMs({ checkedAt, readAt, askedAt }: CheckTimes, clock: Clock): number {
  const sinceMs = Math.max(0, clock.now().getTime() - askedAt.getTime())
  return readAt.getTime() - checkedAt.getTime() + sinceMs
}

/** Whether an age is below a limit. A negative age is not: the check lies ahead of the store's clock. */
export function isBelow(age: number, limitMs: number): boolean {
  return age >= 0 && age < limitMs
}
