import { expect, test } from 'vitest'
import { type PurgeSlice, purgeTable } from './purge.ts'

const slice = (beside: PurgeSlice['beside'], removed: number, postgresMicroseconds: number): PurgeSlice => ({
  ...{
    beside,
    removed,
    postgresMicroseconds,
    seconds: 5,
    refreshes: 1000,
    serverMicroseconds: 40_000,
    walBytes: 1_000 + removed,
  },
})

test('the cost of a row is what the refreshes beside it do not explain', () => {
  const lines = purgeTable([
    slice('a purge', 20_000, 70_000),
    slice('a purge', 30_000, 90_000),
    slice('nothing to purge', 0, 30_000),
  ]).split('\n')
  expect(lines[2]).toBe('| a purge | 200 | 5,000 | 2.00 | 0.00 | 1.00 |')
  expect(lines[3]).toBe(
    '| nothing to purge | 200 | 0.00 | 30.0 for each refresh | 40.0 for each refresh | 1.00 for each refresh |',
  )
})
