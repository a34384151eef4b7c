import { describe, expect, test } from 'vitest'
import { canBeToldApart, median, quantile, ratios, separate, spreadOf } from './statistics.ts'

/** Samples that are the same in every run. */
function samples(count: number, middle: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return middle + (state / 2_147_483_647 - 0.5) * 30
  })
}

describe('comparing samples', () => {
  test('two sets of the same cannot be told apart', () => {
    expect(canBeToldApart(separate(samples(80, 40, 1), samples(80, 40, 99)))).toBe(false)
  })

  test('ten milliseconds on a third of the spread are seen', () => {
    const found = separate(samples(60, 40, 1), samples(60, 50, 99))
    expect(canBeToldApart(found)).toBe(true)
    expect(found.larger).toBeGreaterThan(0.65)
    expect(found.medianShift).toBeGreaterThan(0)
  })

  test('being faster is told apart as being slower is', () => {
    expect(canBeToldApart(separate(samples(60, 50, 1), samples(60, 40, 99)))).toBe(true)
  })

  test('a few slow samples decide nothing', () => {
    const slow = [...samples(77, 40, 99), 9_000, 9_500, 9_900]
    expect(canBeToldApart(separate(samples(80, 40, 1), slow))).toBe(false)
  })

  test('too few samples prove nothing, however far they are apart', () => {
    expect(canBeToldApart(separate([1, 2, 3], [10, 20, 30]))).toBe(false)
  })

  test('samples that are all the same are no difference', () => {
    expect(separate([5, 5, 5, 5], [5, 5, 5, 5]).larger).toBe(0.5)
  })

  test('the chance is that of the normal distribution', () => {
    const first = Array.from({ length: 50 }, (_, index) => index)
    const second = first.map((each) => each + 10)
    // By hand: 820 pairs of 2500 speak for the first, ties counted half.
    expect(separate(first, second).larger).toBeCloseTo(0.68, 2)
    expect(separate(first, second).chance).toBeGreaterThan(0.001)
    expect(separate(first, second).chance).toBeLessThan(0.003)
  })
})

test('quantiles lie between the values around them', () => {
  expect([median([3, 1, 2]), median([1, 2, 3, 4]), quantile([0, 10], 0.25)]).toEqual([2, 2.5, 2.5])
})

test('a median sorts by size, not by spelling', () => {
  expect([median([1000, 9, 80]), median([1, 10, 2, 20])]).toEqual([80, 6])
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
