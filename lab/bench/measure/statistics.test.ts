import { expect, test } from 'vitest'
import { median, ratios, spreadOf } from './statistics.ts'

test('a median sorts by size, not by spelling', () => {
  expect(median([1000, 9, 80])).toBe(80)
  expect(median([1, 10, 2, 20])).toBe(6)
})

test('a ratio compares what was measured in the same round', () => {
  expect(ratios([20, 90], [10, 30])).toEqual([2, 3])
})

test('a round that one side did not measure gives no ratio', () => {
  expect(ratios([20, undefined, 8], [10, 30, 0])).toEqual([2])
})

test('a spread names the middle and both ends, and is nothing where nothing was measured', () => {
  expect(spreadOf([3, undefined, 1, 2])).toEqual({ median: 2, min: 1, max: 3 })
  expect(spreadOf([undefined])).toBeUndefined()
})
