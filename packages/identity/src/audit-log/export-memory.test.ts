import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { fakeClock } from '../../testing/fake-clock.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { dayOf } from '../audit/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { systemRandom } from '../platform/system-random.ts'
import { exportAgain } from './export-events.ts'

const EVENTS = 12_000
const DAY_SECONDS = 24 * 60 * 60

let database: TestDatabase
let folder: string
const clock = fakeClock()
const day = dayOf(plusSeconds(clock.now(), -2 * DAY_SECONDS))

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'portico-audit-'))
  await database.db.query`
    insert into audit_events (event_id, filed_under, at, name, actor, details)
    select id, id, to_timestamp(${day.beginsAt}) + interval '1 millisecond' * n, 'signed-in', 'citizen', '{}'
      from (select gen_random_uuid() as id, n from generate_series(1, ${EVENTS}::int) as n) as made`
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('an export holds the events that it writes, and those that it writes next', async () => {
  let read = 0
  let most = 0
  let named = 0
  const { db } = database
  /** What is named is written before the next is named. */
  const reads: Database = {
    ...{ transaction: (work) => db.transaction(work), layout: () => db.layout() },
    async query<Row>(...[statement, ...values]: Parameters<Database['query']>): Promise<Row[]> {
      const isEvents = statement.join('').includes('from audit_events')
      if (!isEvents) named = read
      const rows = await db.query<Row>(statement, ...values)
      if (isEvents) read += rows.length
      most = Math.max(most, read - named)
      return rows
    },
  }
  const needs = { db, reads, clock, random: systemRandom, progress: () => undefined, by: TEST_ORDER }
  const summary = await exportAgain(needs, folder, day)
  expect([summary.events, read]).toEqual([EVENTS, EVENTS])
  expect(most).toBeLessThanOrEqual(1_000)
})
