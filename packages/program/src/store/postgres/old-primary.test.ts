// Takes long, because a lease lasts five seconds, and each test has two servers of its own.
import pg from 'pg'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPair, type Pair } from '../../../../identity/src/platform/postgres/replica.fixture.ts'
import type { SsoStore } from '../index.ts'
import { postgresStore } from './index.ts'
import { TIMELINE } from './timeline-fence.ts'

/** One address for both servers, as a load balancer is: new connections lead to the member that was named last. */
let target: 'primary' | 'replica'
let pair: Pair
const closings: (() => Promise<unknown>)[] = []
const logged: string[] = []
const logger = { log: (level: string, event: string) => void logged.push(`${level} ${event}`) }

beforeEach(async () => {
  target = 'primary'
  logged.length = 0
  pair = await openPair()
  closings.push(() => pair.close())
})
afterEach(async () => {
  for (const member of [pair.primary, pair.replica]) member.signal('SIGCONT')
  for (const close of closings.splice(0).reverse()) await close()
})

const PATIENCE = { timeout: 60_000 }

/** A `pg` pool that opens each connection to `target`. */
function openPool(): pg.Pool {
  class TargetClient extends pg.Client {
    constructor() {
      const port = Number(pair[target].place.split(':')[1])
      super({ host: '127.0.0.1', port, user: 'portico', database: 'portico' })
    }
  }
  const pool = new pg.Pool({ Client: TargetClient as never, max: 2, idleTimeoutMillis: 0 })
  closings.push(async () => void pool.end())
  return pool
}

/** Commits at the primary wait for the replica, as with synchronous_mode_strict of Patroni. */
async function replicateSynchronously(names = 'walreceiver'): Promise<void> {
  await pair.primary.ask(`alter system set synchronous_standby_names = '${names}'`)
  await pair.primary.ask('select pg_reload_conf()')
  const state = 'select sync_state from pg_stat_replication'
  await expect
    .poll(() => pair.primary.ask(state))
    .toEqual([{ sync_state: expect.stringMatching(/sync|quorum/) }])
}

/** Promotes the replica, as where nobody demotes the old primary: its Patroni is dead or hangs. */
async function promote(): Promise<void> {
  const tables = "select count(*)::int as tables from pg_tables where tablename = 'timelines'"
  await expect.poll(() => pair.replica.ask(tables)).toEqual([{ tables: 1 }])
  await pair.replica.promote()
}

/** Reads only, as a guarded request does. */
const read = (store: Pick<SsoStore, 'findSessionByAccess'>) =>
  store.findSessionByAccess('nobody').catch((error: unknown) => error)
const timelineOf = async (pool: pg.Pool) =>
  Number((await pool.query<{ timeline: string }>(TIMELINE)).rows[0]?.timeline)

// proves: program-lease, program-lease-moves, threat-replaced-server
test.each([
  ['every standby acknowledges', 'walreceiver'],
  ['any standby may acknowledge', '*'],
])(
  'pg: a process that only reads moves to the promoted server although the old primary goes on: %s',
  async (_what, names) => {
    await replicateSynchronously(names)
    const pool = openPool()
    const store = postgresStore(pool, { logger })
    await store.migrate()
    expect(await read(store)).toBeNull()
    await promote()
    target = 'replica'
    await expect
      .poll(async () => [await read(store), await timelineOf(pool).catch(String)], PATIENCE)
      .toEqual([null, 2])
    expect(await pair.primary.ask('select pg_is_in_recovery() as replica')).toEqual([{ replica: false }])
  },
)

// proves: program-lease, threat-replaced-server
test('pg: a process that cannot reach the promoted server says nothing, and leaves the pool to the program', async () => {
  await replicateSynchronously()
  const pool = openPool()
  const store = postgresStore(pool, { logger })
  await store.migrate()
  expect(await store.acknowledged?.()).toBe('all')
  await promote()
  await expect.poll(() => read(store), PATIENCE).toMatchObject({ name: 'UnprovenServer' })
  for (let round = 0; round < 3; round += 1) {
    expect(await read(store)).toMatchObject({ name: 'UnprovenServer' })
    await expect(store.acknowledged?.()).rejects.toThrow('has not proven lately')
    expect(await timelineOf(pool)).toBe(1)
  }
  expect(logged).toEqual(['error database_unproven'])
})

// proves: program-lease
test('pg: where the standby acknowledges nothing, nothing is read; where it does again, everything goes on', async () => {
  await replicateSynchronously()
  const store = postgresStore(openPool(), { logger })
  await store.migrate()
  pair.replica.signal('SIGSTOP')
  await expect.poll(() => read(store), PATIENCE).toMatchObject({ name: 'UnprovenServer' })
  pair.replica.signal('SIGCONT')
  await expect.poll(() => read(store), PATIENCE).toBeNull()
  await expect.poll(() => logged, PATIENCE).toEqual(['error database_unproven', 'info database_proven'])
})

// proves: program-lease, threat-replaced-server
test('postgres.js: a process that only reads says nothing when the old primary proves nothing any more', async () => {
  await replicateSynchronously()
  const sql = postgres(`postgres://portico@${pair.primary.place}/portico`, { max: 2 })
  closings.push(() => sql.end({ timeout: 1 }))
  const store = postgresStore(sql, { logger })
  await store.migrate()
  expect(await read(store)).toBeNull()
  await promote()
  await expect.poll(() => read(store), PATIENCE).toMatchObject({ name: 'UnprovenServer' })
  expect(await read(store)).toMatchObject({ name: 'UnprovenServer' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})
