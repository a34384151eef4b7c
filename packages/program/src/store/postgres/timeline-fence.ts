import type { Logger } from '../../platform/index.ts'

/** The timeline that a primary writes (PostgreSQL's manual, "Timelines"). It rises at every promotion. */
export interface ServerTimeline {
  /** The cluster of the server: a primary and its replicas have the same identifier. */
  readonly systemIdentifier: string
  readonly timeline: number
}

/** The server is an old primary: another one was promoted after it. */
export class OldTimeline extends Error {
  override readonly name = 'OldTimeline'

  constructor(message = 'The database server is an old primary: see docs/runbooks/failover.md') {
    super(message)
  }
}

/** Reads the timeline. No row on a replica. The name of a WAL file is right from the promotion on, and every role may ask. */
export const TIMELINE = `select seen.* from (
  select (select system_identifier::text from pg_control_system()) as system_identifier,
         case when not pg_is_in_recovery()
              then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int8::text end as timeline) as seen
   where seen.timeline is not null`

/** The timeline in a row of that statement. */
export function timelineIn(row: Readonly<Record<string, unknown>> | undefined): ServerTimeline | undefined {
  const identifier = row?.['system_identifier']
  if (typeof identifier !== 'string') return undefined
  return { systemIdentifier: identifier, timeline: Number(row?.['timeline']) }
}

/** The log says the same at most once in this time. */
const ALARM_MS = 60_000

/** Remembers the newest timeline of each cluster that a program has seen, and who may not be asked any more. */
export interface TimelineFence {
  /** Learns a timeline. Returns whether it is older than the newest of its cluster; the log says so. */
  isOld(seen: ServerTimeline): boolean
  /** Calls `listener` whenever a newer timeline was seen than `known`, which is 0 for the first one of a cluster. */
  onNewer(listener: (seen: ServerTimeline, known: number) => void): void
}

/** Makes a fence. A timeline counts only within its cluster: a new cluster, with timeline 1, is not an old primary. */
export function timelineFence(log: Logger, now = () => performance.now()): TimelineFence {
  const newest = new Map<string, number>()
  const listeners: ((seen: ServerTimeline, known: number) => void)[] = []
  let saidAt = -ALARM_MS
  const alarm = ({ systemIdentifier, timeline }: ServerTimeline, known: number) => {
    if (now() - saidAt < ALARM_MS) return
    saidAt = now()
    log.log('error', 'database_timeline_old', {
      systemIdentifier,
      timeline,
      newest: known,
      remedy:
        'An old primary runs beside the new one, and this store does not use it: stop it. If it is the right one, see docs/runbooks/failover.md.',
    })
  }
  return {
    isOld(seen) {
      const known = newest.get(seen.systemIdentifier) ?? 0
      if (seen.timeline < known) {
        alarm(seen, known)
        return true
      }
      newest.set(seen.systemIdentifier, seen.timeline)
      if (seen.timeline > known) for (const listener of listeners) listener(seen, known)
      return false
    },
    onNewer: (listener) => void listeners.push(listener),
  }
}
