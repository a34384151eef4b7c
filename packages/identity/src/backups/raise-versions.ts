import { findHighestSecurityVersion, setEverySecurityVersion } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { versionAfterRestore } from './version-after-restore.ts'

/** Citizens between two lines of progress: about a second of work. */
const MOST_CITIZENS = 50_000

/** An open transaction, the clock and the progress. */
export interface RaiseVersionsNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly progress: (line: string) => void
}

/**
 * Gives every citizen a version that no citizen ever had, whatever happened since the backup, and returns it.
 * `highestBefore` is the highest version that the database had before the restore.
 */
export async function raiseVersions(
  { db, clock, progress }: RaiseVersionsNeeds,
  highestBefore = 0,
): Promise<number> {
  const highest = Math.max(highestBefore, await findHighestSecurityVersion(db))
  const version = versionAfterRestore(highest, clock.now())
  await setEverySecurityVersion(db, version, {
    most: MOST_CITIZENS,
    onBatch: (citizens) => progress(`${citizens} citizens have security version ${version}`),
  })
  return version
}
