import { describe, expect, test } from 'vitest'
import { type Migration, parseMigration } from './migration.ts'
import { judgeSchema } from './schema-range.ts'

const file = (number: number, words = '') =>
  parseMigration(`00${number}-x.sql`, `-- fits-from: 0011\n${words}\nselect 1`)
const KNOWN = [file(11), file(12), file(13, '-- needed: later')]
const row = (number: number, fitsFrom: number | null = null) => ({ name: `00${number}-x.sql`, fitsFrom })
const why = (...applied: ReturnType<typeof row>[]) => judgeSchema(KNOWN, applied).trouble?.why

// proves: releases-range
test('a release runs on its own schema, and on one that lacks only what it needs later', () => {
  expect(why(row(11), row(12), row(13))).toBeUndefined()
  expect(why(row(11), row(12))).toBeUndefined()
})

// proves: releases-range
test('a schema that lacks what the release needs first is too old, and the sentence says what to do', () => {
  const { trouble, missing } = judgeSchema(KNOWN, [row(11)])
  expect([trouble?.why, missing.length]).toEqual(['too-old', 2])
  expect(trouble?.message).toBe(
    'The database lacks migrations that this release needs (0012-x.sql): run portico migrate.',
  )
  expect(judgeSchema(KNOWN, []).trouble?.message).toBe('The database is empty: run portico migrate.')
})

// proves: releases-range
test('a newer schema fits as long as each of its migrations says so', () => {
  const own = [row(11), row(12), row(13)]
  expect(why(...own, row(14, 13), row(15, 12))).toBeUndefined()
  expect(why(...own, row(14, 13), row(15, 14))).toBe('too-new')
  expect(why(...own, row(14))).toBe('too-new')
})

test('an unknown migration among the own numbers is of another product, whatever it says', () => {
  const other = { name: '0012-other.sql', fitsFrom: 1 }
  expect(why(row(11), row(12), row(13), other)).toBe('too-new')
  expect(why(row(11), row(12), row(13), { name: 'by-hand.sql', fitsFrom: 1 })).toBe('too-new')
})

describe('before the baseline', () => {
  const bringsOver = {
    from: '0010-x.sql',
    text: 'drop view old',
    madeBy: 'the release of before',
    unfinished: { isThere: async () => false, says: '' },
  }
  const baseline: Migration = { ...file(11), bringsOver }
  const known = [baseline, file(12)]
  const judge = (...applied: ReturnType<typeof row>[]) => judgeSchema(known, applied)

  // proves: releases-range
  test('the last schema is brought over by its own statements, and an empty database gets the tables', () => {
    const { missing, unknown, trouble } = judge(row(9), row(10))
    expect(missing.map(({ name, text }) => [name, text])).toEqual([
      ['0011-x.sql', 'drop view old'],
      ['0012-x.sql', file(12).text],
    ])
    expect([unknown, trouble?.why]).toEqual([[], 'too-old'])
    expect(judge().missing).toEqual(known)
  })

  // proves: releases-range
  test('an older one is refused, and so is one with migrations of somebody else', () => {
    expect(judge(row(8), row(9)).trouble?.why).toBe('before-baseline')
    expect(judge(row(10), row(99)).trouble?.why).toBe('too-new')
    expect(judge(row(10), row(11), row(12)).trouble?.why).toBe('too-new')
  })
})
