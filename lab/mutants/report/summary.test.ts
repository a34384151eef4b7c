import { expect, test } from 'vitest'
import type { Mutant } from '../make/mutant.ts'
import { updatePage } from './page.ts'
import { readRows, rowsOf, tableOf } from './rooms.ts'
import { listOf, type State, type Tried } from './summary.ts'

const tried = (file: string, what: string, state: State): Tried => {
  const change = { from: 0, to: 0, text: '' }
  const mutant: Mutant = {
    ...{ file: `packages/identity/src/${file}`, line: 1, kind: 'condition', what, change, changed: '' },
    ...{ functions: ['act'], lines: { first: 1, last: 1 }, excuse: undefined },
  }
  return { mutant, state, why: `${what} is ${state}` }
}

const ALL = [
  tried('sign-in/a.ts', 'a', 'seen'),
  tried('sign-in/a.ts', 'b', 'unseen'),
  tried('sign-in/a.ts', 'c', 'excused'),
  tried('passkeys/b.ts', '`d`', 'unseen'),
  tried('passkeys/b.ts', 'e', 'untried'),
]

const TODAY = '2026-11-28'
const pageOf = (all: readonly Tried[], day: string) =>
  updatePage(
    ['rooms', 'unseen', 'excused']
      .map((name) => `<!-- mutants:${name} -->\n<!-- /mutants:${name} -->`)
      .join('\n'),
    all,
    day,
  )

test('each room has a line, with the day only where all of it was tried, and all have one', () => {
  const [, , ...lines] = tableOf(rowsOf(ALL, TODAY)).split('\n')
  expect(lines).toEqual([
    '| sign-in | 3 | 1 | 1 | 1 | 0 | 2026-11-28 |',
    '| passkeys | 2 | 0 | 0 | 1 | 1 |  |',
    '| all | 5 | 1 | 1 | 2 | 1 |  |',
  ])
})

test('a table is read as it was written, also one without days', () => {
  const rows = rowsOf(ALL, TODAY)
  expect(readRows(tableOf(rows))).toEqual(rows)
  expect(readRows('| access | 280 | 182 | 0 | 0 | 98 |')).toMatchObject([
    { room: 'access', untried: 98, wholeOn: '' },
  ])
})

test('a room of which this machine knows less keeps its row, its day and its unseen ones', () => {
  const elsewhere = pageOf(ALL, '2026-11-01')
  const here = [
    tried('sign-in/a.ts', 'a', 'untried'),
    tried('sign-in/a.ts', 'b', 'seen'),
    tried('sign-in/a.ts', 'c', 'excused'),
    tried('passkeys/b.ts', '`d`', 'seen'),
    tried('passkeys/b.ts', 'e', 'unseen'),
  ]
  const page = updatePage(elsewhere, here, TODAY)
  expect(page).toContain('| sign-in | 3 | 1 | 1 | 1 | 0 | 2026-11-01 |')
  expect(page).toContain('| passkeys | 2 | 1 | 0 | 1 | 0 | 2026-11-28 |')
  expect(page).toContain('| all | 5 | 2 | 1 | 2 | 0 |  |')
  expect(page).toContain('`b`: b is unseen')
  expect(page).toContain('`e`: e is unseen')
  expect(page).not.toContain('d` is unseen')
  expect(updatePage(page, here, TODAY)).toBe(page)
})

test('a room that was tried again gets the new row, also a worse one; one that is gone has none', () => {
  const page = updatePage(pageOf(ALL, '2026-11-01'), [tried('sign-in/a.ts', 'a', 'unseen')], TODAY)
  expect(page).toContain('| sign-in | 1 | 0 | 0 | 1 | 0 | 2026-11-28 |')
  expect(page).toContain('`a`: a is unseen')
  expect(page).not.toContain('`b`')
  expect(page).not.toContain('passkeys')
})

test('the unseen are listed by file, with the function around', () => {
  expect(listOf(ALL, 'unseen').split('\n')).toEqual([
    '`packages/identity/src/sign-in/a.ts`',
    '',
    '- condition in `act`: `b`: b is unseen',
    '',
    '`packages/identity/src/passkeys/b.ts`',
    '',
    '- condition in `act`: `` `d` ``: `d` is unseen',
  ])
  expect(listOf(ALL, 'excused')).toContain('`c`: c is excused')
})
