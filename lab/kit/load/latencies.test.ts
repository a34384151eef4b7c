import { expect, test } from 'vitest'
import { createLatencies } from './latencies.ts'

function noted(...milliseconds: number[]) {
  const latencies = createLatencies()
  for (const each of milliseconds) latencies.note(each)
  return latencies
}

test('a percentile is at most one percent above what was measured, and never below it', () => {
  const latencies = noted(...Array.from({ length: 1000 }, (_, index) => (index + 1) / 10))
  for (const percent of [1, 50, 90, 99]) {
    expect(latencies.percentile(percent)).toBeGreaterThanOrEqual(percent * 0.999)
    expect(latencies.percentile(percent)).toBeLessThanOrEqual(percent * 1.011)
  }
})

test('no percentile is above the longest that was measured', () => {
  const latencies = noted(3.14159)
  expect(latencies.percentile(50)).toBe(3.14159)
  expect(latencies.mostMilliseconds).toBe(3.14159)
})

test('a percentile of nothing is no number, not zero', () => {
  expect(createLatencies().percentile(99)).toBeNaN()
})

test('one slow answer among a thousand shows in the most, not in the p99', () => {
  const latencies = noted(...Array.from({ length: 999 }, () => 1), 5_000)
  expect(latencies.percentile(99)).toBeLessThan(1.02)
  expect(latencies.mostMilliseconds).toBe(5_000)
})

test('a time beyond the last bucket and one of nothing are counted all the same', () => {
  expect(noted(0, 10_000_000).count).toBe(2)
})
