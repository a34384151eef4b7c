import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { beginningOf, earliestOf, hasSeen, isNotBehind, joinSnapshots, readSnapshots } from './snapshots.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const SNAPSHOTS = ['5:5:', '3:9:3,5,8', '7:12:7,9', '1:2:1', '10:10:']

// proves: feed-late-commit
test.each(SNAPSHOTS)('what %s has seen is what PostgreSQL says', async (snapshot) => {
  const rows = await database.db.query<{ number: string; seen: boolean }>`
    select number::text, pg_visible_in_snapshot(number::text::xid8, ${snapshot}::text::pg_snapshot) as seen
      from generate_series(1, 14) as number`
  const snapshots = readSnapshots(joinSnapshots([{ id: 4, snapshot }]))
  expect(rows.map(({ number }) => hasSeen(snapshots, 4, BigInt(number)))).toEqual(
    rows.map(({ seen }) => seen),
  )
})

describe('snapshots of several servers', () => {
  test('are one text in the order of the servers', () => {
    const parts = [
      { id: 10, snapshot: '3:9:3,5' },
      { id: 2, snapshot: '7:7:' },
    ]
    expect(joinSnapshots(parts)).toBe('2=7:7:;10=3:9:3,5')
    expect(joinSnapshots(parts.toReversed())).toBe('2=7:7:;10=3:9:3,5')
  })

  test('say nothing of a server that is in none of them: it has been asked for nothing', () => {
    expect(hasSeen(readSnapshots('2=7:7:'), 3, 100n)).toBe(true)
  })

  test('the earliest of them saw, on each server, nothing that one of them did not', () => {
    const all = SNAPSHOTS.map((snapshot) => readSnapshots(`1=${snapshot};2=20:20:`))
    const earliest = readSnapshots(joinSnapshots(earliestOf([...all, readSnapshots('2=15:30:15,16')])))
    for (let number = 1n; number < 14n; number += 1n)
      if (hasSeen(earliest, 1, number)) expect(all.every((each) => hasSeen(each, 1, number))).toBe(true)
    expect([hasSeen(earliest, 2, 14n), hasSeen(earliest, 2, 15n)]).toEqual([true, false])
  })

  test.each([
    ['3:9:3,5,8', '3:3:'],
    ['2=3:9:3,5;10=7:12:7', '2=3:3:;10=7:7:'],
  ])('the beginning of %s is %s', (text, beginning) => {
    expect(beginningOf(text)).toBe(beginning)
  })

  test.each([
    ['5:5:', '5:6:5', true],
    ['5:6:5', '5:5:', false],
    ['1=5:5:;2=8:8:', '1=5:5:;2=8:8:', true],
    ['1=5:5:;2=8:8:', '1=9:9:;2=7:7:', false],
    ['1=5:5:;2=8:8:', '1=4:4:;2=9:9:', false],
    ['1=5:5:;2=9:9:', '1=5:5:;2=10:10:', true],
  ])('after %s comes %s: %s', (before, now, isIt) => {
    expect(isNotBehind(before, now)).toBe(isIt)
  })
})
