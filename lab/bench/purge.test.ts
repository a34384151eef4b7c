import { expect, test } from 'vitest'
import { type PurgeSlice, purgeTable } from './purge.ts'

const slice = (beside: PurgeSlice['beside'], removed: number, postgresMicroseconds: number): PurgeSlice => ({
  ...{ beside, removed, postgresMicroseconds, seconds: 5, refreshes: 1000, serverMicroseconds: 40_000 },
})

test('the cost of a row is what the refreshes beside it do not explain', () => {
  const lines = purgeTable([
    slice('a purge', 20_000, 70_000),
    slice('a purge', 30_000, 90_000),
    slice('nothing to purge', 0, 30_000),
  ]).split('\n')
  expect(lines[2]).toBe('| a purge | 200 | 5,000 | 2.00 | 0.00 |')
  expect(lines[3]).toBe('| nothing to purge | 200 | 0.00 | none | none |')
})
