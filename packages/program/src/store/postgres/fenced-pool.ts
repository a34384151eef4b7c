import type { PgClientLike } from './connection.ts'
import { untold } from './error-fields.ts'
import {
  OldTimeline,
  type ServerTimeline,
  TIMELINE,
  type TimelineFence,
  timelineIn,
} from './timeline-fence.ts'

/** The part of a `pg` client that the fence uses. */
interface FencedClient extends PgClientLike {
  once?(event: 'end', listener: () => void): unknown
  readonly connection?: OpenConnection
}

/** What `pg` has open for a client. */
export interface OpenConnection {
  readonly stream?: { destroy(): unknown }
}

/** The check of `pg` for each new connection, before anybody gets it. */
type Verify = (client: FencedClient, done: (error?: Error) => void) => void

/** The part of a `pg` pool that the fence uses. */
interface FencedPool {
  readonly options?: object
  /** Those that are open. */
  readonly _clients?: readonly FencedClient[]
}

/** A server that was frozen or cut off while it was asked must not keep a place in the pool. */
const DEADLINE_MS = 10_000

/**
 * Asks each new connection of a `pg` pool for its timeline, and refuses it where its server is an old primary. When a newer
 * timeline is seen, the open connections to older ones are broken, and those that were open before the fence was there: nobody
 * knows theirs. A pool without options has no fence.
 */
export function fencePool(pool: FencedPool, fence: TimelineFence): void {
  if (!pool.options) return
  const options: { verify?: Verify | undefined } = pool.options
  const { verify = (_client, done) => done() } = options
  const open = new Map<FencedClient, ServerTimeline>()
  const unasked = new Set(pool._clients)
  fence.onNewer(({ systemIdentifier, timeline }, known) => {
    for (const [client, seen] of [...open]) {
      if (seen.systemIdentifier !== systemIdentifier || seen.timeline >= timeline) continue
      fence.isOld(seen)
      destroy(client)
    }
    if (known === 0) return
    unasked.forEach(destroy)
    unasked.clear()
  })
  options.verify = (client, done) => {
    unasked.delete(client)
    timelineAt(client).then((seen) => {
      if (seen && fence.isOld(seen)) return done(new OldTimeline())
      if (seen) {
        open.set(client, seen)
        client.once?.('end', () => open.delete(client))
      }
      return verify(client, done)
    }, done)
  }
}

/** A server that refuses the functions has no fence. A lost connection is an error, and so is a statement that was cancelled. */
async function timelineAt(client: FencedClient): Promise<ServerTimeline | undefined> {
  // Nobody else listens yet.
  client.on?.('error', ignoreError)
  const timer = setTimeout(() => destroy(client), DEADLINE_MS)
  try {
    const asked = client.query(TIMELINE).then(({ rows }) => rows)
    const [row] = await asked.catch(untold)
    return timelineIn(row)
  } finally {
    clearTimeout(timer)
    client.off?.('error', ignoreError)
  }
}

/** The statements of the connection fail, and the pool opens another one. */
export function destroy(client: Pick<FencedClient, 'on' | 'connection'>): void {
  client.on?.('error', ignoreError)
  client.connection?.stream?.destroy()
}

function ignoreError(): void {}
