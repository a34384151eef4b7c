// Takes over 10 s: each command is a process that loads the service, and an embedded PostgreSQL is made and started.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { inherited } from '../../testing/inherited.ts'
import { COMMANDS } from './commands.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))
const ADD = [
  ...['client', 'add', 'Parking', '--redirect-uri', 'http://localhost:4100/cb', '--reason', 'x', '--json'],
]

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-command-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command as the operator's shell would. */
function spawned(environment: Record<string, string>, args: readonly string[]): Promise<Ended> {
  const env = { ...inherited(), ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env, timeout: 150_000 }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })
}

describe('portico as a process', () => {
  test('answers on stdout, says nothing on stderr, and ends by itself', async () => {
    const added = await spawned(settingsFor(database), ADD)
    expect(added).toMatchObject({ code: 0, err: '' })
    const { client_id } = JSON.parse(added.out) as { client_id: string }
    const listed = await spawned(settingsFor(database), ['client', 'list', '--json'])
    expect(JSON.parse(listed.out)).toMatchObject([{ client_id }])
  })

  test('a refusal ends with 1, a wrong call with 2; stdout stays empty', async () => {
    const says = /There is no client nobody.*/
    const refused = await spawned(settingsFor(database), ['client', 'show', 'nobody'])
    expect([refused.code, refused.out, refused.err]).toEqual([
      ...[1, '', expect.stringMatching(new RegExp(`^portico: ${says.source}\\n$`))],
    ])
    const asJson = await spawned(settingsFor(database), ['client', 'show', 'nobody', '--json'])
    expect([asJson.code, asJson.out, JSON.parse(asJson.err)]).toMatchObject([
      ...[1, '', { kind: 'refused', says: expect.stringMatching(says), exit_code: 1 }],
    ])
    expect(await spawned(settingsFor(database), ['client', 'show'])).toMatchObject({ code: 2, out: '' })
    // Its input is no terminal, so nobody is asked for the reason.
    const unexplained = await spawned(settingsFor(database), ['keys', 'rotate'])
    expect(unexplained).toMatchObject({
      ...{ code: 2, out: '', err: expect.stringContaining('--reason TEXT is missing.') },
    })
    expect(await spawned({}, [])).toMatchObject({ code: 2, out: '' })
  })

  test('bad settings are told all at once', async () => {
    const { code, err } = await spawned({ PORTICO_DATABASE_URL: 'x', PORTICO_PORT: '-1' }, ['client', 'list'])
    expect(code).toBe(1)
    expect(err).toMatch(/PORTICO_PORT[\s\S]*PORTICO_DATABASE_URL/)
    expect(err).not.toMatch(/\n\s+at /)
  })
})

describe('portico on the embedded database', () => {
  test('on an empty folder a command says what to do, and three at once share one server, one database and one key, and stop it', async () => {
    const dataDir = join(folder, 'data')
    const settings = { PORTICO_DATA_DIR: dataDir }
    const [early, ...migrated] = await Promise.all([
      spawned({ PORTICO_DATA_DIR: join(folder, 'empty') }, ADD),
      ...Array.from({ length: 3 }, () => spawned(settings, ['migrate'])),
    ])
    expect(early).toMatchObject({ code: 1, err: expect.stringContaining('run portico migrate') })
    expect(migrated.map(({ code }) => code)).toEqual([0, 0, 0])
    const ended = await Promise.all([
      spawned(settings, ADD),
      spawned(settings, ['keys', 'rotate', '--reason', 'x', '--json']),
      spawned(settings, ['keys', 'rotate', '--reason', 'x', '--json']),
    ])
    for (const { code, err } of ended) expect([code, err.match(/portico:.*/)?.[0]]).toEqual([0, undefined])
    expect((await stat(join(dataDir, 'secret-key'))).mode & 0o777).toBe(0o600)
    const listed = await spawned(settings, ['client', 'list', '--json'])
    expect(JSON.parse(listed.out)).toHaveLength(1)
    expect(listed.err).toBe('')
    const doctor = await spawned(
      { ...settings, PORTICO_PORT: '39471', PORTICO_BASE_URL: 'http://localhost:39471' },
      ['doctor'],
    )
    expect(doctor).toMatchObject({
      code: 0,
      out: expect.stringContaining('can be opened with the secret key'),
    })
  })

  // proves: threat-toy-in-public
  test('no command but serve, migrate and dev makes a database, in no folder', async () => {
    const empty = join(folder, 'nothing')
    await mkdir(empty)
    const citizen = ['00000000-0000-4000-8000-000000000000', '--reason', 'x']
    const others = COMMANDS.filter(({ words }) => !['serve', 'migrate', 'dev'].includes(words))
    for (const { words, operands } of others)
      await portico({ PORTICO_DATA_DIR: empty }, [...words.split(' '), ...citizen.slice(0, operands.length)])
    const made = await readdir(empty)
    expect(made.filter((name) => name.startsWith('postgres'))).toEqual([])
    const told = await portico({ PORTICO_DATA_DIR: empty }, ['client', 'list'])
    expect(told).toMatchObject({
      exitCode: 1,
      out: '',
      err: `portico: There is no database in ${empty}, and PORTICO_DATABASE_URL is not set: correct PORTICO_DATA_DIR, set PORTICO_DATABASE_URL, or run portico migrate, which makes a database there.`,
    })
  })

  test('a data directory that is a file is refused in one sentence', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { code, err } = await spawned({ PORTICO_DATA_DIR: file }, ['migrate'])
    expect(code).toBe(1)
    expect(err).toMatch(/^portico: Portico cannot use \S+file \((EEXIST|ENOTDIR)\): move away [^\n]+\.\n$/)
  })

  // proves: threat-silent-new-key
  test('a lost key is never replaced: what needs it says so, what does not still works', async () => {
    const settings = { PORTICO_DATA_DIR: join(folder, 'data') }
    await rm(join(folder, 'data', 'secret-key'))
    const rotated = await spawned(settings, ['keys', 'rotate', '--reason', 'x'])
    expect(rotated).toMatchObject({ code: 1, err: expect.stringContaining('restore the file from a backup') })
    expect((await spawned(settings, ['client', 'list', '--json'])).code).toBe(0)
    await expect(stat(join(folder, 'data', 'secret-key'))).rejects.toThrow()
    expect((await spawned(settings, ['doctor'])).code).toBe(1)
  })
})
