import { expect, test } from 'vitest'
import {
  countSchema,
  INSTANT,
  listOf,
  mapOf,
  objectSchema,
  oneWordOf,
  orNull,
  textSchema,
  withMore,
} from '../../../packages/identity/src/platform/operation.ts'
import { shapesOf } from './answer-shapes.ts'

const PART = objectSchema('Part', { bytes: countSchema('Its size.') })
const WHOLE = objectSchema(
  'Whole',
  {
    ...{ a: textSchema('A text.'), b: orNull(INSTANT), c: listOf(PART) },
    d: mapOf({ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'Values.'),
    e: oneWordOf<'x' | 'y'>({ x: 'the first', y: '' }, 'One of two.'),
  },
  ['a'],
)
const MORE = withMore('More', WHOLE, { f: { type: 'boolean', const: true } })
const answer = (schema: typeof WHOLE) => [{ name: 'x', schema }]

const ROWS = [
  '| `a` | text; may be missing | A text. |',
  '| `b` | instant or null |  |',
  '| `c` | list of Part |  |',
  '| `d` | (text or number) by name | Values. |',
  '| `e` | `x`, `y` | One of two. `x`: the first. |',
]

test('a shape that one command has stands beside it, with its parts', () => {
  const { tell, ownTables, shared } = shapesOf([answer(WHOLE)])
  expect(tell(listOf(WHOLE))).toBe('list of Whole')
  expect(ownTables(answer(WHOLE))).toEqual([
    ['| Whole | is | meaning |', '|---|---|---|', ...ROWS].join('\n'),
    '| Part | is | meaning |\n|---|---|---|\n| `bytes` | whole number | Its size. |',
  ])
  expect(shared()).toEqual([])
})

test('a shape that several have stands once, under a heading that each names', () => {
  const { tell, ownTables, shared } = shapesOf([answer(WHOLE), answer(listOf(WHOLE)), answer(PART)])
  expect(tell(WHOLE)).toBe('[Whole](#whole)')
  expect(ownTables(answer(WHOLE))).toEqual([])
  expect(shared().map((text) => text.split('\n')[0])).toEqual(['### Part', '### Whole'])
})

test('a shape that has another one whole tells only what it has more', () => {
  const { ownTables } = shapesOf([answer(WHOLE), answer(MORE)])
  expect(ownTables(answer(MORE))).toEqual([
    '| More | is | meaning |\n|---|---|---|\n| all of [Whole](#whole) |  |  |\n| `f` | `true` |  |',
  ])
})
