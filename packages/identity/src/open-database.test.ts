import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { MIGRATIONS } from './migrations.ts'
import { type DatabaseConfig, type DatabaseServer, openDatabase, openKeyring } from './open-database.ts'
import { SecretKeyTrouble } from './secret-key-file.ts'
import { ensureSigningKey } from './signing-keys/index.ts'

let database: TestDatabase
let config: DatabaseConfig
let folder: string
let said: string[]
const progress = (line: string) => void said.push(line)

beforeEach(async () => {
  said = []
  database = await createTestDatabase('template1')
  folder = await mkdtemp(join(tmpdir(), 'portico-bootstrap-'))
  config = {
    database: { kind: 'url', url: database.url },
    dataDir: folder,
    secretKeys: [Buffer.alloc(32, 1)],
  }
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Migrates first, as an operator does. */
async function openMigrated() {
  await migrateDatabase({ address: config.database as DatabaseServer['address'] }, progress)
  return openDatabase(config, progress)
}

describe('migrating the database', () => {
  test('the audit says what was applied, and the operator hears of each file', async () => {
    const open = await openMigrated()
    const names = MIGRATIONS.map(({ name }) => name)
    expect(said).toEqual(names.map((name) => `${name} …`))
    const events = await open.db.query`select name, actor, details from audit_events`
    expect(events).toEqual([
      { name: 'migrations-applied', actor: 'system', details: { names: names.join(' ') } },
    ])
    await open.close()
  })

  test('of five at once, one applies, and the others wait and find it done', async () => {
    const migrating = () => migrateDatabase({ address: database.address }, progress)
    const all = await Promise.all(Array.from({ length: 5 }, migrating))
    expect(all.filter((applied) => applied.length > 0)).toHaveLength(1)
    expect(said.filter((line) => /waiting for its end/.test(line))).toHaveLength(4)
    expect(await database.db.query`select 1 as event from audit_events`).toHaveLength(1)
  })
})

describe('opening the database', () => {
  test('an empty one is refused with what to do, and nothing is changed', async () => {
    await expect(openDatabase(config, progress)).rejects.toThrow(
      'The database is empty: run portico migrate.',
    )
    expect(await database.db.query`select 1 from pg_tables where schemaname = 'public'`).toEqual([])
    expect(said).toEqual([])
  })

  test('one that is not there is an error, and nothing stays open', async () => {
    const nowhere = {
      ...config,
      database: { kind: 'url' as const, url: 'postgres://portico@127.0.0.1:1/none' },
    }
    await expect(openDatabase(nowhere, progress)).rejects.toMatchObject({
      name: 'DatabaseUnavailable',
      cause: { code: 'ECONNREFUSED' },
    })
    const missing = {
      ...config,
      database: { kind: 'url' as const, url: database.url.replace(/test_\w+/, 'test_none') },
    }
    await expect(openDatabase(missing, progress)).rejects.toThrow(/does not exist/)
  })
})

describe('the keyring', () => {
  test('the keys of the settings are used, and none is written to the disk', async () => {
    const one = await openMigrated()
    const sealed = (await openKeyring(config, one)).seal(Buffer.from('plain'), 'here')
    await one.close()
    const newer = [Buffer.alloc(32, 2), ...config.secretKeys]
    const two = await openDatabase(config, progress)
    const keys = await openKeyring({ ...config, secretKeys: newer }, two)
    expect(keys.unseal(sealed, 'here').toString()).toBe('plain')
    await two.close()
    expect(await readdir(folder)).toEqual([])
  })

  test('without keys in the settings one is made, once, and everybody gets it', async () => {
    const open = await openMigrated()
    const keyless = { ...config, secretKeys: [] }
    const [one, two] = await Promise.all([openKeyring(keyless, open), openKeyring(keyless, open)])
    expect(two.unseal(one.seal(Buffer.from('plain'), 'here'), 'here').toString()).toBe('plain')
    expect(await readdir(folder)).toEqual(['secret-key'])
    await open.close()
  })

  // proves: threat-silent-new-key
  test('a key that the database was sealed with and that is gone is not replaced', async () => {
    const open = await openMigrated()
    await ensureSigningKey({ ...open, keyring: await openKeyring(config, open) })
    const keyless = { ...config, secretKeys: [] }
    await expect(openKeyring(keyless, open)).rejects.toThrow(SecretKeyTrouble)
    await expect(openKeyring(keyless, open)).rejects.toThrow(/PORTICO_SECRET_KEY/)
    expect(await readdir(folder)).toEqual([])
    await open.close()
  })
})
