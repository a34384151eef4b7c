import type { UnixSeconds } from '../clock.ts'
import type { Database } from './database.ts'
import { findRecoveryTarget, findStoredTimeline, findTimeline } from './timeline.ts'
import { rememberTimeline, type TimelineFence } from './timeline-fence.ts'

/** The database went back to an earlier moment, and `portico after-recovery` did not run since. The message says what to do. */
export class RecoveredDatabase extends Error {
  override readonly name = 'RecoveredDatabase'
}

/**
 * Whether a server was recovered to a moment, and Portico has not settled that yet: the target of the recovery. The server was
 * told to recover to a moment, and it writes a newer timeline than the newest that the database knows of. A failover alone has
 * no target. A target that stayed from an earlier recovery does not count, because `portico after-recovery` stored its timeline;
 * while a process runs, it stores that of each failover within a second.
 */
export async function findUnsettledRecovery(db: Pick<Database, 'query'>): Promise<string | undefined> {
  const seen = await findTimeline(db)
  const stored = seen && (await findStoredTimeline(db, seen.systemIdentifier))
  if (stored === undefined || seen === undefined || seen.timeline <= stored) return undefined
  return (await findRecoveryTarget(db)) || undefined
}

/** Stores the timeline of the server, as `rememberTimeline` does. Throws RecoveredDatabase before where a recovery is not settled. */
export async function rememberUnlessRecovered(
  needs: { readonly db: Pick<Database, 'query'>; readonly fence: TimelineFence },
  now: UnixSeconds,
): Promise<void> {
  const target = await findUnsettledRecovery(needs.db)
  if (target === undefined) return rememberTimeline(needs, now)
  throw new RecoveredDatabase(
    `The database server was recovered to an earlier moment (${target}), so what had ended since is valid again: run portico after-recovery, which ends it (docs/runbooks/point-in-time-recovery.md). If this was no recovery, run portico timeline accept.`,
  )
}
