import type { UnixSeconds } from '../clock.ts'
import { type Database, DatabaseUnavailable } from './database.ts'
import { findTimeline, type ServerTimeline, storeTimeline } from './timeline.ts'

/** A server was refused, because a newer timeline of its cluster exists. */
export interface Refusal extends ServerTimeline {
  readonly newest: number
}

/** The server is an old primary: another one was promoted after it. */
export class OldTimeline extends DatabaseUnavailable {
  constructor({ timeline, newest }: Refusal) {
    super('The server is an old primary', {
      cause: new Error(
        `the server writes timeline ${timeline}, and timeline ${newest} of this cluster exists; if this server is the right one, run portico timeline accept, see docs/runbooks/failover.md`,
      ),
    })
  }
}

/** What the fence needs of a connection. */
interface FencedConnection {
  destroy(): void
  onLoss(listener: () => void): unknown
}

/**
 * Remembers the newest timeline of each cluster that this process has seen. It refuses a connection to a server with an
 * older timeline, and breaks those that are open: their server was frozen or cut off while another one was promoted, and what
 * it says or stores is no longer true. A timeline counts only within its cluster, so a new cluster, which begins with
 * timeline 1, is not an old primary.
 */
export class TimelineFence {
  /** Called for each connection that is refused or broken. */
  onRefusal: (refusal: Refusal) => void = () => undefined
  /** Connections that were refused or broken. */
  refusals = 0
  /** How often a newer timeline was seen. */
  promotions = 0
  readonly #newest = new Map<string, number>()
  readonly #open = new Map<FencedConnection, ServerTimeline>()

  /** Admits a new connection, over which `db` asks. Throws OldTimeline. */
  async admit(connection: FencedConnection, db: Pick<Database, 'query'>): Promise<void> {
    const seen = await findTimeline(db)
    if (!seen) return
    this.note(seen)
    const newest = this.newestOf(seen)
    if (seen.timeline < newest) throw this.#refuse({ ...seen, newest })
    this.#open.set(connection, seen)
    connection.onLoss(() => this.#open.delete(connection))
  }

  /** Learns that this timeline exists, and breaks the connections to servers with an older one. */
  note({ systemIdentifier, timeline }: ServerTimeline): void {
    if (timeline <= (this.#newest.get(systemIdentifier) ?? 0)) return
    this.#newest.set(systemIdentifier, timeline)
    this.promotions += 1
    for (const [connection, seen] of [...this.#open]) {
      if (seen.systemIdentifier !== systemIdentifier) continue
      this.#refuse({ ...seen, newest: timeline })
      connection.destroy()
    }
  }

  /** The newest timeline of the same cluster that this process has seen. */
  newestOf(seen: ServerTimeline): number {
    return this.#newest.get(seen.systemIdentifier) ?? seen.timeline
  }

  /** The newest timeline of each cluster. */
  newest(): readonly ServerTimeline[] {
    return [...this.#newest].map(([systemIdentifier, timeline]) => ({ systemIdentifier, timeline }))
  }

  #refuse(refusal: Refusal): OldTimeline {
    this.refusals += 1
    this.onRefusal(refusal)
    return new OldTimeline(refusal)
  }
}

/** Stores the timeline of the server, and learns from the database what other processes have stored. Throws OldTimeline. */
export async function rememberTimeline(
  { db, fence }: { readonly db: Pick<Database, 'query'>; readonly fence: TimelineFence },
  now: UnixSeconds,
): Promise<void> {
  const seen = await findTimeline(db)
  if (!seen) return
  const newest = await storeTimeline(db, seen, now)
  fence.note({ ...seen, timeline: newest })
  if (newest > seen.timeline) throw new OldTimeline({ ...seen, newest })
}
