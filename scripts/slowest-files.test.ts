import { expect, test } from 'vitest'
import { slowestFiles } from './slowest-files.ts'

const files = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ path: `${at + 1}.test.ts`, seconds: at + 1 }))

test('the ten slowest of several files are told, slowest first', () => {
  const [title, ...lines] = slowestFiles(files(12))
  expect(title).toBe('The slowest files:')
  expect(lines.map((line) => line.trim())).toEqual(
    Array.from({ length: 10 }, (_, at) => `${12 - at}.0 s  ${12 - at}.test.ts`),
  )
})

test('a single file gets no list', () => {
  expect(slowestFiles(files(1))).toEqual([])
})
