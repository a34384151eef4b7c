import { describe, expect, test } from 'vitest'
import { canBeToldApart, median, quantile, separate } from './statistics.ts'

/** A cloud of samples that is the same in every run. */
function cloud(count: number, middle: number, seed: number): number[] {
  let state = seed
  return Array.from({ length: count }, () => {
    state = (state * 48_271) % 2_147_483_647
    return middle + (state / 2_147_483_647 - 0.5) * 30
  })
}

describe('comparing samples', () => {
  test('two sets of the same cannot be told apart', () => {
    expect(canBeToldApart(separate(cloud(80, 40, 1), cloud(80, 40, 99)))).toBe(false)
  })

  test('ten milliseconds on a third of the spread are seen', () => {
    const found = separate(cloud(60, 40, 1), cloud(60, 50, 99))
    expect(canBeToldApart(found)).toBe(true)
    expect(found.larger).toBeGreaterThan(0.65)
    expect(found.medianShift).toBeGreaterThan(0)
  })

  test('being faster is told apart as being slower is', () => {
    expect(canBeToldApart(separate(cloud(60, 50, 1), cloud(60, 40, 99)))).toBe(true)
  })

  test('a few slow samples decide nothing', () => {
    const slow = [...cloud(77, 40, 99), 9_000, 9_500, 9_900]
    expect(canBeToldApart(separate(cloud(80, 40, 1), slow))).toBe(false)
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

test('quantiles lie between the samples around them', () => {
  expect([median([3, 1, 2]), median([1, 2, 3, 4]), quantile([0, 10], 0.25)]).toEqual([2, 2.5, 2.5])
})
