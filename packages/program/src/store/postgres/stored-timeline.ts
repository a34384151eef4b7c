import type { Connection } from './connection.ts'
import { untold } from './error-fields.ts'
import {
  OldTimeline,
  type ServerTimeline,
  TIMELINE,
  type TimelineFence,
  timelineIn,
} from './timeline-fence.ts'

/** Where a program stores the timelines that it has seen, and who acts on them. */
interface StoredTimelines<Tx> {
  readonly db: Connection<Tx>
  readonly schema: string
  readonly fence: TimelineFence
}

/** Stores a timeline that this program writes. Returns the newest one that was ever stored for its cluster, and lets the fence know it. */
async function storeTimeline<Tx>(
  { db, schema, fence }: StoredTimelines<Tx>,
  seen: ServerTimeline,
): Promise<number> {
  const [row] = await db.query(
    `insert into ${schema}.timelines as known (system_identifier, timeline, written_at)
     values ($1, $2::bigint, clock_timestamp())
     on conflict (system_identifier) do update
        set timeline = greatest(known.timeline, excluded.timeline), written_at = excluded.written_at
     returning timeline::text as timeline`,
    [seen.systemIdentifier, seen.timeline],
  )
  const timeline = Number(row?.['timeline'])
  if (timeline > seen.timeline) fence.isOld({ ...seen, timeline })
  return timeline
}

/** Stores each newer timeline as it is seen. A failure is left to the next migration check. */
export function storeNewer<Tx>(stored: StoredTimelines<Tx>): void {
  stored.fence.onNewer((seen) => void storeTimeline(stored, seen).catch(() => undefined))
}

/** Stores the timeline of the server. Throws OldTimeline where the database remembers a newer one of the same cluster. */
export async function rememberTimeline<Tx>(stored: StoredTimelines<Tx>): Promise<void> {
  const [row] = await stored.db.query(TIMELINE).catch(untold)
  const seen = timelineIn(row)
  if (!seen) return
  const newest = await storeTimeline(stored, seen)
  if (newest <= seen.timeline) return
  throw new OldTimeline(
    `The database server writes timeline ${seen.timeline}, and timeline ${newest} of its cluster is stored: it is an old primary. If it is the right one, see docs/runbooks/failover.md.`,
  )
}
