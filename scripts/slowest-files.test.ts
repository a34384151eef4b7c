import { expect, test } from 'vitest'
import { slowestFiles, unexplainedFiles } from './slowest-files.ts'

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

test('a file that took over ten seconds without a reason in its first line is told, slowest first', () => {
  const file = (path: string, seconds: number, text: string) => ({ path, seconds, text: () => text })
  const [title, ...lines] = unexplainedFiles([
    file('short.test.ts', 10, "import 'a'"),
    file('long.test.ts', 11, "import 'a'\n// Takes long, because it builds.\n"),
    file('longer.test.ts', 12, "import 'a'"),
    file('explained.test.ts', 13, '// Takes long, because it builds.\n'),
  ])
  expect(title).toBe('Over 10 s on this machine, and the first line does not say why:')
  expect(lines.map((line) => line.trim())).toEqual(['12.0 s  longer.test.ts', '11.0 s  long.test.ts'])
  expect(unexplainedFiles([file('short.test.ts', 1, '')])).toEqual([])
})
