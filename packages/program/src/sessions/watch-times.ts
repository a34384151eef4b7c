import type { Settings } from '../service.ts'
import { LIMITS } from '../wire.ts'

/** When a connection that stays open is looked at again. Both count from the central check of its session. */
export interface WatchTimes {
  /** The next look begins. It is before the check is too old, so that the answer is there in time. */
  readonly lookMs: number
  /** A connection whose look has no answer by now ends. */
  readonly deadlineMs: number
}

/** The share of the ceiling after which the next look begins. */
const LOOK_SHARE = 5 / 6

/**
 * The times for these settings. The deadline is never later than the contract's 30 seconds (section 5.5). A ceiling of a second
 * leaves no time for an answer, so there the deadline is the longest that an answer may take.
 */
export function watchTimesOf({
  softMs,
  ceilingMs,
  central: { timeoutMs },
}: Pick<Settings, 'softMs' | 'ceilingMs' | 'central'>): WatchTimes {
  const lookMs = Math.min(softMs, Math.floor(ceilingMs * LOOK_SHARE))
  return { lookMs, deadlineMs: Math.min(LIMITS.validityCeilingMs, Math.max(ceilingMs, lookMs + timeoutMs)) }
}
