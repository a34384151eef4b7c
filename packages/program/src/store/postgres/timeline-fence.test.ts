// Takes long, because each test has two servers of its own and promotes one.
import pg from 'pg'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPair, type Pair } from '../../../../identity/src/platform/postgres/replica.fixture.ts'
import { postgresStore } from './index.ts'
import { TIMELINE } from './timeline-fence.ts'

/** One address for both servers, as a load balancer is: it leads to the member that was named last. */
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
  pair.primary.signal('SIGCONT')
  for (const close of closings.splice(0).reverse()) await close()
})

const portOf = (name: 'primary' | 'replica') => Number(pair[name].place.split(':')[1])

/** A pool that opens each connection to `target`. */
function openPool(max = 2): pg.Pool {
  class TargetClient extends pg.Client {
    constructor() {
      super({ host: '127.0.0.1', port: portOf(target), user: 'portico', database: 'portico' })
    }
  }
  const pool = new pg.Pool({ Client: TargetClient as never, max })
  closings.push(async () => void pool.end())
  return pool
}

async function promote(): Promise<void> {
  await expect
    .poll(() =>
      pair.replica.ask("select count(*)::int as tables from pg_tables where tablename = 'timelines'"),
    )
    .toEqual([{ tables: 1 }])
  await pair.replica.promote()
}

const stored = () => pair.replica.ask('select timeline::int from sso.timelines')

// proves: failover-old-connection-broken, failover-old-server-refused, failover-alarm
test('pg: once one connection has seen the promoted server, the others are broken, and the old primary is refused', async () => {
  const pool = openPool(3)
  const before = await pool.connect()
  before.on('error', () => undefined)
  const store = postgresStore(pool, { logger })
  await store.migrate()
  const [old, another] = await Promise.all([pool.connect(), pool.connect()])
  old.on('error', () => undefined)
  expect(await before.query('select 1 as one')).toMatchObject({ rows: [{ one: 1 }] })
  await promote()
  const running = old.query('select pg_sleep(60)').catch((error: unknown) => error)
  another.release(true)
  target = 'replica'
  const fresh = await pool.connect()
  expect(await running).toBeInstanceOf(Error)
  await expect(before.query('select 1')).rejects.toThrow()
  for (const client of [before, old]) client.release(true)
  expect(logged).toEqual(['error database_timeline_old'])
  await expect.poll(stored).toEqual([{ timeline: 2 }])

  const idle = await pool.connect()
  idle.release(true)
  target = 'primary'
  await expect(store.now()).rejects.toThrow('The database server is an old primary')
  await expect(pool.connect()).rejects.toThrow('The database server is an old primary')
  fresh.release()
  expect(await store.now()).toBeInstanceOf(Date)
})

// proves: failover-frozen-primary
test('pg: an idle connection to a primary that was frozen (SIGSTOP) answers nobody when it wakes up', async () => {
  const pool = openPool()
  const store = postgresStore(pool, { logger })
  await store.migrate()
  const busy = await pool.connect()
  const idle = await pool.connect()
  idle.release()
  await promote()
  pair.primary.signal('SIGSTOP')
  busy.on('error', () => undefined)
  busy.release(true)
  target = 'replica'
  const [first, second] = await Promise.all([pool.connect(), pool.connect()])
  second.release()
  first.release()
  pair.primary.signal('SIGCONT')
  const answers = await Promise.all(Array.from({ length: 4 }, () => pool.query(TIMELINE).catch(String)))
  for (const answer of answers.filter((each) => typeof each !== 'string'))
    expect((answer as pg.QueryResult<{ timeline: string }>).rows[0]?.timeline).toBe('2')
})

// proves: failover-old-server-refused
test('postgres.js: while a look finds an old primary, every statement fails', async () => {
  const sql = postgres(`postgres://portico@${pair.primary.place}/portico`, { max: 1 })
  closings.push(() => sql.end({ timeout: 1 }))
  const store = postgresStore(sql, { logger })
  await store.migrate()
  // Another process has written a newer timeline into this database, as after a restore by hand.
  await pair.primary.ask('update sso.timelines set timeline = 7')
  await expect(store.migrate()).rejects.toThrow('it is an old primary')
  await expect.poll(() => store.now().then(() => 'answered', String)).toContain('old primary')
  expect(logged).toEqual(['error database_timeline_old'])
})

// proves: failover-fence-harmless
test('pg: a check that the program has for new connections still runs, and may refuse one', async () => {
  const pool = openPool()
  let isRefused = false
  pool.options.verify = (_client, done) => done(isRefused ? new Error('refused by the program') : undefined)
  const store = postgresStore(pool, { logger })
  await store.migrate()
  const held = await Promise.all([pool.connect(), pool.connect()])
  for (const client of held) client.release(true)
  isRefused = true
  await expect(store.now()).rejects.toThrow('refused by the program')
})

// proves: failover-timeline-stored, failover-old-server-refused
test('pg: a process that does not migrate learns from the first connection what others have stored', async () => {
  await postgresStore(openPool(), { logger }).migrate()
  await pair.primary.ask('update sso.timelines set timeline = 7')
  const store = postgresStore(openPool(), { logger })
  await expect.poll(() => store.now().then(() => 'answered', String)).toContain('is an old primary')
})

// proves: failover-timeline-stored, failover-timeline-own-cluster
test('pg: what the database remembers of another cluster refuses nothing', async () => {
  const store = postgresStore(openPool(), { logger })
  await store.migrate()
  await pair.primary.ask("insert into sso.timelines values ('42', 9, now())")
  await store.migrate()
  expect(logged).toEqual([])
})
