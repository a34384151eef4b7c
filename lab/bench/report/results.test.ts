import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODES, readOptions } from '../options.ts'
import { DOCUMENT, placeOf, placeReport } from './results.ts'

test.each([
  [[], ''],
  [['growth', '--write'], ''],
  [['--only', 'starts'], 'parts/'],
  [['growth', '--only', 'refresh'], 'parts/'],
  [['--quick'], 'quick/'],
  [['--quick', '--only', 'starts'], 'quick/'],
])('what %j measured is kept in results/%s', (words, place) => {
  expect(placeOf(readOptions(words))).toBe(place)
})

const page = 'before\n<!-- bench:soak -->\n\nold\n\n<!-- /bench:soak -->\nafter <!-- /bench:growth -->\n'

test('a report takes the place of the one before, and nothing around it moves', () => {
  const placed = placeReport(page, 'soak', '| new |\n')
  expect(placed).toBe(page.replace('old', '| new |'))
  expect(placeReport(placed, 'soak', 'old')).toBe(page)
})

test('a page without both markers is left alone', () => {
  expect(() => placeReport(page, 'growth', 'x')).toThrow('no place for growth')
  expect(() => placeReport('<!-- bench:soak -->', 'soak', 'x')).toThrow('no place for soak')
})

test('the page of the documentation has a place for every mode', () => {
  const document = readFileSync(DOCUMENT, 'utf8')
  for (const mode of MODES) expect(placeReport(document, mode, 'figures')).toContain('figures')
})
