import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram } from '../../testing/people.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { change, on, openWorkbench, readAll, type Workbench } from './backup.fixture.ts'
import { portico, type Ran, TEST_SECRET_KEY } from './portico.fixture.ts'

let bench: Workbench
let service: TestService
let folder = ''

beforeAll(async () => {
  bench = await openWorkbench()
  service = await startTestService()
  await addProgram(service)
  await addCitizen(service)
})
afterAll(async () => {
  await service.close()
  await bench.clear()
})
beforeEach(async () => {
  folder = bench.newPath()
  expect((await on(service.database, 'backup', folder)).exitCode).toBe(0)
})

/** No database is there: the check must not need one. */
const NOWHERE = { PORTICO_DATABASE_URL: 'postgres://127.0.0.1:1/none', PORTICO_SECRET_KEY: TEST_SECRET_KEY }
const check = (...args: readonly string[]): Promise<Ran> => portico(NOWHERE, ['backup', 'check', ...args])

/** Runs a check that must find a fault: one sentence, exit code 1, and every file as it was. */
async function fault(...options: readonly string[]): Promise<string> {
  const before = await readAll(folder)
  const ran = await check(folder, ...options)
  expect([ran.exitCode, ran.out]).toEqual([1, ''])
  const sentences = ran.err.split('\n').filter((line) => line.startsWith('portico: '))
  expect(sentences).toHaveLength(1)
  expect(await readAll(folder)).toBe(before)
  return sentences.join()
}

/** Changes the manifest, and so breaks its seal. */
const bendManifest = (bend: (manifest: Manifest) => object) =>
  change(folder, 'manifest.json', (text) => JSON.stringify(bend(JSON.parse(text) as Manifest)))
interface Manifest {
  readonly migrations: readonly string[]
  readonly files: readonly { readonly table: string; readonly rows: number }[]
}

/** Changes a file together with its length and hash in the manifest. */
async function forge(table: string, bend: (text: string) => string): Promise<void> {
  await change(folder, `${table}.jsonl`, bend)
  const content = await readFile(join(folder, `${table}.jsonl`))
  const sha256 = createHash('sha256').update(content).digest('hex')
  await bendManifest(({ files, ...rest }) => ({
    ...rest,
    files: files.map((file) => (file.table === table ? { ...file, sha256, bytes: content.length } : file)),
  }))
}

describe('portico backup check', () => {
  test('accepts a backup, without a database, and leaves every file as it was', async () => {
    const before = await readAll(folder)
    const ran = await check(folder)
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringMatching(/ in .* is complete and unchanged\.$/)])
    expect(ran.err).toMatch(/^citizens: 1 rows$/m)
    expect(await readAll(folder)).toBe(before)
  })

  test('answers in JSON with the rows of each table', async () => {
    const answer = (await check(folder, '--json')).json()
    expect(answer).toMatchObject({ folder, made_at: expect.any(String), warnings: [] })
    expect(answer['tables']).toContainEqual({ table: 'citizens', rows: 1, bytes: expect.any(Number) })
  })

  test('without the key says what it did not check', async () => {
    const lost = { ...NOWHERE, PORTICO_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') }
    const ran = await portico(lost, ['backup', 'check', folder, '--without-key'])
    expect([ran.exitCode, ran.out]).toEqual([
      0,
      expect.stringContaining('! Neither the seal nor the signing'),
    ])
  })
})

describe('portico backup check refuses', () => {
  test('a folder that does not exist', async () => {
    await rm(folder, { recursive: true })
    expect(await check(folder)).toMatchObject({
      exitCode: 1,
      err: `portico: ${folder} does not exist: name the folder of a backup.`,
    })
  })

  test('an empty folder', async () => {
    folder = bench.newPath()
    await mkdir(folder)
    expect(await fault()).toBe(`portico: ${folder} is empty: name the folder of a backup.`)
  })

  test('a file instead of a folder', async () => {
    const path = join(folder, 'citizens.jsonl')
    expect(await check(path)).toMatchObject({ exitCode: 1, err: expect.stringContaining('(ENOTDIR)') })
  })

  test('a folder without a manifest, as an interrupted backup leaves it', async () => {
    await rename(join(folder, 'manifest.json'), join(folder, 'manifest.json.incoming'))
    expect(await fault()).toContain('contains no complete backup')
  })

  test.each([1, 60])('a table that lacks its last %i bytes', async (bytes) => {
    const path = join(folder, 'citizens.jsonl')
    await truncate(path, (await readFile(path)).length - bytes)
    expect(await fault()).toContain('citizens.jsonl is not what was backed up (it is shorter)')
  })

  test.each(['citizens', 'clients', 'signing_keys', 'audit_events'])(
    'one changed byte in %s',
    async (table) => {
      await change(folder, `${table}.jsonl`, (text) =>
        text.replace(/[a-f](?=[^a-f]*$)/, (letter) => (letter === 'a' ? 'b' : 'a')),
      )
      expect(await fault()).toContain(`${table}.jsonl is not what was backed up (it was changed or damaged)`)
    },
  )

  test('a byte that is lost in the middle of a row', async () => {
    await change(folder, 'clients.jsonl', (text) => text.replace('{', ''))
    expect(await fault()).toContain('clients.jsonl is not what was backed up')
  })

  test('a missing table', async () => {
    await rm(join(folder, 'clients.jsonl'))
    expect(await fault()).toBe(
      `portico: ${join(folder, 'clients.jsonl')} is missing: use another copy of this backup.`,
    )
  })

  test.each(['sessions.jsonl', 'citizens.jsonl.bak', 'manifest.json.incoming'])(
    'a file %s that does not belong to it',
    async (name) => {
      await writeFile(join(folder, name), '{}\n')
      expect(await fault()).toContain(`${join(folder, name)} does not belong to this backup`)
    },
  )

  test('a manifest that was changed, because the seal does not fit', async () => {
    await change(folder, 'manifest.json', (text) => text.replace(/"rows": 1,/, '"rows": 2,'))
    expect(await fault()).toContain('The seal of manifest.json is not valid')
  })

  test('a manifest that was cut short', async () => {
    await truncate(join(folder, 'manifest.json'), 200)
    expect(await fault()).toContain('manifest.json cannot be read')
  })

  test('a table that was changed together with its hash in the manifest', async () => {
    await forge('citizens', (text) => text.replace('"active"', '"closed"'))
    expect(await fault()).toContain('The seal of manifest.json is not valid')
    expect((await check(folder, '--without-key')).exitCode).toBe(0)
  })

  test('a backup of a newer release', async () => {
    await bendManifest(({ migrations, ...rest }) => ({
      ...rest,
      migrations: [...migrations, '9999-later.sql'],
    }))
    expect(await fault('--without-key')).toContain('made by a newer release')
  })

  test('a manifest that leaves out a table of its schema', async () => {
    await bendManifest(({ files, ...rest }) => ({
      ...rest,
      files: files.filter(({ table }) => table !== 'connections'),
    }))
    await rm(join(folder, 'connections.jsonl'))
    expect(await fault('--without-key')).toContain('manifest.json does not name connections.jsonl')
  })

  test('rows that are fewer than the manifest says', async () => {
    await bendManifest(({ files, ...rest }) => ({
      ...rest,
      files: files.map((file) => (file.table === 'citizens' ? { ...file, rows: 2 } : file)),
    }))
    expect(await fault('--without-key')).toContain('citizens.jsonl is not a file of a backup (it has 1 rows')
  })

  test.each([
    ['that is no JSON', (text: string) => text.replace('{', '<')],
    ['that lacks a column', (text: string) => text.replace('"full_name":"', '"email":"')],
    ['with a column more', (text: string) => text.replace('{', '{"more":1,')],
    ['that is a list', () => '[]\n'],
  ])('a line %s', async (_what, bend) => {
    await forge('citizens', bend)
    expect(await fault('--without-key')).toContain(
      'citizens.jsonl is not a file of a backup (line 1 is no row',
    )
  })

  test('a backup of another secret key', async () => {
    const other = { ...NOWHERE, PORTICO_SECRET_KEY: Buffer.alloc(32, 8).toString('base64') }
    const ran = await portico(other, ['backup', 'check', folder])
    expect(ran).toMatchObject({ exitCode: 1, err: expect.stringContaining('made with another secret key') })
  })

  test('signing keys that the secret key does not open, although it made the seal', async () => {
    const newer = Buffer.alloc(32, 8).toString('base64')
    const copy = bench.newPath()
    const both = {
      PORTICO_DATABASE_URL: service.database.url,
      PORTICO_SECRET_KEY: `${newer},${TEST_SECRET_KEY}`,
    }
    expect((await portico(both, ['backup', copy])).exitCode).toBe(0)
    const ran = await portico({ ...NOWHERE, PORTICO_SECRET_KEY: newer }, ['backup', 'check', copy])
    expect(ran).toMatchObject({ exitCode: 1, err: expect.stringMatching(/Signing key .* cannot be opened/) })
  })

  test('a missing secret key: it makes none', async () => {
    const ran = await portico({ PORTICO_DATA_DIR: bench.newPath() }, ['backup', 'check', folder])
    expect(ran).toMatchObject({ exitCode: 1, err: expect.stringContaining('The secret key is missing at') })
  })
})
