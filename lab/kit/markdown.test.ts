import { expect, test } from 'vitest'
import { count, figure, placeBetween, spread } from './markdown.ts'

test('a figure shows three digits, and thousands apart', () => {
  expect([figure(36_812.4), figure(99.94), figure(9.994), figure(0.616)]).toEqual([
    '36,812',
    '99.9',
    '9.99',
    '0.62',
  ])
})

test('what was not measured is n/a, not zero', () => {
  expect(figure(undefined)).toBe('n/a')
  expect(figure(Number.NaN)).toBe('n/a')
  expect(spread(undefined)).toBe('n/a')
})

test('a spread names its unit once, at the middle', () => {
  expect(spread({ median: 8.1, min: 7.6, max: 8.42 }, 'x')).toBe('8.10x (7.60 to 8.42)')
})

test('a number of things has no digits behind the point, and what was not counted is n/a', () => {
  expect([count(8), count(56_445), count(undefined)]).toEqual(['8', '56,445', 'n/a'])
})

const page = 'before\n<!-- bench:soak -->\n\nold\n\n<!-- /bench:soak -->\nafter <!-- /bench:growth -->\n'

test('a report takes the place of the one before, and nothing around it moves', () => {
  const placed = placeBetween(page, 'bench:soak', '| new |\n')
  expect(placed).toBe(page.replace('old', '| new |'))
  expect(placeBetween(placed, 'bench:soak', 'old')).toBe(page)
})

test('a page without both markers is left alone', () => {
  expect(() => placeBetween(page, 'bench:growth', 'x')).toThrow('no place for bench:growth')
  expect(() => placeBetween('<!-- bench:soak -->', 'bench:soak', 'x')).toThrow('no place for bench:soak')
})
