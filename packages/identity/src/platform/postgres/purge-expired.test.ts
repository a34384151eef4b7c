import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { fakeClock } from '../../../testing/fake-clock.ts'
import { LAYOUTS } from '../../../testing/layouts.ts'
import { unixSeconds } from '../clock.ts'
import type { PurgeBatch } from './purge.ts'
import { type Expiry, purgeExpired } from './purge-expired.ts'

/** Two tables with rows that end one after the other. */
let database: TestDatabase
const clock = fakeClock()

beforeAll(async () => {
  database = await createTestDatabase()
  await database.db.query`create table endings (name text primary key, over_at timestamptz not null)`
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.query`delete from endings`
  for (const [name, seconds] of [
    ['long over', -500],
    ['over', -100],
    ['over, too', -99],
    ['just over', 0],
    ['open', 1],
  ] as const)
    await database.db.query`insert into endings values (${name}, to_timestamp(${clock.now() + seconds}))`
})

const ENDINGS: Expiry = { table: 'endings', overAt: 'over_at' }
const WHOLE: PurgeBatch = { most: 100, from: unixSeconds(0), seconds: 10_000 }

describe.each(LAYOUTS)('rows that are over, on %s', (_name, laid) => {
  const db = () => laid(database.db)
  const purge = (expiry: Expiry, batch: Partial<PurgeBatch> = {}) =>
    purgeExpired(expiry)({ db: db(), clock }, { ...WHOLE, ...batch })
  const left = async () =>
    (await db().query<{ name: string }>`select name from endings order by over_at`).map(({ name }) => name)

  test.each([{}, { indexedInUtc: true }] as const)('are deleted, and no others (%j)', async (more) => {
    expect(await purge({ ...ENDINGS, ...more })).toMatchObject({ removed: 4, isFull: false })
    expect(await left()).toEqual(['open'])
  })

  test.each([{}, { indexedInUtc: true }] as const)(
    'are kept for a while, and before the batch (%j)',
    async (more) => {
      const from = unixSeconds(clock.now() - 200)
      await purge({ ...ENDINGS, ...more, keptSeconds: 99 }, { from })
      expect(await left()).toEqual(['long over', 'just over', 'open'])
    },
  )

  test('go in batches, the oldest first, and the next one begins where this one has ended', async () => {
    const first = await purge(ENDINGS, { most: 1, seconds: 10 })
    expect([first.removed, first.isFull, await left()]).toEqual([
      1,
      true,
      ['over', 'over, too', 'just over', 'open'],
    ])
    const second = await purge(ENDINGS, { most: 2, seconds: 10, from: first.reached ?? unixSeconds(0) })
    expect([second.removed, await left()]).toEqual([2, ['just over', 'open']])
  })
})
