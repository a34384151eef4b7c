import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { freePort } from '../../testing/free-port.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { addCitizen } from '../../testing/people.ts'
import { DEMO_ADDRESSES } from '../citizens/index.ts'
import { systemClock } from '../platform/system-clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import type { Finding } from './finding.ts'
import { portico, settingsFor } from './portico.fixture.ts'

let database: TestDatabase
let settings: Record<string, string>
let folder: string
const closings: (() => void)[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portico-doctor-'))
  settings = {
    ...settingsFor(database),
    PORTICO_DATA_DIR: join(folder, 'data'),
    PORTICO_PORT: String(await freePort()),
  }
  settings['PORTICO_BASE_URL'] = `http://localhost:${settings['PORTICO_PORT']}`
})
afterEach(async () => {
  for (const close of closings.splice(0)) close()
  await rm(folder, { recursive: true, force: true })
})

/** The doctor's findings, by check. */
async function examine(changes: Record<string, string> = {}) {
  const { exitCode, out, err } = await portico({ ...settings, ...changes }, ['doctor', '--json'])
  const report = JSON.parse(out) as { healthy: boolean; checks: Finding[] }
  expect(report.healthy).toBe(exitCode === 0)
  expect(report.healthy).toBe(report.checks.every(({ state }) => state !== 'wrong'))
  for (const { state, mend } of report.checks) expect(mend !== '').toBe(state === 'wrong')
  return {
    exitCode,
    err,
    all: report.checks,
    about: (check: string) => report.checks.find((finding) => finding.check === check),
  }
}

async function listening(
  server: { listen(port: number, host: string, done: () => void): unknown; address(): unknown },
  port = 0,
) {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Another HTTP server on the port of the service. */
async function standIn(answer: RequestListener): Promise<void> {
  const server = createServer(answer)
  closings.push(() => server.close().closeAllConnections())
  await listening(server, Number(settings['PORTICO_PORT']))
}

const service =
  (issuer: string): RequestListener =>
  (request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify(request.url === '/api/health/' ? { status: 'ok', service: 'portico' } : { issuer }),
    )
  }

describe('a sound installation', () => {
  test('that does not run: nothing is wrong, and it says what is not there yet', async () => {
    const { exitCode, about } = await examine()
    expect(exitCode).toBe(0)
    for (const check of ['Settings', 'Database', 'Clock', 'Migrations', 'Mail'])
      expect(about(check)?.state).toBe('ok')
    expect(about('Port')).toMatchObject({ state: 'idle', says: expect.stringContaining('is free') })
    expect(about('Base URL')).toMatchObject({
      state: 'idle',
      says: expect.stringContaining('nothing listens'),
    })
  })

  test('that runs', async () => {
    await standIn(service(settings['PORTICO_BASE_URL'] ?? ''))
    const { exitCode, about } = await examine()
    expect(exitCode).toBe(0)
    expect([about('Port')?.state, about('Base URL')?.state]).toEqual(['ok', 'ok'])
    // It may be another Portico of this name, with another database.
    expect(about('Port')?.says).toContain('a service named portico answers')
    expect(about('Base URL')?.says).not.toContain('this service')
  })

  test('for people: a sign, what it is about, and what was found', async () => {
    const { out } = await portico(settings, ['doctor'])
    expect(out).toMatch(/^✓ Settings\s+all can be read$/m)
    expect(out).toMatch(/Nothing is wrong\.$/)
  })
})

describe('what is wrong ends with 1 and says how to mend it', () => {
  // proves: design-8-doctor
  test('settings: each fault', async () => {
    const { exitCode, out } = await portico({ PORTICO_PORT: 'x', PORTICO_BASE_URL: 'ftp://x' }, ['doctor'])
    expect(exitCode).toBe(1)
    expect(out.match(/^✗ Settings/gm)?.length).toBeGreaterThanOrEqual(2)
    expect(out).toMatch(/→ set it to a whole number/)
  })

  // proves: threat-secret-files
  test.each([
    [0o600, 'ok'],
    [0o440, 'ok'],
    [0o644, 'wrong'],
    [0o660, 'wrong'],
  ])('a secret file with mode %o: %s', async (mode, state) => {
    const path = join(folder, 'redis-url')
    await writeFile(path, 'redis://:a-secret-word@127.0.0.1:9\n')
    await chmod(path, mode)
    const found = (await examine({ PORTICO_REDIS_URL_FILE: path })).about('Secret file')
    expect(found).toMatchObject({
      state,
      says: expect.stringContaining('PORTICO_REDIS_URL_FILE'),
      mend: state === 'ok' ? '' : `chmod u=rw,g=r,o= ${path}`,
    })
    expect(JSON.stringify(found)).not.toContain('a-secret-word')
  })

  test('a database that is away', async () => {
    const { exitCode, about } = await examine({ PORTICO_DATABASE_URL: 'postgres://portico@127.0.0.1:1/none' })
    expect(exitCode).toBe(1)
    expect(about('Database')).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining('PORTICO_DATABASE_URL'),
    })
  })

  testOnOneServer('migrations that are missing, and it applies none', async () => {
    const empty = await createTestDatabase('template1')
    const changes = { PORTICO_DATABASE_URL: empty.url }
    expect((await examine(changes)).about('Migrations')).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining('portico migrate'),
    })
    expect((await examine(changes)).exitCode).toBe(1)
    await empty.drop()
  })

  test('a database with tables of a room that this build does not have', async () => {
    const other = await createTestDatabase()
    await other.db.query`create table of_another_room (id text)`
    await other.db.query`comment on table of_another_room is 'Portico 31'`
    const { about } = await examine({ PORTICO_DATABASE_URL: other.url })
    expect(about('Migrations')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('(of_another_room)'),
    })
    await other.drop()
  })

  test('a database of a newer release', async () => {
    const newer = await createTestDatabase()
    await newer.db.query`insert into schema_migrations (name) values ('9999-from-the-future.sql')`
    const { about } = await examine({ PORTICO_DATABASE_URL: newer.url })
    expect(about('Migrations')).toMatchObject({ state: 'wrong', says: expect.stringContaining('9999') })
    await newer.drop()
  })

  test('signing keys that the secret key does not open', async () => {
    const own = await createTestDatabase()
    const here = { PORTICO_DATABASE_URL: own.url }
    await portico({ ...settings, ...here }, ['keys', 'rotate'])
    expect((await examine(here)).about('Signing keys')?.state).toBe('ok')
    const { exitCode, about } = await examine({
      ...here,
      PORTICO_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    })
    expect([exitCode, about('Signing keys')?.state]).toEqual([1, 'wrong'])
    await own.drop()
  })

  // proves: design-8-doctor
  test('a mail server that does not answer, without showing its password', async () => {
    const { exitCode, about } = await examine({ PORTICO_SMTP_URL: 'smtp://user:hunter2@127.0.0.1:1' })
    expect(exitCode).toBe(1)
    expect(about('Mail')?.state).toBe('wrong')
    expect(JSON.stringify(about('Mail'))).not.toContain('hunter2')
  })

  test('a Redis that does not answer', async () => {
    expect(
      (await examine({ PORTICO_REDIS_URL: 'redis://:hunter2@127.0.0.1:1' })).about('Redis'),
    ).toMatchObject({
      state: 'wrong',
      says: expect.not.stringContaining('hunter2'),
    })
  })

  test('a port that another program has', async () => {
    await standIn((_request, response) => void response.end('hello'))
    const { exitCode, about } = await examine()
    expect(exitCode).toBe(1)
    expect(about('Port')).toMatchObject({ state: 'wrong', mend: expect.stringContaining('PORTICO_PORT') })
    expect(about('Base URL')?.state).toBe('wrong')
  })

  // proves: seeing-doctor
  test('a misspelt setting, with the one that was meant, and without its value', async () => {
    const { exitCode, about } = await examine({ PORTICO_SMPT_URL: 'smtp://user:hunter2@mail' })
    expect(exitCode).toBe(1)
    expect(about('Settings')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('PORTICO_SMPT_URL'),
      mend: expect.stringContaining('did you mean PORTICO_SMTP_URL?'),
    })
    expect(JSON.stringify(about('Settings'))).not.toContain('hunter2')
  })

  test('a port of the metrics that another program has, by HTTP or not', async () => {
    await standIn((_request, response) => void response.end('hello'))
    const metricsPort = { PORTICO_METRICS_PORT: settings['PORTICO_PORT'] ?? '' }
    expect((await examine(metricsPort)).about('Metrics port')).toMatchObject({
      state: 'wrong',
      mend: expect.stringContaining('PORTICO_METRICS_PORT'),
    })
    const mute = createTcpServer((socket) => void socket.destroy())
    closings.push(() => void mute.close())
    const port = String(await listening(mute))
    expect((await examine({ PORTICO_METRICS_PORT: port })).about('Metrics port')?.state).toBe('wrong')
    const free = { PORTICO_METRICS_PORT: String(await freePort()) }
    expect((await examine(free)).about('Metrics port')?.state).toBe('idle')
  })

  test.each([
    [60_000, '(?:59|60) s ahead of'],
    [-7_200_000, '720[01] s behind'],
  ])(
    'a process behind the base URL whose clock is %i ms off (RFC 9110 section 6.6.1)',
    async (skew, says) => {
      await standIn((request, response) => {
        response.setHeader('date', new Date(Date.now() + skew).toUTCString())
        service(settings['PORTICO_BASE_URL'] ?? '')(request, response)
      })
      const { exitCode, all } = await examine()
      expect(exitCode).toBe(1)
      expect(all.filter(({ check }) => check === 'Clock').map((finding) => finding.says)).toContainEqual(
        expect.stringMatching(new RegExp(says)),
      )
    },
  )

  test('a base URL that leads to a service with another issuer', async () => {
    await standIn(service('https://id.example.org'))
    const { exitCode, about } = await examine()
    expect(exitCode).toBe(1)
    expect(about('Base URL')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('https://id.example.org'),
    })
  })
})

// proves: threat-toy-in-public
test('the citizens of npm start are found in public and in production, until they are closed', async () => {
  const inPublic = {
    ...settings,
    PORTICO_BASE_URL: 'https://id.example.org',
    PORTICO_MAIL_FROM: 'a@example.org',
  }
  const changes = { ...inPublic, PORTICO_SMTP_URL: 'smtp://127.0.0.1:1' }
  const check = 'Demo accounts'
  expect((await examine(changes)).about(check)?.state).toBe('ok')
  const needs = { db: database.db, clock: systemClock, random: systemRandom }
  await addCitizen({ foundation: needs }, { email: 'ana@example.test' })
  await addCitizen({ foundation: needs }, { email: 'olga@example.test', standing: 'suspended' })
  expect((await examine()).about(check)).toBeUndefined()
  for (const surroundings of [changes, { NODE_ENV: 'production' }]) {
    const { exitCode, about } = await examine(surroundings)
    expect(exitCode).toBe(1)
    expect(about(check)).toMatchObject({
      state: 'wrong',
      says: 'ana@example.test, olga@example.test: everybody knows the password',
    })
  }
  for (const address of DEMO_ADDRESSES) {
    const { out, err } = await portico(settings, ['citizen', 'close', address, '--reason', 'demo'])
    expect(out + err).toMatch(/ is closed: |There is no citizen/)
  }
  expect((await examine(changes)).about(check)?.state).toBe('ok')
})

describe('the data directory of the embedded database', () => {
  const embedded = () => ({ PORTICO_DATABASE_URL: '', PORTICO_SECRET_KEY: '' })
  const data = () => settings['PORTICO_DATA_DIR'] ?? ''

  test('before the first start there is nothing to find, and nothing is made', async () => {
    const { exitCode, about } = await examine(embedded())
    expect(exitCode).toBe(0)
    for (const check of ['Data directory', 'Secret key', 'Database']) expect(about(check)?.state).toBe('idle')
    await expect(chmod(data(), 0o700)).rejects.toThrow(/ENOENT/)
  })

  test('one that cannot be made is a fault, and where it can be made nothing stays behind', async () => {
    const file = `${data()}-file`
    await writeFile(file, '')
    for (const folder of [
      join(file, 'data'),
      ...(process.platform === 'linux' ? ['/proc/nope', '/proc/nope/deeper'] : []),
    ]) {
      const { exitCode, about } = await examine({ ...embedded(), PORTICO_DATA_DIR: folder })
      expect([exitCode, about('Data directory')]).toMatchObject([1, { state: 'wrong' }])
      expect(about('Data directory')?.says).toContain(`${folder} is not there and cannot be made`)
    }
    const before = await readdir(dirname(data()))
    expect((await examine(embedded())).about('Data directory')?.state).toBe('idle')
    expect(await readdir(dirname(data()))).toEqual(before)
  })

  test.each([
    [0o700, 0o600, 'ok', 'ok'],
    [0o711, 0o600, 'ok', 'ok'],
    [0o755, 0o600, 'wrong', 'ok'],
    [0o700, 0o644, 'ok', 'wrong'],
    [0o770, 0o640, 'wrong', 'wrong'],
  ])('folder %o and key %o', async (folderMode, keyMode, folderState, keyState) => {
    await mkdir(data())
    await writeFile(join(data(), 'secret-key'), Buffer.alloc(32).toString('base64'))
    await chmod(data(), folderMode)
    await chmod(join(data(), 'secret-key'), keyMode)
    const { about } = await examine(embedded())
    expect([about('Data directory')?.state, about('Secret key')?.state]).toEqual([folderState, keyState])
  })

  test('a damaged key', async () => {
    await mkdir(data(), { mode: 0o700 })
    await writeFile(join(data(), 'secret-key'), 'nonsense', { mode: 0o600 })
    expect((await examine(embedded())).about('Secret key')).toMatchObject({
      state: 'wrong',
      says: expect.stringContaining('backup'),
    })
  })
})
