// Takes long, because each rule is tried with forty callers, over three clients.
import pg from 'pg'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onEmptiedSchema } from '../../../testing/emptied-schema.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { storeConformance } from '../../testing/store-conformance.ts'
import type { SsoStore } from '../index.ts'
import { loadBySelect } from './load-by-select.ts'
import { postgresStore } from './postgres-store.ts'

// A program shares its client with libraries that set parsers, serializers and names of columns for all its statements.

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(2)
})
afterAll(() => database.drop())

const address = () => ({
  ...{ path: `${database.host}/.s.PGSQL.${database.port}`, user: database.user, database: database.name },
  ...{ max: 20, onnotice: () => undefined },
})

/** What `drizzle(client)` of drizzle-orm 0.44 does to a client of postgres.js. */
function asDrizzle(sql: postgres.Sql): postgres.Sql {
  const asItIs = (value: unknown) => value
  for (const type of ['1184', '1082', '1083', '1114', '1182', '1185', '1115', '1231']) {
    Object.assign(sql.options.parsers, { [type]: asItIs })
    Object.assign(sql.options.serializers, { [type]: asItIs })
  }
  Object.assign(sql.options.serializers, { 114: asItIs, 3802: asItIs })
  return sql
}

const refuse = (): never => {
  throw new Error('a serializer of the program was asked')
}
const strange = { serialize: refuse, parse: () => 'strange' }

const CLIENTS: readonly (readonly [string, () => postgres.Sql])[] = [
  [
    'shared with drizzle, with transform: postgres.camel',
    () => asDrizzle(postgres({ ...address(), transform: postgres.camel })),
  ],
  [
    'with types of its own, and columns with other names',
    () =>
      postgres({
        ...address(),
        transform: { column: { from: (name) => `own-${name.replaceAll('_', '-')}` } },
        types: {
          time: { to: 1184, from: [1184, 1114], ...strange },
          bytes: { to: 17, from: [17], ...strange },
          big: { to: 20, from: [20], serialize: (value: unknown) => String(value), parse: BigInt },
          flag: { to: 16, from: [16], ...strange },
          whole: { to: 23, from: [23], serialize: (value: unknown) => String(value), parse: () => 'strange' },
        },
      }),
  ],
]

let schemas = 0
/** Opens stores on a schema of their own, over the client of the test. */
const stores = (open: (schema: string) => SsoStore) =>
  onEmptiedSchema(() => database.pool, `client_${(schemas += 1)}`, open)

describe.each(CLIENTS)('a client of postgres %s', (_name, open) => {
  let sql: postgres.Sql
  beforeAll(() => {
    sql = open()
  })
  afterAll(() => sql.end())
  const steps = storeConformance(stores((schema) => postgresStore(sql, { schema }) as SsoStore))
  test.each(steps)('$name', ({ run }) => run())
})

/** Parsers that a program sets for its whole process, with `pg.types.setTypeParser`, or for a pool. */
const types = {
  getTypeParser: (oid: number) => (text: string) =>
    [16, 17, 20, 23, 1114, 1184].includes(oid) ? `own ${text}` : text,
}

describe('a pg pool with parsers of its own', () => {
  let pool: pg.Pool
  beforeAll(() => {
    const { host, port, user, name } = database
    pool = new pg.Pool({ host, port, user, database: name, max: 20, types } as pg.PoolConfig)
  })
  afterAll(() => pool.end())
  const steps = storeConformance(stores((schema) => postgresStore(pool, { schema }) as SsoStore))
  test.each(steps)('$name', ({ run }) => run())

  test('gives the account of the program as the program reads it', async () => {
    const load = loadBySelect<{ id: string; at: unknown }>(
      pool,
      `select $account_id as id, timestamptz '2026-01-01T00:00:00Z' as at`,
      (row) => ({ id: String(row['id']), at: row['at'] }),
    )
    expect(await load('7')).toMatchObject({ at: expect.stringMatching(/^own 2/) })
  })
})

describe('settings of the server that change values', () => {
  test.each([
    ['datestyle', 'German', 'instants (DateStyle must be ISO)'],
    ['bytea_output', 'escape', 'bytes (bytea_output must be hex)'],
  ])('%s = %s is refused by migrate and doctor', async (name, value, fault) => {
    const sql = postgres({ ...address(), max: 1, connection: { [name]: value } })
    const store = postgresStore(sql, { schema: 'never' })
    await expect(store.migrate()).rejects.toThrow(fault)
    await expect(store.version()).rejects.toThrow(fault)
    await sql.end()
  })
})
