import { expect, test } from 'vitest'
import { flatnessOf } from './flatness.ts'

const allowed = { part: 0.1, least: 0 }
const rising = (from: number, by: number) => Array.from({ length: 30 }, (_, at) => from + at * by)

test('what goes on rising is not flat', () => {
  expect(flatnessOf(rising(100, 3), allowed)?.isFlat).toBe(false)
})

test('what rises at first and then stays is flat', () => {
  const values = [...rising(10, 3).slice(0, 10), ...Array.from({ length: 20 }, () => 100)]
  expect(flatnessOf(values, allowed)).toEqual({ before: 100, after: 100, isFlat: true })
})

test('one value that sticks out decides nothing', () => {
  const values = Array.from({ length: 30 }, (_, at) => (at === 29 ? 10_000 : 100))
  expect(flatnessOf(values, allowed)?.isFlat).toBe(true)
})

test('a part of nothing is nothing, so a little more is allowed beside it', () => {
  const values = [0, 0, 0, 0, 3, 3]
  expect(flatnessOf(values, { part: 0.1, least: 0 })?.isFlat).toBe(false)
  expect(flatnessOf(values, { part: 0.1, least: 5 })?.isFlat).toBe(true)
})

test('what rises and is cleared away is judged by where it stays then', () => {
  const saw = (floor: number) => Array.from({ length: 10 }, (_, at) => floor + (at % 4) * 20)
  const lowest = { part: 0.1, least: 0, by: 'lowest' } as const
  expect(flatnessOf([...saw(30), ...saw(30), ...saw(30).reverse()], lowest)).toMatchObject({ isFlat: true })
  expect(flatnessOf([...saw(30), ...saw(30), ...saw(40)], lowest)).toMatchObject({
    before: 30,
    after: 40,
    isFlat: false,
  })
})

test('too few values show nothing, and are not called flat', () => {
  expect(flatnessOf([1, 1, 1, 1, 1], allowed)).toBeUndefined()
})
