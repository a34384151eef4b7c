import pg from 'pg'
import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { postgresStore } from './index.ts'

// What a promotion does is in journeys/old-primary.test.ts.

let database: TestDatabase
const closings: (() => Promise<unknown>)[] = []
const logged: string[] = []
const logger = { log: (level: string, event: string) => void logged.push(`${level} ${event}`) }

beforeEach(async () => {
  logged.length = 0
  database = await createTestDatabase()
  closings.push(() => database.drop())
})
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
})

function openPool(): pg.Pool {
  const { host, port, user, name } = database
  const pool = new pg.Pool({ host, port, user, database: name, max: 2 })
  closings.push(() => pool.end())
  return pool
}

// proves: failover-old-server-refused
test('postgres.js: while a look finds an old primary, every statement fails', async () => {
  const { host, port, user, name } = database
  const sql = postgres({ host, port, user, database: name, max: 1 })
  closings.push(() => sql.end({ timeout: 1 }))
  const store = postgresStore(sql, { logger })
  await store.migrate()
  // Another process has written a newer timeline into this database, as after a restore by hand.
  await database.pool.query('update sso.timelines set timeline = 7')
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
  await database.pool.query('update sso.timelines set timeline = 7')
  const store = postgresStore(openPool(), { logger })
  await expect.poll(() => store.now().then(() => 'answered', String)).toContain('is an old primary')
})
