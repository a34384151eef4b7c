import type { PgResult } from './connection.ts'
import { destroy, type OpenConnection } from './fenced-pool.ts'
import { TIMELINE, type TimelineFence, timelineIn } from './timeline-fence.ts'

const DEADLINE_MS = 1_000

/** A `pg` client outside of its pool. */
interface FreshClient {
  connect(): Promise<unknown>
  query(text: string): Promise<PgResult>
  end(): Promise<unknown>
  on(event: 'error', listener: () => void): unknown
  readonly connection?: OpenConnection
}

/** The part of a `pg` pool that opens connections. Other pools do not have it. */
interface OpeningPool {
  readonly options?: object
  readonly Client?: new (options: object) => FreshClient
}

/**
 * Returns a function that lets the fence see the server to which the address of a `pg` pool leads by now, over a connection of its
 * own: behind a balancer or a name, that may be another server than the one that the open connections lead to. A server that does
 * not answer says nothing. Undefined for a pool that cannot do it.
 */
export function lookingElsewhere(
  { options, Client }: OpeningPool,
  fence: TimelineFence,
): (() => Promise<void>) | undefined {
  if (!options || typeof Client !== 'function') return undefined
  let running: Promise<void> | null = null
  const look = async () => {
    const client = new Client(options)
    client.on('error', () => undefined)
    const timer = setTimeout(() => destroy(client), DEADLINE_MS)
    try {
      await client.connect()
      const { rows } = await client.query(TIMELINE)
      const seen = timelineIn(rows[0])
      if (seen) fence.isOld(seen)
    } catch {
      // The proof itself tells that there is no server.
    } finally {
      clearTimeout(timer)
      void client.end().catch(() => undefined)
    }
  }
  return () => (running ??= look().finally(() => (running = null)))
}
