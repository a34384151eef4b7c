import { describe, expect, test } from 'vitest'
import { useDatabaseFiles } from '../../../testing/database-file.ts'
import { at, openSession, sessionSample } from '../../testing/conformance-samples.ts'
import type { SsoStore } from '../index.ts'
import { openDatabase, sqliteStore } from './index.ts'
import { MIGRATIONS, NEEDED_VERSION } from './migrations.ts'

const newFile = useDatabaseFiles()

/** A file that newer code has migrated, and a process of this code that starts now. */
const changedBy = async (statement: string) => {
  const database = openDatabase(newFile(), { busyTimeoutMs: 1 })
  await sqliteStore(database).migrate()
  await database.transaction((tx) => tx.query(statement))
  const logged: string[] = []
  const log = (_level: string, event: string, fields: object) =>
    void logged.push(`${event} ${JSON.stringify(fields)}`)
  return { database, store: sqliteStore(database, { logger: { log } }) as SsoStore, logged }
}

describe('after an update, an old process that starts again', () => {
  // proves: program-migrating-newer-schema
  test('runs on a newer schema that allows it, and logs that once', async () => {
    const { database, store, logged } = await changedBy(
      `update sso_meta set version = 99, fits_from = ${NEEDED_VERSION}`,
    )
    await database.transaction((tx) => tx.query('alter table sso_sessions add column added_later integer'))
    expect(await store.migrate()).toEqual({ from: 99, to: 99 })
    expect(await store.migrate()).toEqual({ from: 99, to: 99 })
    expect(logged).toEqual([
      `schema_is_newer ${JSON.stringify({ file: database.file, version: 99, needed: NEEDED_VERSION })}`,
    ])
    expect(await store.version()).toEqual({ current: 99, needed: NEEDED_VERSION, fits: true, owner: null })
    await openSession(store, sessionSample(1))
    expect(await store.revokeSession(sessionSample(1).id, 'logout', at(1))).toBe(true)
  })

  // proves: program-migrating-newer-schema
  test('is refused by a newer schema that newer code says it does not fit', async () => {
    const { database, store, logged } = await changedBy(
      `update sso_meta set version = 99, fits_from = ${NEEDED_VERSION + 1}`,
    )
    await expect(store.migrate()).rejects.toThrow(
      `The schema in ${database.file} is at version 99, newer than this code (${NEEDED_VERSION}). Update @portico/program.`,
    )
    expect(await store.version()).toMatchObject({ current: 99, fits: false })
    expect(logged).toEqual([])
  })
})

// proves: program-migrating-newer-schema
test('a filled file of the release before is migrated, and that release goes on writing beside this one', async () => {
  const database = openDatabase(newFile())
  await database.transaction(async (tx) => {
    await tx.query('create table sso_meta (version integer not null, fits_from integer not null)')
    await tx.query('insert into sso_meta (version, fits_from) values ($1, 1)', [WITHOUT_DEVICES])
    for (const statement of MIGRATIONS.slice(0, WITHOUT_DEVICES).flat()) await tx.query(statement)
  })
  const write = (number: number) =>
    database.transaction((tx) => tx.query(OPEN_SESSION, [sessionSample(number).id, `r${number}`]))
  for (let number = 1; number <= 50; number += 1) await write(number)
  const store = sqliteStore(database) as SsoStore
  expect(await store.migrate()).toEqual({ from: WITHOUT_DEVICES, to: NEEDED_VERSION })
  await write(51)
  const [meta] = await database.query('select fits_from from sso_meta')
  expect(Number(meta?.['fits_from'])).toBeLessThanOrEqual(WITHOUT_DEVICES)
  const unknown = { browser: null, system: null, ipAddress: null }
  for (const number of [1, 50, 51])
    expect(await store.findSession(sessionSample(number).id)).toMatchObject({ device: unknown })
  await openSession(store, sessionSample(60))
  expect(await store.findSession(sessionSample(60).id)).toMatchObject({ device: { browser: 'Firefox' } })
})

/** The version of the release before sessions kept their device. */
const WITHOUT_DEVICES = 3

const OPEN_SESSION = `
  insert into sso_sessions (id, account_id, issuer, subject, created_at, expires_at, last_used_at, refresh_hash,
         central_sealed, central_key_id, central_access_expires_at, central_sid, security_version, central_checked_at,
         authenticated_at, acr)
  values ($1, 'a', 'i', 's', 0, 86400000, 0, $2, x'05', 'k1', 86400000, 'sid', 1, 0, null, null)`

// proves: program-migrating-locks
test('a migration that meets a lock fails with nothing done, and one that has nothing to do needs none', async () => {
  const database = openDatabase(newFile(), { busyTimeoutMs: 1 })
  const migrate = () => sqliteStore(database).migrate()
  const release = Promise.withResolvers<void>()
  const rival = openDatabase(database.file)
  const held = Promise.withResolvers<void>()
  const holding = rival.transaction(async () => {
    held.resolve()
    await release.promise
  })
  await held.promise
  await expect(migrate()).rejects.toMatchObject({ reason: 'locked' })
  expect(await sqliteStore(database).version()).toMatchObject({ current: 0, fits: false })
  release.resolve()
  await holding
  expect(await migrate()).toEqual({ from: 0, to: NEEDED_VERSION })
  await rival.transaction(async () => expect(await migrate()).toMatchObject({ from: NEEDED_VERSION }))
})

test('a migration that fails halfway leaves nothing of it', async () => {
  const database = openDatabase(newFile())
  await database.transaction((tx) => tx.query('create table sso_handoffs (of_another_program integer)'))
  await expect(sqliteStore(database).migrate()).rejects.toThrow('table sso_handoffs already exists')
  const tables = await database.query(`select name from sqlite_schema where type = 'table'`)
  expect(tables).toEqual([{ name: 'sso_handoffs' }])
})
