import { expect, test } from 'vitest'
import { readOptions } from '../options.ts'
import { placeOf } from './results.ts'

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
