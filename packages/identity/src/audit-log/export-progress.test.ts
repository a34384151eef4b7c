import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { noonClock } from '../../testing/fake-clock.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { dayOf } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { systemRandom } from '../platform/system-random.ts'
import { exportDays } from './export-events.ts'

const DAY_SECONDS = 24 * 60 * 60
const MANY = 120_000

let database: TestDatabase
let folder: string
const clock = noonClock()
const daysAgo = (days: number) => dayOf(plusSeconds(clock.now(), -days * DAY_SECONDS))

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-audit-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** So many events, evenly over a day. */
async function fill(days: number, events: number): Promise<void> {
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, to_timestamp(${daysAgo(days).beginsAt}) + interval '1 day' * n / ${events}::int, 'signed-in', 'citizen', '{}'
      from (select gen_random_uuid() as id, n from generate_series(0, ${events}::int - 1) as n) as made`
}

test('an export of the audit says how many days may follow, and how far a long one is', async () => {
  await fill(5, 1)
  await fill(3, MANY)
  await fill(2, 1)
  const lines: string[] = []
  const progress = (line: string) => void lines.push(line)
  const { db } = database
  const needs = { db, reads: db, clock, random: systemRandom, progress, by: TEST_ORDER }
  const days = await exportDays(needs, folder, new AbortController().signal)
  expect(days.map(({ events }) => events)).toEqual([1, MANY, 1])
  const [first, long, last] = [5, 3, 2].map((ago) => daysAgo(ago).name)
  const further = lines.filter((line) => /further/.test(line))
  expect(further).toEqual([
    `${first}: at most 4 further days`,
    `${long}: at most 2 further days`,
    `${last}: at most 1 further day`,
  ])
  expect(lines).toContainEqual(`${long}: 100000 events so far, until 19:59 UTC (83 % of the day)`)
  await fill(1, 1)
  lines.length = 0
  await exportDays(needs, folder, new AbortController().signal)
  expect(lines).toContain(`${daysAgo(1).name}: the last day`)
})
