import { expect, test } from 'vitest'
import { codesIn, exitCodesInCode, exitCodesOnPage } from './exit-codes.ts'

test.each([
  ['async function run(): Promise<0 | 1 | 2> {', [0, 1, 2]],
  ['export type ExitCode = 0 | 1 | 2', [0, 1, 2]],
  ['    process.exit(3)', [3]],
  ['  process.exitCode = error instanceof WrongOptions ? 2 : 1', [1, 2]],
  ['    return say(`${file} cannot be started`, 127)', [127]],
  ['async function count(): Promise<number> {', []],
])('%s gives %j', (source, codes) => {
  expect(codesIn(source)).toEqual(codes)
})

test('a command of the table has the codes of the columns that are not empty', () => {
  const page = [
    '',
    '| command | 0 | 1 | 127 |',
    '|---|---|---|---|',
    '| `one` | done | failed | |',
    '| `two` | done | | gone |',
    '',
    'after',
  ].join('\n')
  expect([...exitCodesOnPage(page)]).toEqual([
    ['one', [0, 1]],
    ['two', [0, 127]],
  ])
})

test('every command has codes in its sources', () => {
  const found = [...exitCodesInCode()]
  expect(found.length).toBeGreaterThan(6)
  for (const [, codes] of found) expect(codes.length).toBeGreaterThan(1)
})
