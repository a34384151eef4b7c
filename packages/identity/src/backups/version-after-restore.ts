import type { UnixSeconds } from '../platform/clock.ts'

/** 2020-01-01T00:00:00Z. Seconds since then fit the column until 2088. */
const BEGINNING = 1_577_836_800

/**
 * A security version that no citizen ever had, also where nobody knows what was raised after the backup was made: the
 * seconds since 2020.
 *
 * A version begins at 1 and rises by one with each new password by a mailed link or order of an operator. No citizen's
 * version rises once a second for years, so all of them stay below the seconds since 2020, and the seconds of an earlier
 * restore, plus what was raised since, stay below those of a later one. `highestVersion` is the highest one that is
 * known, for the case that this machine's clock is wrong.
 */
export function versionAfterRestore(highestVersion: number, now: UnixSeconds): number {
  return Math.max(highestVersion + 1, now - BEGINNING)
}
