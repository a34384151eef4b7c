import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { inherited } from '../../testing/inherited.ts'
import { testOnOneServer } from '../../testing/one-server.ts'
import { requireRefusal } from './fitting-answer.fixture.ts'
import { settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-full-'))
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, date_trunc('day', to_timestamp(${Date.now() / 1000}), 'UTC') - interval '3 days' + interval '1 second' * n,
           'signed-in', 'citizen', '{}'
      from (select gen_random_uuid() as id, n from generate_series(1, 5000) as n) as made`
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command in a shell that first does something. */
function run(shell: string, ...args: readonly string[]): Promise<{ code: number; err: string }> {
  const env = { ...inherited(), ...settingsFor(database) }
  return new Promise((resolve) => {
    execFile('/bin/sh', ['-c', shell, process.execPath, PROGRAM, ...args], { env }, (error, _out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), err })
    })
  })
}

/** No file may have more than 64 KiB: as a full disk, it refuses a write in the middle. */
const LITTLE_ROOM = 'ulimit -f 128; exec "$0" "$@"'

describe.skipIf(process.platform !== 'linux')('where there is no room', () => {
  test('for the answer, the command fails with one sentence', async () => {
    expect(await run('exec "$0" "$@" > /dev/full', 'audit')).toEqual({
      code: 1,
      err: 'portico: The answer cannot be written, because the disk is full. What the command changes is changed: look before you run it again.\n',
    })
  })

  test('for an answer in JSON, it fails with an object', async () => {
    const { code, err } = await run('exec "$0" "$@" > /dev/full', 'audit', '--json')
    expect(JSON.parse(err)).toMatchObject({ kind: 'failed', because: 'answer-unwritten', exit_code: code })
    await requireRefusal(err.trimEnd())
  })

  testOnOneServer('for a backup, it fails with one sentence, and leaves no file', async () => {
    const path = join(folder, 'backup')
    const { code, err } = await run(LITTLE_ROOM, 'backup', path)
    const [sentence = '', ...others] = err.split('\n').filter((line) => line.startsWith('portico: '))
    expect([code, others]).toEqual([1, []])
    expect(sentence).toMatch(
      /audit_events\.jsonl cannot be written, because .*: raise the limit, and run the command again\.$/,
    )
    expect(await readdir(path)).toEqual([])
    expect((await run('exec "$0" "$@"', 'backup', path)).code).toBe(0)
  })

  test('for an export, it fails with one sentence, and leaves no file', async () => {
    const path = join(folder, 'audit')
    const { code, err } = await run(LITTLE_ROOM, 'audit', 'export', path)
    expect(code).toBe(1)
    expect(err).toMatch(
      /portico: .*\.jsonl cannot be written, because .*: raise the limit, and run the command again\./,
    )
    expect(await readdir(path)).toEqual([])
    expect((await run('exec "$0" "$@"', 'audit', 'export', path)).code).toBe(0)
  })
})

describe.skipIf(process.platform === 'win32')('where the reader of the answer has ended', () => {
  test('the command says nothing, and ends well', async () => {
    const ended = '("$0" "$@"; echo "ended $?" >&2) | head -c 1 > /dev/null'
    expect(await run(ended, 'audit', '--limit', '1000', '--json')).toEqual({ code: 0, err: 'ended 0\n' })
  })
})
