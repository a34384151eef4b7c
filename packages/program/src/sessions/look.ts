import type { Clock } from '../platform/index.ts'

/** What the store said about a central check, and when. */
export interface Look {
  /** The store's clock before the central question was sent. */
  readonly checkedAt: Date
  /** The store's clock when it said so. */
  readonly readAt: Date
  /** This machine's clock when the store was asked. */
  readonly askedAt: Date
}

/**
 * How old a check is, in milliseconds: by the store's clock until the store answered, and since then by this machine's,
 * which may have been suspended in between. A machine's clock that was set back takes nothing away.
 */
export function ageMs({ checkedAt, readAt, askedAt }: Look, clock: Clock): number {
  const sinceMs = Math.max(0, clock.now().getTime() - askedAt.getTime())
  return readAt.getTime() - checkedAt.getTime() + sinceMs
}

/** Whether an age is below a limit; a check that lies ahead of the store's clock has no age that could be known. */
export function isBelow(age: number, limitMs: number): boolean {
  return age >= 0 && age < limitMs
}
