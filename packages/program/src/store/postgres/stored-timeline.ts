import type { Connection } from './connection.ts'
import { untold } from './error-fields.ts'
import {
  OldTimeline,
  type ServerTimeline,
  TIMELINE,
  type TimelineFence,
  timelineIn,
} from './timeline-fence.ts'

/** Stores a timeline that this program writes. Returns the newest one that was ever stored for its cluster. */
async function store<Tx>(db: Connection<Tx>, schema: string, seen: ServerTimeline): Promise<number> {
  const [row] = await db.query(
    `insert into ${schema}.timelines as known (system_identifier, timeline, written_at)
     values ($1, $2::bigint, clock_timestamp())
     on conflict (system_identifier) do update
        set timeline = greatest(known.timeline, excluded.timeline), written_at = excluded.written_at
     returning timeline::text as timeline`,
    [seen.systemIdentifier, seen.timeline],
  )
  return Number(row?.['timeline'])
}

/** Stores each newer timeline as it is seen. A failure is left to the next migration check. */
export function storeNewer<Tx>(db: Connection<Tx>, schema: string, fence: TimelineFence): void {
  fence.onNewer((seen) => void store(db, schema, seen).catch(() => undefined))
}

/** Stores the timeline of the server. Throws OldTimeline where the database remembers a newer one of the same cluster. */
export async function rememberTimeline<Tx>(
  db: Connection<Tx>,
  schema: string,
  fence: TimelineFence,
): Promise<void> {
  const [row] = await db.query(TIMELINE).catch(untold)
  const seen = timelineIn(row)
  if (!seen) return
  const newest = await store(db, schema, seen)
  if (newest <= seen.timeline) return
  fence.isOld({ ...seen, timeline: newest })
  throw new OldTimeline(
    `The database server writes timeline ${seen.timeline}, and timeline ${newest} of its cluster is stored: it is an old primary. If it is the right one, see docs/runbooks/failover.md.`,
  )
}
