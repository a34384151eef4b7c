import { expect, test } from 'vitest'
import { median, percentile, ratios, spreadOf } from './statistics.ts'

test('a percentile is a value that was measured, not one in between', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => index + 1)
  expect(percentile(hundred, 50)).toBe(50)
  expect(percentile(hundred, 99)).toBe(99)
  expect(percentile([7], 99)).toBe(7)
})

test('a percentile of nothing is no number', () => {
  expect(percentile([], 99)).toBeNaN()
})

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
