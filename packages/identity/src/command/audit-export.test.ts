import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { requireFile } from './fitting-answer.fixture.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000

let database: TestDatabase
let settings: Record<string, string>
let folder: string
const folders: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  settings = settingsFor(database)
})
afterAll(async () => {
  await database.drop()
  for (const each of folders) await rm(each, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.db.query`delete from audit_events`
  await database.db.query`delete from audit_exports`
  folder = await newFolder()
})

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'portico-audit-'))
  folders.push(made)
  return made
}

/** The name of the day that was this many days ago, in UTC. */
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MILLISECONDS).toISOString().slice(0, 10)
const fileOf = (day: string, where = folder) => join(where, `audit-${day}.jsonl`)

/** Writes events of a day, one for each millisecond from this hour on. */
async function addEvents(day: string, count: number, hour = 0): Promise<void> {
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, (${day}::text::date::timestamp at time zone 'UTC') + interval '1 hour' * ${hour}::int + interval '1 millisecond' * n,
           'signed-in', 'citizen', '{"n": 1}'
      from (select gen_random_uuid() as id, n from generate_series(1, ${count}::int) as n) as made`
}

const run = (...args: readonly string[]) => portico(settings, ['audit', ...args])
const exportAll = (where = folder) => run('export', where, '--json')
const pruneAfter = (days: number) =>
  portico({ ...settings, PORTICO_AUDIT_RETENTION_DAYS: String(days) }, ['audit', 'prune', '--json'])

async function linesOf(path: string) {
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const summary = JSON.parse(lines.pop() ?? '') as { day: string; events: number; sha256: string }
  return { events: lines.map((line) => JSON.parse(line) as { event_id: string; at: string }), lines, summary }
}

const eventsOf = async (day: string): Promise<number> => {
  const [row] = await database.db.query<{ count: number }>`
    select count(*)::int as count from audit_events where (at at time zone 'UTC')::date = ${day}::text::date`
  return row?.count ?? -1
}
const marks = async () =>
  (await database.db.query<{ day: string }>`select day::text as day from audit_exports order by day`).map(
    ({ day }) => day,
  )

describe('portico audit export', () => {
  // proves: growth-audit-export
  test('writes each day that is over to its own file, with a summary that its lines agree with', async () => {
    await addEvents(dayAgo(3), 2_500)
    await addEvents(dayAgo(2), 1)
    await addEvents(dayAgo(0), 5)
    const { exitCode, json } = await exportAll()
    expect(exitCode).toBe(0)
    expect(json()).toMatchObject({
      days: [
        { day: dayAgo(3), events: 2_500 },
        { day: dayAgo(2), events: 1 },
      ],
    })
    expect((await readdir(folder)).sort()).toEqual([`audit-${dayAgo(3)}.jsonl`, `audit-${dayAgo(2)}.jsonl`])
    const { events, lines, summary } = await linesOf(fileOf(dayAgo(3)))
    expect(await requireFile('audit export', fileOf(dayAgo(3)))).toBe(2_501)
    const sha256 = createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex')
    expect(summary).toEqual({ day: dayAgo(3), events: 2_500, sha256 })
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(2_500)
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
  })

  test('writes a day once, and says that nothing is left', async () => {
    await addEvents(dayAgo(2), 3)
    await exportAll()
    const again = await run('export', await newFolder())
    expect([again.exitCode, again.out]).toEqual([0, 'Every day that is over is exported already.'])
  })

  test('leaves an event about each day, and one that says who looked', async () => {
    await addEvents(dayAgo(2), 3)
    await exportAll()
    const names = await database.db.query<{ name: string; details: object }>`
      select name, details from audit_events where actor = 'operator' order by at`
    expect(names).toMatchObject([
      { name: 'operator-looked', details: { command: 'audit export' } },
      { name: 'audit-exported', details: { day: dayAgo(2), events: 3 } },
    ])
  })

  // proves: growth-audit-export
  test.each([
    ['is something else', 'hello\n', 'is no complete export'],
    ['is empty', '', 'is no complete export'],
    [
      'is the summary of another day',
      '{"day":"2001-01-01","events":0,"sha256":"' + createHash('sha256').digest('hex') + '"}\n',
      'is no complete export',
    ],
  ])('refuses a file that %s, and leaves it as it is', async (_, text, says) => {
    await addEvents(dayAgo(2), 3)
    await writeFile(fileOf(dayAgo(2)), text)
    const { exitCode, err } = await exportAll()
    expect(exitCode).toBe(1)
    expect(err).toContain(says)
    expect(err).toContain('move it away')
    expect([await readFile(fileOf(dayAgo(2)), 'utf8'), await marks()]).toEqual([text, []])
  })

  // proves: growth-audit-export
  test('takes a file that an earlier run has finished, and no file that lost its end or misses an event', async () => {
    await addEvents(dayAgo(2), 3)
    await exportAll()
    await database.db.query`delete from audit_exports`
    expect((await exportAll()).err).toContain('is complete already')
    expect(await marks()).toEqual([dayAgo(2)])
    await database.db.query`delete from audit_exports`
    await addEvents(dayAgo(2), 1, 5)
    expect((await exportAll()).err).toContain('has other events')
    await truncate(fileOf(dayAgo(2)), 100)
    expect((await exportAll()).err).toContain('is no complete export')
    expect(await marks()).toEqual([])
  })

  // proves: growth-audit-export
  test('takes no file of another database, although it has as many events of that day', async () => {
    await addEvents(dayAgo(2), 3)
    await exportAll()
    await database.db.query`delete from audit_exports`
    await database.db.query`delete from audit_events`
    await addEvents(dayAgo(2), 3)
    const { exitCode, err } = await exportAll()
    expect([exitCode, await marks()]).toEqual([1, []])
    expect(err).toContain('has other events')
  })

  test('takes a file whose citizens are gone since', async () => {
    await addEvents(dayAgo(2), 3)
    await exportAll()
    await database.db.query`delete from audit_exports`
    const { lines } = await linesOf(fileOf(dayAgo(2)))
    const named = lines.map((line) => `${line.replace('"subject":null', '"subject":"gone"')}\n`).join('')
    const sha256 = createHash('sha256').update(named).digest('hex')
    await writeFile(fileOf(dayAgo(2)), `${named}{"day":"${dayAgo(2)}","events":3,"sha256":"${sha256}"}\n`)
    expect((await exportAll()).err).toContain('is complete already')
    expect(await marks()).toEqual([dayAgo(2)])
  })

  test('refuses a folder that is a file, with what to do', async () => {
    await addEvents(dayAgo(2), 3)
    await writeFile(join(folder, 'file'), '')
    const { exitCode, err } = await exportAll(join(folder, 'file', 'audit'))
    expect([exitCode, await marks()]).toEqual([1, []])
    expect(err).toMatch(/cannot be written, because .* name another folder/)
  })

  test.each(['yesterday', '2026-02-30', '2026-13-01', '26-1-1'])('refuses --day %s', async (day) => {
    const { exitCode, err } = await run('export', folder, '--day', day)
    expect([exitCode, err]).toEqual([2, expect.stringContaining('is no day')])
  })

  test('refuses a day that is not over', async () => {
    const { exitCode, err } = await run('export', folder, '--day', dayAgo(0))
    const from = `${dayAgo(-1)} 01:00 UTC`
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining(
        `${dayAgo(0)} can be exported when it has been over for an hour, from ${from} on`,
      ),
    ])
  })
})

describe('portico audit prune', () => {
  test('refuses where no retention is set', async () => {
    const { exitCode, err } = await run('prune')
    expect([exitCode, err]).toEqual([1, expect.stringContaining('PORTICO_AUDIT_RETENTION_DAYS')])
  })

  // proves: growth-audit-retention
  test('deletes exported days that are old enough, and nothing else', async () => {
    for (const days of [33, 32, 29]) await addEvents(dayAgo(days), 1_200)
    await exportAll()
    const { exitCode, json } = await pruneAfter(30)
    expect([exitCode, json()]).toEqual([0, { deleted: 2_400, retention_days: 30 }])
    expect([await eventsOf(dayAgo(33)), await eventsOf(dayAgo(32)), await eventsOf(dayAgo(29))]).toEqual([
      0, 0, 1_200,
    ])
    const said = await database.db
      .query`select details from audit_events where name = 'audit-deleted' order by at`
    expect(said).toEqual([dayAgo(33), dayAgo(32)].map((day) => ({ details: { day, events: 1_200 } })))
    expect((await pruneAfter(30)).json()).toEqual({ deleted: 0, retention_days: 30 })
  })

  // proves: growth-audit-retention
  test('deletes nothing that is not exported, and says which day waits', async () => {
    await addEvents(dayAgo(40), 5)
    await addEvents(dayAgo(35), 5)
    await exportAll()
    await addEvents(dayAgo(38), 5)
    const { exitCode, err } = await pruneAfter(30)
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining(`The events of ${dayAgo(38)} are not exported`),
    ])
    expect([await eventsOf(dayAgo(40)), await eventsOf(dayAgo(38))]).toEqual([0, 5])
  })

  // proves: growth-audit-retention
  test('keeps a day whose events came late, until it is exported again', async () => {
    await addEvents(dayAgo(40), 5)
    await exportAll()
    await addEvents(dayAgo(40), 1, 7)
    const late = await pruneAfter(30)
    expect([late.exitCode, await eventsOf(dayAgo(40))]).toEqual([1, 6])
    expect(late.err).toContain(`--day ${dayAgo(40)}`)
    expect((await run('export', folder, '--day', dayAgo(40))).err).toContain('name another folder')
    const other = await newFolder()
    expect((await run('export', other, '--day', dayAgo(40))).exitCode).toBe(0)
    expect((await linesOf(fileOf(dayAgo(40), other))).summary.events).toBe(6)
    expect((await pruneAfter(30)).json()).toMatchObject({ deleted: 6 })
    expect(await eventsOf(dayAgo(40))).toBe(0)
  })

  // proves: growth-audit-retention
  test('exports no day of which a part is deleted', async () => {
    await addEvents(dayAgo(40), 5)
    await exportAll()
    await database.db.query`update audit_exports set counted = events`
    await database.db
      .query`delete from audit_events where event_id = (select min(event_id::text)::uuid from audit_events where name = 'signed-in')`
    const { exitCode, err } = await run('export', await newFolder(), '--day', dayAgo(40))
    expect([exitCode, err]).toEqual([1, expect.stringContaining('are being deleted')])
    expect((await pruneAfter(30)).json()).toMatchObject({ deleted: 4 })
  })
})

describe('portico doctor', () => {
  test('says which day is too old and has no export, and nothing where events stay for ever', async () => {
    await addEvents(dayAgo(40), 5)
    const withRetention = { ...settings, PORTICO_AUDIT_RETENTION_DAYS: '30' }
    const before = await portico(withRetention, ['doctor'])
    expect(before.out).toMatch(new RegExp(`✗ Audit +The events of ${dayAgo(40)} are not exported`))
    expect(before.out).toContain('→ run portico audit export DIR')
    await exportAll()
    expect((await portico(withRetention, ['doctor'])).out).toContain('✓ Audit')
    expect((await portico(settings, ['doctor'])).out).not.toMatch(/Audit {2}/)
  })
})
