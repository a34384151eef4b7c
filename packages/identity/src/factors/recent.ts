import type { UnixSeconds } from '../platform/clock.ts'

/** A key that can be trusted for less does not outlast a recovery by mail (decision 60). */
export const RECENT_SECONDS = 3 * 24 * 60 * 60

/** Keys that a recovery by mail has removed, by the instants when they were added: a stranger may have chosen their names. */
export interface RecentRemoved {
  readonly addedAt: readonly UnixSeconds[]
}
