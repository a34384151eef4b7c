import { describe, expect, test } from 'vitest'
import { readOperatorName, readStoredOperatorName } from './operator.ts'

describe('the name of an operator', () => {
  test.each([
    ['a variation selector', 'Ada\ufe0f'],
    ['a joiner of graphemes', 'A\u034fda'],
    ['a filler of Hangul', 'Ada\u3164 Lovelace'],
    ['a choseong filler', 'Ada\u115f'],
    ['a variation selector of another plane', 'Ada\u{e0100}'],
    ['a Cyrillic а among Latin letters', 'Ad\u0430'],
    ['a Latin a among Cyrillic letters', 'Иванoв'],
    ['a Greek ο among Latin letters', 'J\u03bfhn'],
    ['a Latin and a Cyrillic word', 'Ada \u0410.'],
    ['a Greek letter with an accent', 'J\u1f79hn'],
  ])('has not %s', (_what, name) => {
    expect(readOperatorName(name)).toBeUndefined()
  })

  test.each([
    'Ada Lovelace',
    'Иван Петров',
    'Ελένη Παππά',
    "Zoë O'Neill",
    '王芳',
    'Łukasz',
    'ada@example.org',
    'محمد',
    'अनीता',
    '김민준',
    '鈴木 Ken',
  ])('may be %s', (name) => {
    expect(readOperatorName(name)).toBe(name.normalize('NFC'))
  })
})

test('events are found by a name that an earlier release has let deceive, and by no text that was never a name', () => {
  expect(readStoredOperatorName('Ad\u0430')).toBe('Ad\u0430')
  for (const text of ['=cmd()', '', '\u001b[2J', 'A\u202eda', '<b>'])
    expect(readStoredOperatorName(text)).toBeUndefined()
})
