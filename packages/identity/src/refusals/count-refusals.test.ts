import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { plusSeconds, unixSeconds } from '../platform/clock.ts'
import { countRefusals } from './count-refusals.ts'

const HOUR = 60 * 60
const WHY = ['register-per-ip', 'recover-per-email']
/** A minute after the beginning of an hour. */
const NOW = unixSeconds(1_999_998_000 + 65)
const THIS_HOUR = NOW - 65

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
beforeEach(() => database.db.query`truncate refused_requests`)
afterAll(() => database.drop())

let made = 0
/** Pages that refused from an instant on, so many a second. Instants are whole seconds, as a process writes them. */
async function refuse(why: string, from: number, pages: number, aSecond = 1_000_000): Promise<void> {
  made += 1
  await database.db.query`
    insert into refused_requests (request_id, at, why, page)
    select ${made}::text || '-' || n, to_timestamp(${from}::bigint + floor(n / ${aSecond}::float8)), ${why}, '/register/'
      from generate_series(0, ${pages}::int - 1) as n`
}
const counted = async () =>
  new Map(
    (await countRefusals(database.db, { why: WHY, since: plusSeconds(NOW, -65 - 23 * HOUR), now: NOW })).map(
      ({ hourAt, pages, isEstimate }) => [(THIS_HOUR - hourAt) / HOUR, [pages, isEstimate]],
    ),
  )

describe('5,000 pages in a day', () => {
  test('are counted one by one, however many there were at once', async () => {
    await refuse('register-per-ip', THIS_HOUR - HOUR, 3_000)
    await refuse('recover-per-email', THIS_HOUR - 1, 4)
    await refuse('form-stale', THIS_HOUR - 2 * HOUR, 1_996)
    expect(await counted()).toEqual(
      new Map([
        [1, [3_004, false]],
        [2, [0, false]],
      ]),
    )
  })

  test('are those of the hours that are asked for, and of a clock that is a little ahead', async () => {
    await refuse('register-per-ip', THIS_HOUR - 23 * HOUR - 1, 3)
    await refuse('register-per-ip', NOW + 9, 1)
    await refuse('register-per-ip', NOW + 10, 5)
    expect(await counted()).toEqual(new Map([[0, [1, false]]]))
  })
})

describe('of more pages in a day', () => {
  /** A flood that three processes keep. Every third page is of another reason. */
  const flood = async (from: number, seconds: number) => {
    await refuse('register-per-ip', from, 2 * seconds, 2)
    await refuse('recover-per-email', from, 2 * seconds, 2)
    await refuse('form-stale', from, 2 * seconds, 2)
  }

  test('an hour with few has its exact number, before the flood and behind it', async () => {
    await refuse('register-per-ip', THIS_HOUR - 5 * HOUR, 10)
    await refuse('form-stale', THIS_HOUR - 5 * HOUR + 1, 9)
    await flood(THIS_HOUR - 3 * HOUR, HOUR)
    await refuse('recover-per-email', THIS_HOUR - 1, 4)
    const hours = await counted()
    expect([hours.get(5), hours.get(2), hours.get(1), hours.get(0)]).toEqual([
      ...[
        [10, false],
        [0, false],
        [4, false],
        [0, false],
      ],
    ])
    const [pages, isEstimate] = hours.get(3) ?? []
    expect(isEstimate).toBe(true)
    // It had 14,400.
    expect(Number(pages)).toBeGreaterThan(13_000)
    expect(Number(pages)).toBeLessThan(16_000)
  })

  test('a flood that has just begun is not told for the seconds to come', async () => {
    await refuse('form-stale', THIS_HOUR - 10 * HOUR, 5_001)
    await flood(NOW - 5, 5)
    const [pages, isEstimate] = (await counted()).get(0) ?? []
    expect(isEstimate).toBe(true)
    expect(Number(pages)).toBeGreaterThanOrEqual(14)
    expect(Number(pages)).toBeLessThan(40)
  })

  test('so many at one instant are an estimate, and no error', async () => {
    await refuse('register-per-ip', THIS_HOUR - 2 * HOUR, 5_001)
    expect((await counted()).get(2)).toEqual([2_400, true])
  })

  test('what is older than the first hour, and newer than now by more than the clocks differ, is not counted', async () => {
    await refuse('form-stale', THIS_HOUR - 10 * HOUR, 5_001)
    await refuse('register-per-ip', THIS_HOUR - 23 * HOUR - 1, 3)
    await refuse('register-per-ip', NOW + 60, 3)
    const hours = await counted()
    expect([hours.get(23), hours.get(24), hours.get(0)]).toEqual([[0, false], undefined, [0, false]])
  })
})
