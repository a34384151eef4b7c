import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { type DatabaseConfig, openDatabase, openDatabaseAndKeys, openKeyring } from './open-database.ts'
import { systemClock } from './platform/system-clock.ts'
import { systemRandom } from './platform/system-random.ts'
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

describe('opening the database', () => {
  test('an empty one is brought up to date, and the audit says so', async () => {
    const open = await openDatabase(config, progress)
    expect(open.applied[0]).toBe('0001-citizens.sql')
    expect(said).toEqual([expect.stringContaining(`${open.applied.length} migrations applied`)])
    const events = await open.db.query`select name, actor, details from audit_events`
    expect(events).toEqual([
      { name: 'migrations-applied', actor: 'system', details: { names: open.applied.join(' ') } },
    ])
    await open.close()
  })

  test('of five that open it at once, one applies, and the others find it done', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => openDatabase(config, progress)))
    expect(all.filter((open) => open.applied.length > 0)).toHaveLength(1)
    expect(said).toHaveLength(1)
    for (const open of all) await open.close()
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
    const one = await openDatabaseAndKeys(config, progress)
    const sealed = one.keyring.seal(Buffer.from('plain'), 'here')
    await one.close()
    const newer = [Buffer.alloc(32, 2), ...config.secretKeys]
    const two = await openDatabaseAndKeys({ ...config, secretKeys: newer }, progress)
    expect(two.keyring.unseal(sealed, 'here').toString()).toBe('plain')
    await two.close()
    expect(await readdir(folder)).toEqual([])
  })

  test('without keys in the settings one is made, once, and everybody gets it', async () => {
    const open = await openDatabase(config, progress)
    const keyless = { ...config, secretKeys: [] }
    const [one, two] = await Promise.all([openKeyring(keyless, open), openKeyring(keyless, open)])
    expect(two.unseal(one.seal(Buffer.from('plain'), 'here'), 'here').toString()).toBe('plain')
    expect(await readdir(folder)).toEqual(['secret-key'])
    await open.close()
  })

  // proves: threat-silent-new-key
  test('a key that the database was sealed with and that is gone is not replaced', async () => {
    const open = await openDatabaseAndKeys(config, progress)
    await ensureSigningKey({ ...open, clock: systemClock, random: systemRandom })
    const keyless = { ...config, secretKeys: [] }
    await expect(openKeyring(keyless, open)).rejects.toThrow(SecretKeyTrouble)
    await expect(openDatabaseAndKeys(keyless, progress)).rejects.toThrow(/PORTICO_SECRET_KEY/)
    expect(await readdir(folder)).toEqual([])
    await open.close()
  })
})
