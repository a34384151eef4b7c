import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, type TestClient } from '../../testing/people.ts'
import { type Entered, enterProgram } from '../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { on, openWorkbench, readAll, type Workbench } from './backup.fixture.ts'
import { portico, settingsFor, TEST_SECRET_KEY } from './portico.fixture.ts'

let bench: Workbench
let service: TestService
let program: TestClient
let entered: Entered

beforeAll(async () => {
  bench = await openWorkbench()
  service = await startTestService()
  program = await addProgram(service)
  entered = await enterProgram(service, program, await addCitizen(service))
})
afterAll(async () => {
  await service.close()
  await bench.clear()
})

const backup = (...args: readonly string[]) => on(service.database, 'backup', ...args)

describe('portico backup', () => {
  test('writes a file per table and a manifest while the service runs, for its owner alone', async () => {
    const folder = bench.newPath()
    const ran = await backup(folder)
    expect([ran.exitCode, ran.out]).toEqual([0, expect.stringContaining(folder)])
    expect(ran.err).toMatch(/^citizens: 1 rows$/m)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    const names = await readdir(folder)
    expect(names).toContain('citizens.jsonl')
    expect(names).toContain('manifest.json')
    for (const name of names)
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
  })

  test('says what else must be kept, and answers in JSON', async () => {
    const ran = await backup(bench.newPath())
    expect(ran.out).toContain('does not contain the secret key')
    const answer = (await backup(bench.newPath(), '--json')).json()
    expect(answer).toMatchObject({ keep_too: 'the value of PORTICO_SECRET_KEY', rows: expect.any(Number) })
    expect(answer['tables']).toContainEqual({ table: 'clients', rows: 1, bytes: expect.any(Number) })
  })

  test('holds no token, code, cookie or client secret, no secret key, and no table of them', async () => {
    const folder = bench.newPath()
    await backup(folder)
    const text = await readAll(folder)
    const secrets = [
      entered.code,
      entered.tokens.access_token,
      entered.tokens.refresh_token,
      program.secret,
      TEST_SECRET_KEY,
      ...entered.browser.cookies.values(),
    ]
    for (const secret of secrets) {
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64'),
      ])
        expect(text).not.toContain(form)
    }
    const tables = (await readdir(folder)).map((name) => name.split('.')[0])
    for (const table of [
      'sessions',
      'grants',
      'access_tokens',
      'authorization_codes',
      'mailed_links',
      'outbox',
    ])
      expect(tables).not.toContain(table)
  })

  test('an existing empty folder is closed to others', async () => {
    const folder = bench.newPath()
    await mkdir(folder, { mode: 0o755 })
    expect((await backup(folder)).exitCode).toBe(0)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  test('leaves an event that names the folder', async () => {
    const folder = bench.newPath()
    await backup(folder)
    const events = (await on(service.database, 'audit', '--json')).json<{ name: string; details: object }[]>()
    expect(events).toContainEqual(
      expect.objectContaining({ name: 'backup-made', details: { folder, rows: expect.any(Number) } }),
    )
  })
})

describe('portico backup refuses', () => {
  test('a folder that is not empty, and leaves it as it is', async () => {
    const folder = bench.newPath()
    await mkdir(folder)
    await writeFile(join(folder, 'mine.txt'), 'mine')
    const ran = await backup(folder)
    expect([ran.exitCode, ran.err]).toEqual([1, expect.stringMatching(/is not empty: name a folder/)])
    expect(await readdir(folder)).toEqual(['mine.txt'])
  })

  test('a folder that holds a backup, which stays as it is', async () => {
    const folder = bench.newPath()
    await backup(folder)
    const before = await readAll(folder)
    expect(await backup(folder)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('already contains a backup'),
    })
    expect(await readAll(folder)).toBe(before)
  })

  test('a path that is a file', async () => {
    const path = bench.newPath()
    await writeFile(path, 'mine')
    expect(await backup(path)).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/cannot be written \(EEXIST\)/),
    })
  })

  test('a database that is away: nothing is left that looks like a backup', async () => {
    const folder = bench.newPath()
    const away = await bench.newDatabase()
    const settings = settingsFor(away)
    await away.drop()
    expect((await portico(settings, ['backup', folder])).exitCode).toBe(1)
    await expect(stat(join(folder, 'manifest.json'))).rejects.toThrow()
  })

  test('a table that cannot be read: what was written is removed, and the folder can be used again', async () => {
    const database = await bench.newDatabase()
    await database.db.query`
      do $$ begin execute format('alter database %I set lock_timeout = ''10ms''', current_database()); end $$`
    const folder = bench.newPath()
    await database.db.transaction(async (tx) => {
      await tx.query`lock table connections in access exclusive mode`
      const ran = await on(database, 'backup', folder)
      expect([ran.exitCode, ran.out]).toEqual([1, ''])
      expect(await readdir(folder)).toEqual([])
    })
    expect((await on(database, 'backup', folder)).exitCode).toBe(0)
  })
})
