import type { UnixSeconds } from '../platform/clock.ts'

/** 2020-01-01T00:00:00Z. The seconds since then fit the column until 2088. */
const BEGINNING = 1_577_836_800

/**
 * A security version that no citizen ever had, even where nobody knows the versions after the backup: the seconds since
 * 2020.
 *
 * A version begins at 1 and rises by one with each password set by a mailed link, and each order of an operator. No
 * citizen's version rises once a second for years, so every version is lower than the seconds since 2020. The same
 * holds for an earlier restore, with what was added since. `highestVersion` is the highest known version, for the case
 * that this machine's clock is wrong.
 */
export function versionAfterRestore(highestVersion: number, now: UnixSeconds): number {
  return Math.max(highestVersion + 1, now - BEGINNING)
}
