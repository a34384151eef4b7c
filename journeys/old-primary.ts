import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import type { Log } from '../packages/identity/src/platform/log.ts'
import { openPool } from '../packages/identity/src/platform/postgres/connect.ts'
import type { Pair } from '../packages/identity/src/platform/postgres/replica.fixture.ts'
import { ServerLease } from '../packages/identity/src/platform/postgres/server-lease.ts'
import { rememberTimeline, TimelineFence } from '../packages/identity/src/platform/postgres/timeline-fence.ts'
import { systemClock } from '../packages/identity/src/platform/system-clock.ts'
import { startTimelineWatch } from '../packages/identity/src/watch-timeline.ts'
import { postgresStore } from '../packages/program/src/store/postgres/index.ts'

/** What each test closes. */
export type Closings = (() => Promise<unknown>)[]

/** One address for both servers of a pair. */
export interface Balancer {
  url(user?: string): string
  /** New connections lead there from now on. */
  leadTo(name: 'primary' | 'replica'): void
  /** Ends every connection but those with a statement that sleeps. */
  cut(): void
}

/** A load balancer that first leads to the primary. */
export async function openBalancer(pair: Pair, closings: Closings): Promise<Balancer> {
  let target = pair.primary
  const awake = new Set<Socket>()
  const server = createServer((near) => {
    const [host, port] = target.place.split(':')
    const far = connect(Number(port), host)
    awake.add(near)
    near.on('data', (bytes) => void (bytes.includes('pg_sleep') && awake.delete(near)))
    for (const [from, to] of [[near, far] as const, [far, near] as const])
      from
        .on('error', () => undefined)
        .on('close', () => to.destroy())
        .pipe(to)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const near of awake) near.destroy()
    awake.clear()
  }
  closings.push(async () => {
    server.close()
    cut()
  })
  return {
    url: (user = 'portico') => `postgres://${user}@127.0.0.1:${Object(server.address()).port}/portico`,
    leadTo: (name) => void (target = pair[name]),
    cut,
  }
}

/** A process that has its database at this address. */
export interface Process {
  /** What its log says, with the same signs on both sides. */
  readonly said: readonly string[]
  /** What it does first. */
  start(): Promise<unknown>
  /** The port of the server that answers it, guarded as for every request. */
  port(): Promise<number>
  /** A statement that runs longer than the test. */
  sleep(): Promise<unknown>
}

/** The processes of one side, and where they store timelines. */
export interface Side {
  readonly open: (url: string, closings: Closings) => Promise<Process>
  readonly table: string
}

const PORT = 'select inet_server_port() as port'

/** The pools, the fence, the lease and the watch of `portico serve`. */
export const SERVICE: Side = {
  table: 'database_timelines',
  async open(url, closings) {
    const address = { kind: 'url', url } as const
    const fence = new TimelineFence()
    const lease = new ServerLease(systemClock)
    const options = { connections: 4, deadlineMilliseconds: 100_000, access: 'any', fence, lease } as const
    const db = openPool(address, options)
    closings.push(() => db.close())
    const said: string[] = []
    const note = (level: string) => (event: string) =>
      void said.push(`${level} ${event.replaceAll('-', '_')}`)
    const log: Log = { info: note('info'), warn: note('warn'), error: note('error') }
    return {
      said,
      async start() {
        await rememberTimeline({ db, fence }, systemClock.now())
        startTimelineWatch({ address, fence, lease }, { clock: systemClock, log }, closings)
      },
      async port() {
        const [row] = await db.query<{ port: number }>`select inet_server_port() as port`
        return row?.port ?? 0
      },
      sleep: () => db.query`select pg_sleep(600)`,
    }
  },
}

/** The PostgreSQL store of a program over its pool, which had a connection before there was a store. */
export const STORE: Side = {
  table: 'sso.timelines',
  async open(url, closings) {
    const pool = new pg.Pool({ connectionString: url, max: 4, idleTimeoutMillis: 0 })
    closings.push(async () => void pool.end())
    await pool.query('select 1')
    const said: string[] = []
    const logger = { log: (level: string, event: string) => void said.push(`${level} ${event}`) }
    const store = postgresStore(pool, { logger })
    return {
      said,
      start: () => store.migrate(),
      async port() {
        await store.now()
        return (await pool.query<{ port: number }>(PORT)).rows[0]?.port ?? 0
      },
      sleep: () => pool.query('select pg_sleep(600)'),
    }
  },
}
