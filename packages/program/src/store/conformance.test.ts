// Takes long, because each rule is tried with forty callers, over both clients, with prepared statements and without.
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmptiedSchema } from '../../testing/emptied-schema.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { memoryStore } from '../testing/index.ts'
import { storeConformance } from '../testing/store-conformance.ts'
import { postgresStore } from './postgres/index.ts'

let database: TestDatabase
let sql: postgres.Sql

beforeAll(async () => {
  database = await createTestDatabase(40)
  sql = postgres({
    path: `${database.host}/.s.PGSQL.${database.port}`,
    user: database.user,
    database: database.name,
    max: 40,
    onnotice: () => undefined,
  })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const pool = () => database.pool

describe.each([false, true])('with prepared statements: %s', (preparedStatements) => {
  // proves: threat-program-replay
  describe('the store over a pg pool', () => {
    const steps = storeConformance(
      onEmptiedSchema(pool, `sso_pg_${preparedStatements}`, (schema) =>
        postgresStore(database.pool, { schema, preparedStatements }),
      ),
    )
    test.each(steps)('$name', ({ run }) => run())
  })
  describe('the store over a postgres.js client', () => {
    const steps = storeConformance(
      onEmptiedSchema(pool, `sso_js_${preparedStatements}`, (schema) =>
        postgresStore(sql, { schema, preparedStatements }),
      ),
    )
    test.each(steps)('$name', ({ run }) => run())
  })
})
describe('the store in memory', () => {
  test.each(storeConformance(async () => memoryStore()))('$name', ({ run }) => run())
})

describe('migrating', () => {
  test('40 instances at once make one schema', async () => {
    const store = postgresStore(database.pool, { schema: 'raced' })
    const results = await Promise.all(Array.from({ length: 40 }, () => store.migrate()))
    expect(results.filter(({ from }) => from === 0)).toHaveLength(1)
  })

  test.each(['', 'Sso', 'a"b', 'a;drop schema public', 'x'.repeat(42)])(
    'the schema name %j is refused',
    (schema) => {
      expect(() => postgresStore(database.pool, { schema })).toThrow('must be at most 41 lower-case letters')
    },
  )

  test('40 exchanges of 40 codes work through a pool of two connections', async () => {
    const narrow = await createTestDatabase(2)
    const store = postgresStore(narrow.pool)
    await store.migrate()
    const { forty, handoffSample, claimSample, sessionSample } = await import(
      '../testing/conformance-samples.ts'
    )
    const results = await forty(async (n) => {
      await store.createHandoff(handoffSample({ codeHash: `c${n}` }))
      return store.consumeHandoff(claimSample({ codeHash: `c${n}` }), async (_, tx) => {
        await store.findIdentity('i', 's', tx)
        return { session: sessionSample(n), endOtherSessions: false }
      })
    })
    expect(results.every(({ kind }) => kind === 'consumed')).toBe(true)
    await narrow.drop()
  })
})
