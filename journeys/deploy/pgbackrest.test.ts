import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCleanup } from '../kit/cleanup.ts'
import { openFolder } from '../kit/folder.ts'
import { withClient } from '../kit/postgres-server.ts'
import {
  openRecoverableServer,
  type RecoverableServer,
  whatRecoveryLacks,
} from '../kit/recoverable-server.ts'
import { findTool, ROOT, runTool } from './tools.ts'

const FOLDER = join(ROOT, 'deploy/pgbackrest')
const missing = whatRecoveryLacks()
const title = (name: string, lack = missing) => (lack === undefined ? name : `${name} (${lack})`)

/** The reference configuration of pgBackRest: a server archives with it, and goes back to a moment. */
describe.skipIf(missing !== undefined)(title('the configuration of pgBackRest'), () => {
  const cleanup = createCleanup()
  let server: RecoverableServer

  const ask = async (statement: string) =>
    (await withClient(server.place, 'postgres', (client) => client.query<Record<string, string>>(statement)))
      .rows
  beforeAll(async () => {
    const folder = openFolder()
    cleanup.add(() => rm(folder, { recursive: true, force: true }))
    server = await openRecoverableServer({ folder, cleanup, say: () => undefined }, { fsync: 'off' })
  })
  afterAll(() => cleanup.run())

  test('archives, backs up, goes back to a moment, and writes a new timeline there', async () => {
    await ask('create table notes (note text)')
    await server.pgbackrest('check')
    await server.pgbackrest('--type=full', 'backup')
    await ask(`insert into notes values ('before the moment')`)
    const moment = await server.noteMoment()
    await ask(`insert into notes values ('after the moment')`)
    await server.stop()
    await server.restore(moment)
    await server.start()
    expect(await ask('select note from notes')).toEqual([{ note: 'before the moment' }])
    expect(await ask('select left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline')).toEqual([
      { timeline: '00000002' },
    ])
    expect(server.log()).toContain('recovery stopping before commit of transaction')
    await ask(`insert into notes values ('of the new timeline')`)
    await server.pgbackrest('--type=diff', 'backup')
    await server.pgbackrest('verify')
  })

  test('keeps a repository that cannot be read without its passphrase', () => {
    const files = readdirSync(server.repository, { recursive: true, withFileTypes: true })
    const contents = files
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)))
    expect(contents.length).toBeGreaterThan(3)
    for (const content of contents) expect(content.subarray(0, 8).toString('latin1')).toBe('Salted__')
  })

  test('a moment of which the archive has nothing is refused by PostgreSQL, and no other state is taken for it', async () => {
    const [row] = await ask("select (clock_timestamp() + interval '1 hour')::text as moment")
    await server.stop()
    await server.restore(row?.['moment'])
    await expect(server.start()).rejects.toThrow(
      'recovery ended before configured recovery target was reached',
    )
  })
})

describe('the units of pgBackRest', () => {
  const analyze = findTool('systemd-analyze')
  const lack = analyze === undefined ? 'systemd-analyze is missing' : undefined
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-pgbackrest-'))
    for (const name of readdirSync(FOLDER).filter((each) => /\.(service|timer)$/.test(each)))
      await copyFile(join(FOLDER, name), join(folder, name.replace('@.', '@full.')))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.skipIf(lack !== undefined || missing !== undefined)(
    title('are units without a mistake', lack ?? missing),
    async () => {
      const paths = readdirSync(folder).map((name) => join(folder, name))
      expect(paths).toHaveLength(5)
      const { code, out, err } = await runTool(analyze ?? '', ['verify', '--man=no', ...paths])
      expect([code, out + err]).toEqual([0, ''])
    },
  )

  test.skipIf(lack !== undefined).each(['pgbackrest@full.service', 'pgbackrest-verify.service'])(
    title('%s has an exposure of at most 2.0', lack),
    async (unit) => {
      const args = ['security', '--offline=true', '--threshold=20', '--no-pager', unit]
      const { code, out } = await runTool(analyze ?? '', args, { cwd: folder })
      expect([code, out]).toEqual([0, expect.stringContaining('Overall exposure level')])
    },
  )

  test('have the same restrictions', () => {
    const [backup, verify] = ['pgbackrest@.service', 'pgbackrest-verify.service'].map(
      (name) => readFileSync(join(FOLDER, name), 'utf8').split('# What the service may not do.')[1],
    )
    expect(backup?.split('\n').length).toBeGreaterThan(25)
    expect(verify).toBe(backup)
  })
})
