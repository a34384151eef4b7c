// Takes long, because a lease lasts five seconds, and each test has two servers of its own.
import pg from 'pg'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPair, type Pair } from '../../../../identity/src/platform/postgres/replica.fixture.ts'
import type { SsoStore } from '../index.ts'
import { postgresStore } from './index.ts'
import { TIMELINE } from './timeline-fence.ts'

let pair: Pair
let url: string
const closings: (() => Promise<unknown>)[] = []
const logged: string[] = []
const logger = { log: (level: string, event: string) => void logged.push(`${level} ${event}`) }

beforeEach(async () => {
  logged.length = 0
  pair = await openPair()
  closings.push(() => pair.close())
  url = pair.url('', [pair.primary])
})
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

const PATIENCE = { timeout: 60_000 }

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

// proves: program-lease, threat-replaced-server
test('pg: a process that cannot reach the promoted server says nothing, and leaves the pool to the program', async () => {
  await pair.replicateSynchronously()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  closings.push(async () => void pool.end())
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

// proves: program-lease, threat-replaced-server
test('postgres.js: a process that only reads says nothing when the old primary proves nothing any more', async () => {
  await pair.replicateSynchronously()
  const sql = postgres(url, { max: 2 })
  closings.push(() => sql.end({ timeout: 1 }))
  const store = postgresStore(sql, { logger })
  await store.migrate()
  expect(await read(store)).toBeNull()
  await promote()
  await expect.poll(() => read(store), PATIENCE).toMatchObject({ name: 'UnprovenServer' })
  expect(await read(store)).toMatchObject({ name: 'UnprovenServer' })
  expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
})
