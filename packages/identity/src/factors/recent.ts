import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'

const RECENT_SECONDS = 3 * 24 * 60 * 60

/** A key that can be trusted only since later than this does not outlast a recovery by mail now (decision 60). */
export const recentSince = (now: UnixSeconds): UnixSeconds => plusSeconds(now, -RECENT_SECONDS)

/** Keys that a recovery by mail has removed, by the instants when they were added: a stranger may have chosen their names. */
export interface RecentRemoved {
  readonly addedAt: readonly UnixSeconds[]
}
