import { expect, test } from 'vitest'
import type { Mutant } from '../make/mutant.ts'
import { listOf, roomTable, type State, type Tried } from './summary.ts'

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

test('each room has a line, and all have one', () => {
  const [, , ...lines] = roomTable(ALL).split('\n')
  expect(lines).toEqual([
    '| sign-in | 3 | 1 | 1 | 1 | 0 |',
    '| passkeys | 2 | 0 | 0 | 1 | 1 |',
    '| all | 5 | 1 | 1 | 2 | 1 |',
  ])
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
