import { parse } from 'node-html-parser'
import { expect, test } from 'vitest'
import { barChart } from './bar-chart.ts'

const draw = (values: readonly number[], label = 'Sign-ins') =>
  parse(barChart({ label, most: 'at most' }, values).toString())
const barsOf = (values: readonly number[]) =>
  draw(values)
    .querySelectorAll('rect')
    .map((bar) => ['x', 'y', 'height'].map((name) => Number(bar.getAttribute(name))))

test.each([
  [
    [0, 5, 10],
    [
      [0, 48, 0],
      [10, 24, 24],
      [20, 0, 48],
    ],
  ],
  [
    [0, 0],
    [
      [0, 48, 0],
      [10, 48, 0],
    ],
  ],
  [
    [40_000_000, 1],
    [
      [0, 0, 48],
      [10, 48, 0],
    ],
  ],
  [[], []],
])('the highest of %j fills the height, and nothing is a bar without height', (values, bars) => {
  expect(barsOf(values)).toEqual(bars)
})

test('the name says the highest number, and markup in it is text', () => {
  const chart = draw([3, 7], '<b>"x"')
  expect(chart.querySelector('figcaption')?.text).toBe('<b>"x": at most 7')
  expect(chart.querySelector('svg')?.getAttribute('aria-label')).toBe('<b>"x": at most 7')
  expect(chart.querySelectorAll('b, [style], script')).toEqual([])
})
