import { expect, test } from 'vitest'
import { sayCounts } from './day.ts'
import { readOptions } from './options.ts'

test('a day has a hundred thousand citizens and pictures of the console, unless somebody says otherwise', () => {
  expect(readOptions([])).toEqual({ citizens: 100_000, pictures: 'coverage/day' })
  expect(readOptions(['--citizens', '300', '--no-pictures'])).toEqual({ citizens: 300, pictures: undefined })
})

test('the line of an hour says one of a thing as one, and nothing of what did not happen', () => {
  const counts = [
    ['app added', 1],
    ['refresh', 2],
    ['wrong password', 0],
    ['registered by link', 1],
  ] as const
  expect(sayCounts(new Map(counts))).toBe('1 app added, 2 refreshes, 1 registered by link')
})

test.each([
  [['--citizens', '299'], 'from 300'],
  [['--citizens', 'many'], 'from 300'],
  [['--citizens'], 'from 300'],
  [['--citizens', '3000000'], 'to 2000000'],
  [['--pictures'], 'takes a folder'],
  [['--quick'], '"--quick" is not understood'],
])('%s is refused', (words, says) => {
  expect(() => readOptions(words)).toThrow(says)
})
