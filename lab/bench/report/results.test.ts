import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { placeBetween } from '../../kit/markdown.ts'
import { MODES, readOptions } from '../options.ts'
import { DOCUMENT, placeOf } from './results.ts'

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

test('the page of the documentation has a place for every mode', () => {
  const document = readFileSync(DOCUMENT, 'utf8')
  for (const mode of MODES) expect(placeBetween(document, `bench:${mode}`, 'figures')).toContain('figures')
})
