import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { at, openSession, sessionSample } from '../../testing/conformance-samples.ts'
import type { SsoStore } from '../index.ts'
import { commonStatements } from './common-statements.ts'
import { pgConnection } from './connection.ts'
import { postgresStore } from './index.ts'
import { MIGRATIONS, migrateSchema, NEEDED_VERSION, schemaState } from './migrations.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(10)
})
afterAll(() => database.drop())

const NOBODY = { program: undefined, options: {} }

/** A schema that newer code has migrated, and a process of this code that starts now. */
const changedBy = async (schema: string, statements: string) => {
  await postgresStore(database.pool, { schema }).migrate()
  await database.pool.query(statements.replaceAll('sso.', `${schema}.`))
  const logged: string[] = []
  const logger = {
    log: (_level: string, event: string, fields: object) =>
      void logged.push(`${event} ${JSON.stringify(fields)}`),
  }
  return { store: postgresStore(database.pool, { schema, logger }) as SsoStore, logged }
}

describe('during a rolling update, an old process that starts again', () => {
  // proves: program-migrating-newer-schema
  test('runs on a newer schema that allows it, and logs that once', async () => {
    const { store, logged } = await changedBy(
      'rolling',
      `alter table sso.sessions add column added_later int; update sso.meta set version = 99, fits_from = ${NEEDED_VERSION}`,
    )
    expect(await store.migrate()).toEqual({ from: 99, to: 99 })
    expect(await store.migrate()).toEqual({ from: 99, to: 99 })
    expect(logged).toEqual([`schema_is_newer {"schema":"rolling","version":99,"needed":${NEEDED_VERSION}}`])
    expect(await store.version()).toEqual({ current: 99, needed: NEEDED_VERSION, fits: true, owner: null })
    await openSession(store, sessionSample(1))
    expect(await store.revokeSession(sessionSample(1).id, 'logout', at(1))).toBe(true)
  })

  // proves: program-migrating-newer-schema
  test.each([
    [
      'that newer code says it does not fit',
      `update sso.meta set version = 99, fits_from = ${NEEDED_VERSION + 1}`,
    ],
    ['that says nothing', 'update sso.meta set version = 99, fits_from = null'],
    ['of before the column', 'update sso.meta set version = 99; alter table sso.meta drop column fits_from'],
  ])('is refused by a newer schema %s', async (name, statements) => {
    const schema = `refused_${name.length}`
    const { store, logged } = await changedBy(schema, statements)
    await expect(store.migrate()).rejects.toThrow(
      `Schema ${schema} is at version 99, newer than this code (${NEEDED_VERSION}). Update @portico/program.`,
    )
    expect(await store.version()).toMatchObject({ current: 99, fits: false })
    expect(logged).toEqual([])
  })
})

test('a schema of the first version is migrated with its sessions, which then end as all others', async () => {
  const first = (MIGRATIONS[0] ?? '').replaceAll('sso.', 'of_before.')
  const meta = 'create table of_before.meta (version int not null); insert into of_before.meta values (1)'
  await database.pool.query(`create schema of_before; ${first}; ${meta}`)
  await database.pool.query(OPEN_SESSION, [sessionSample(1).id, at(0), at(86_400_000)])
  const store = postgresStore(database.pool, { schema: 'of_before' })
  expect(await store.version()).toEqual({ current: 1, needed: NEEDED_VERSION, fits: false, owner: null })
  expect(await store.migrate()).toEqual({ from: 1, to: NEEDED_VERSION })
  expect(await store.version()).toMatchObject({ current: NEEDED_VERSION, fits: true, owner: null })
  expect(await store.findSession(sessionSample(1).id)).toMatchObject({ authenticatedAt: null, acr: null })
  expect(await store.revokeSession(sessionSample(1).id, 'logout', at(1))).toBe(true)
  expect((await store.countRevocations()).waiting).toBe(1)
})

// proves: program-migrating-newer-schema
test('a filled schema of the release before is migrated, and that release goes on writing beside this one', async () => {
  const before = MIGRATIONS.slice(0, WITHOUT_DEVICES).join('').replaceAll('sso.', 'beside.')
  await database.pool.query(`create schema beside; create table beside.meta (version int not null); ${before}
    insert into beside.meta (version, fits_from) values (${WITHOUT_DEVICES}, 1)`)
  const write = (number: number) => {
    const statement = OPEN_SESSION.replace('of_before', 'beside').replace("'r'", `'r${number}'`)
    return database.pool.query(statement, [sessionSample(number).id, at(0), at(86_400_000)])
  }
  for (let number = 1; number <= 50; number += 1) await write(number)
  const store = postgresStore(database.pool, { schema: 'beside' }) as SsoStore
  const migrating = store.migrate()
  await Promise.all([51, 52, 53].map(write))
  expect(await migrating).toEqual({ from: WITHOUT_DEVICES, to: NEEDED_VERSION })
  await write(54)
  const { rows } = await database.pool.query('select fits_from from beside.meta')
  expect(rows[0].fits_from).toBeLessThanOrEqual(WITHOUT_DEVICES)
  const unknown = { browser: null, system: null, ipAddress: null }
  for (const number of [1, 51, 54])
    expect(await store.findSession(sessionSample(number).id)).toMatchObject({ device: unknown })
  await openSession(store, sessionSample(60))
  expect((await store.listSessions('a', at(1))).map(({ device }) => device)).toEqual(
    Array.from({ length: 54 }, () => unknown),
  )
  expect(await store.findSession(sessionSample(60).id)).toMatchObject({ device: { browser: 'Firefox' } })
})

// proves: program-migrating-locks
test('a migration that meets a lock lets it be and tries again; where the lock stays, it fails with nothing done', async () => {
  const first = (MIGRATIONS[0] ?? '').replaceAll('sso.', 'locked.')
  const meta = 'create table locked.meta (version int not null); insert into locked.meta values (1)'
  await database.pool.query(`create schema locked; ${first}; ${meta}`)
  const rival = await database.pool.connect()
  await rival.query('begin; lock table locked.sessions in access share mode')
  const db = pgConnection(database.pool, {})
  await expect(migrateSchema(db, 'locked', NOBODY, [])).rejects.toMatchObject({ code: '55P03' })
  expect(await schemaState(commonStatements(db, 'locked'), 'locked')).toMatchObject({ version: 1 })
  const patient = migrateSchema(
    db,
    'locked',
    NOBODY,
    Array.from({ length: 1_000 }, () => 1),
  )
  const waits = async () => {
    const found = await database.pool.query(
      "select 1 from pg_locks where relation = 'locked.sessions'::regclass and not granted",
    )
    return found.rows.length
  }
  await expect.poll(waits).toBe(1)
  await rival.query('rollback')
  rival.release()
  expect(await patient).toMatchObject({ from: 1, to: NEEDED_VERSION })
})

// proves: program-migrating-locks
test('a migration that PostgreSQL ends to break a deadlock tries again', async () => {
  const db = pgConnection(database.pool, {})
  let runs = 0
  const transaction: typeof db.transaction = (work) => {
    runs += 1
    return runs > 1 ? db.transaction(work) : Promise.reject(Object.assign(new Error(), { code: '40P01' }))
  }
  expect(await migrateSchema({ ...db, transaction }, 'entangled', NOBODY, [1])).toMatchObject({ from: 0 })
})

/** The version of the release before sessions kept their device. */
const WITHOUT_DEVICES = 6

const OPEN_SESSION = `
  insert into of_before.sessions (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
         central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at)
  values ($1, 'a', 'i', 's', $2, $3, $2, 'r', '\\x05', 'k1', $3, 'sid', 1, $2)`
