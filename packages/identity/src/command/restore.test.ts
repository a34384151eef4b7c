// Takes over 10 s: each test makes a database, and a refusal compares all rows before and after.
import { createHash } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestDatabase } from '../../testing/database.ts'
import { makeFormerSchema } from '../../testing/former-schema.ts'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { MIGRATIONS } from '../migrations.ts'
import { change, contentOf, glance, on, openWorkbench, type Workbench } from './backup.fixture.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let bench: Workbench
let service: TestService
/** A backup that every test copies, and the keys that are in it. */
let backup = ''
let backedUp: readonly string[]
let folder = ''
let target: TestDatabase

beforeAll(async () => {
  bench = await openWorkbench()
  service = await startTestService()
  await addProgram(service)
  await addCitizen(service)
  backup = bench.newPath()
  expect((await on(service.database, 'backup', backup)).exitCode).toBe(0)
  backedUp = await kids(service.database)
})
afterAll(async () => {
  await service.close()
  await bench.clear()
})
beforeEach(async () => {
  folder = bench.newPath()
  await cp(backup, folder, { recursive: true })
  target = await bench.newDatabase()
})

/** Runs a restore that must be refused and change nothing. */
async function refusal(...args: readonly string[]): Promise<string> {
  const before = await contentOf(target)
  const ran = await on(target, 'restore', folder, ...args)
  expect([ran.exitCode, ran.out]).toEqual([1, ''])
  expect(ran.err.split('\n').filter((line) => line.startsWith('portico: '))).toHaveLength(1)
  expect(await contentOf(target)).toBe(before)
  return ran.err
}
/** A file of a backup without what every restore changes. */
const rowsIn = async (backup: string, name: string) =>
  (await readFile(join(backup, name), 'utf8')).replaceAll(/"security_version":\d+/g, '')
const kids = async (database: TestDatabase) =>
  (await glance(database, (db) => db.query<{ kid: string }>`select kid from signing_keys order by kid`)).map(
    ({ kid }) => kid,
  )
const emergency = (database: TestDatabase) => on(database, 'keys', 'rotate', '--emergency')

describe('portico restore', () => {
  test('brings back every row that was backed up, exactly but for the security versions, and a second backup is the same', async () => {
    const ran = await on(target, 'restore', folder)
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('The database is what it was at')])
    const again = bench.newPath()
    await on(target, 'backup', again)
    for (const name of (await readdir(folder)).filter((file) => !/^(audit|manifest)/.test(file)))
      expect([name, await rowsIn(again, name)]).toEqual([name, await rowsIn(folder, name)])
    expect(backedUp).toHaveLength(1)
    expect(await kids(target)).toEqual(backedUp)
  })

  test('warns of what a backup cannot know, and answers in JSON', async () => {
    const answer = (await on(target, 'restore', folder, '--json')).json<{
      warnings: string[]
      rows: number
    }>()
    expect(answer.rows).toBeGreaterThan(2)
    const warnings = answer.warnings.join('\n')
    for (const words of ['new passwords', 'retired client secrets', 'portico keys rotate --emergency'])
      expect(warnings).toContain(words)
  })

  test('leaves an event, and keeps the events that the database had', async () => {
    await on(target, 'client', 'list')
    await on(target, 'restore', folder)
    const names = (await on(target, 'audit', '--limit', '10000', '--json'))
      .json<{ name: string }[]>()
      .map(({ name }) => name)
    for (const name of ['operator-looked', 'client-added', 'backup-restored']) expect(names).toContain(name)
  })
})

describe('portico restore refuses, and changes nothing', () => {
  test('a database that holds citizens', async () => {
    await glance(
      target,
      (
        db,
      ) => db.query`insert into citizens select gen_random_uuid(), gen_random_uuid(), 'x@example.test', true, 'X', '',
      'active', 1, '', now(), now()`,
    )
    expect(await refusal()).toContain('The database is not empty (citizens)')
  })

  test('a database that a service uses, also with --force', async () => {
    const other = await startTestService({ database: target })
    expect(await refusal()).toMatch(/The service or another command of Portico works on this database/)
    expect(await refusal('--force')).toMatch(/stop every one of them first/)
    await other.close()
    expect((await on(target, 'restore', folder)).exitCode).toBe(0)
  })

  test.each(['citizens.jsonl', 'clients.jsonl', 'audit_events.jsonl'])(
    'one changed letter in %s',
    async (name) => {
      await change(folder, name, (text) => text.replace(/[a-f]/, (letter) => (letter === 'a' ? 'b' : 'a')))
      expect(await refusal()).toContain(`${name} is not what was backed up (it was changed or damaged)`)
    },
  )

  test.each([1, 40])('a file that lacks its last %i bytes', async (bytes) => {
    await change(folder, 'citizens.jsonl', (text) => text.slice(0, -bytes))
    expect(await refusal()).toContain('citizens.jsonl is not what was backed up (it is shorter)')
  })

  test('a file with a line too many', async () => {
    await change(folder, 'citizens.jsonl', (text) => text + text)
    expect(await refusal()).toContain('it was changed or damaged')
  })

  test('a file that is missing', async () => {
    await rm(join(folder, 'clients.jsonl'))
    expect(await refusal()).toMatch(/clients\.jsonl cannot be read \(ENOENT\)/)
  })

  test('a folder without a manifest, as an interrupted backup leaves it', async () => {
    await rm(join(folder, 'manifest.json'))
    expect(await refusal()).toContain('contains no complete backup')
  })

  test.each([
    ['cut short', (text: string) => text.slice(0, 200)],
    ['empty', () => ''],
    ['of another format', (text: string) => text.replace('portico-backup-1', 'portico-backup-9')],
    ['that names a table of its own', (text: string) => text.replace('"connections"', '"sessions"')],
    ['that names a table twice', (text: string) => text.replace('"connections"', '"citizens"')],
    ['with SQL for a column', (text: string) => text.replace('"full_name"', '"x\\") values (1); --"')],
    ['with a path for a table', (text: string) => text.replace('"connections"', '"../../etc/passwd"')],
    ['with rows below none', (text: string) => text.replace('"rows": 1', '"rows": -1')],
  ])('a manifest %s', async (_what, bend) => {
    await change(folder, 'manifest.json', bend)
    expect(await refusal('--without-key')).toContain('manifest.json cannot be read')
  })

  // proves: threat-backup-revives
  test('files that were changed together with their hashes, because the seal does not fit', async () => {
    await change(folder, 'manifest.json', (text) => text.replace(/"rows": 1,/, '"rows": 2,'))
    expect(await refusal()).toContain('The seal of manifest.json is not valid')
  })

  test('a backup that another secret key sealed', async () => {
    const settings = { ...settingsFor(target), PORTICO_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') }
    const ran = await portico(settings, ['restore', folder])
    expect(ran).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('set PORTICO_SECRET_KEY to that key'),
    })
  })

  test('a database that is older than this release: portico migrate comes first', async () => {
    const older = await bench.newDatabase('template1')
    await makeFormerSchema(older.address)
    const { exitCode, err } = await on(older, 'restore', folder, '--force')
    expect([exitCode, err]).toEqual([1, expect.stringContaining('run portico migrate first')])
  })

  test('a database of a newer release, although this one runs on it', async () => {
    const newer = await bench.newDatabase()
    await glance(
      newer,
      (db) => db.query`insert into schema_migrations (name, fits_from) values ('0999-more.sql', 11)`,
    )
    expect(await on(newer, 'client', 'list')).toMatchObject({ exitCode: 0 })
    expect((await on(newer, 'migrate', '--plan')).out).toContain('still runs on it')
    const { exitCode, err } = await on(newer, 'restore', folder, '--force')
    expect([exitCode, err]).toEqual([1, expect.stringContaining('0999-more.sql')])
  })

  test('a backup of a newer release, or one whose migrations never were in this order', async () => {
    const name = async (names: readonly string[]) =>
      change(folder, 'manifest.json', (text) => JSON.stringify({ ...JSON.parse(text), migrations: names }))
    const here = MIGRATIONS.map((migration) => migration.name)
    await name([...here, '9999-later'])
    expect(await refusal('--without-key')).toContain('made by a newer release')
    for (const names of [[...here, ...here.slice(-1)], [], ['0007-limits.sql', '0030-mailed-links.sql']]) {
      await name(names)
      expect(await refusal('--without-key')).toContain('in an order that never existed')
    }
  })

  test('a backup that lacks a table', async () => {
    await change(folder, 'manifest.json', (text) => {
      const { files, ...rest } = JSON.parse(text) as { files: { table: string }[] }
      return JSON.stringify({ ...rest, files: files.filter(({ table }) => table !== 'clients') })
    })
    expect(await refusal('--without-key')).toContain('The backup lacks clients')
  })

  test('rows that the tables cannot hold', async () => {
    const path = join(folder, 'clients.jsonl')
    await writeFile(path, (await readFile(path, 'utf8')).replace('"first-time"', '"last-time!"'))
    const sha256 = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
    await change(folder, 'manifest.json', (text) => {
      const manifest = JSON.parse(text) as { files: { table: string; sha256: string }[] }
      const files = manifest.files.map((file) => (file.table === 'clients' ? { ...file, sha256 } : file))
      return JSON.stringify({ ...manifest, files })
    })
    expect(await refusal('--without-key')).toContain('violates check constraint')
  })
})

describe('signing keys that were withdrawn stay withdrawn', () => {
  test('those that were withdrawn before the backup', async () => {
    const before = await kids(service.database)
    await emergency(service.database)
    const later = bench.newPath()
    await on(service.database, 'backup', later)
    await on(target, 'restore', later)
    const stages = (await on(target, 'keys', 'list', '--json')).json<{ kid: string; stage: string }[]>()
    for (const kid of before)
      expect(stages).toContainEqual(expect.objectContaining({ kid, stage: 'withdrawn' }))
  })

  // proves: threat-backup-revives
  test('those that were withdrawn after it, where the database still knows', async () => {
    await on(target, 'restore', folder)
    await emergency(target)
    const ran = await on(target, 'restore', folder, '--force')
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('those that the database had')])
    const stages = (await on(target, 'keys', 'list', '--json')).json<{ kid: string; stage: string }[]>()
    expect(stages.filter(({ stage }) => stage === 'signing')).toHaveLength(1)
    for (const { kid } of stages.filter(({ stage }) => stage === 'signing'))
      expect(backedUp).not.toContain(kid)
    for (const kid of backedUp)
      expect(stages.filter((key) => key.kid === kid && key.stage !== 'withdrawn')).toEqual([])
  })

  test('with a lost secret key none comes back, and the service makes a new one', async () => {
    const settings = { ...settingsFor(target), PORTICO_SECRET_KEY: Buffer.alloc(32, 9).toString('base64') }
    const ran = await portico(settings, ['restore', folder, '--without-key'])
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining('There is no signing key')])
    expect(await kids(target)).toEqual([])
    const restarted = await startTestService({ database: target, secretKeys: [Buffer.alloc(32, 9)] })
    expect(await kids(target)).toHaveLength(1)
    await restarted.close()
  })
})
