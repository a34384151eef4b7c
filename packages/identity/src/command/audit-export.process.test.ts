// Takes long, because a kill in the middle needs many events.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { inherited } from '../../testing/inherited.ts'
import { portico, settingsFor } from './portico.fixture.ts'

const PROGRAM = fileURLToPath(new URL('./portico.ts', import.meta.url))
const DAYS = 4
/** So many that a kill falls into the middle of a day. */
const EVENTS_A_DAY = 12_000

let database: TestDatabase
let settings: Record<string, string>
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  settings = { ...settingsFor(database), PORTICO_AUDIT_RETENTION_DAYS: '30' }
  folder = await mkdtemp(join(tmpdir(), 'portico-audit-'))
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, date_trunc('day', to_timestamp(${Date.now() / 1000}), 'UTC') - interval '1 day' * (40 + n % ${DAYS}::int)
                   + interval '1 millisecond' * n, 'signed-in', 'citizen', '{}'
      from (select gen_random_uuid() as id, n from generate_series(1, ${DAYS * EVENTS_A_DAY}::int) as n) as made`
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command, and kills it as soon as `isTime`. */
async function killed(args: readonly string[], isTime: (said: string) => Promise<boolean>): Promise<string> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...inherited(), ...settings },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = once(child, 'close')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => isTime(said), { interval: 2, timeout: 60_000 }).toBe(true)
  child.kill('SIGKILL')
  await ended
  return said
}

const rowsOf = async (table: 'events' | 'exports'): Promise<number> => {
  const [row] = await (table === 'events'
    ? database.db.query<{
        count: number
      }>`select count(*)::int as count from audit_events where name = 'signed-in'`
    : database.db.query<{ count: number }>`select count(*)::int as count from audit_exports`)
  return row?.count ?? -1
}
const finished = async () => (await readdir(folder)).filter((name) => name.endsWith('.jsonl'))

async function idsIn(name: string): Promise<readonly string[]> {
  const lines = (await readFile(join(folder, name), 'utf8')).trimEnd().split('\n')
  const { events } = JSON.parse(lines.pop() ?? '') as { events: number }
  expect(lines).toHaveLength(events)
  return lines.map((line) => (JSON.parse(line) as { event_id: string }).event_id)
}

// proves: growth-audit-export, growth-audit-retention
test('a kill in the middle of an export, and of a deletion, loses no event and tells none twice', async () => {
  await killed(['audit', 'export', folder], async () => {
    const names = await readdir(folder)
    return names.length >= 2 && names.some((name) => name.endsWith('.unfinished'))
  })
  const afterKill = await finished()
  expect(afterKill.length).toBeLessThan(DAYS)
  expect(await rowsOf('exports')).toBeLessThanOrEqual(afterKill.length)
  // One file more is there where the kill came before its day was whole.
  expect([0, 1]).toContain((await readdir(folder)).length - afterKill.length)

  expect((await portico(settings, ['audit', 'export', folder])).exitCode).toBe(0)
  expect(await readdir(folder)).toHaveLength(DAYS)
  const ids = (await Promise.all((await finished()).map(idsIn))).flat()
  expect([ids.length, new Set(ids).size]).toEqual([DAYS * EVENTS_A_DAY, DAYS * EVENTS_A_DAY])

  await killed(['audit', 'prune'], async () => (await rowsOf('events')) < DAYS * EVENTS_A_DAY)
  expect((await portico(settings, ['audit', 'prune'])).exitCode).toBe(0)
  expect([await rowsOf('events'), await rowsOf('exports')]).toEqual([0, DAYS])
}, 120_000)
