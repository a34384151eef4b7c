import { describe, expect, test } from 'vitest'
import { freeLabel, readFullName, readLabel } from './name.ts'

const UNSEEN: Readonly<Record<string, string>> = {
  'zero width space': '\u200b',
  'zero width joiner and non-joiner': '\u200d\u200c',
  'word joiner': '\u2060',
  'byte order mark within': '\u2060\ufeff\u2060',
  'soft hyphen': '\u00ad',
  'grapheme joiner': '\u034f',
  'Hangul fillers': '\u115f\u1160\u3164\uffa0',
  'Khmer inherent vowels': '\u17b4\u17b5',
  'Mongolian separators': '\u180b\u180e',
  'Braille pattern without dots': '\u2800',
  'marks of direction': '\u200e\u200f\u061c',
  'variation selectors': '\ufe0f\u{e0100}',
  'tags, which spell words that nobody sees': '\u{e0001}\u{e0061}\u{e0064}\u{e0061}',
  'musical controls': '\u{1d173}\u{1d17a}',
  'interlinear annotation': '\ufff9\ufffb',
  'accents without a letter': '\u0301\u0308',
  'blanks between them': '\u200b \u2060\u00a0\u3164',
}

// proves: threat-injected-text
describe('a name of which nothing can be seen is blank (contract 2.1)', () => {
  test.each(Object.entries(UNSEEN))('%s', (_, given) => {
    expect(readFullName(given)).toEqual({ ok: false, refusal: 'blank' })
    expect(readFullName(given.repeat(20))).toEqual({ ok: false, refusal: 'blank' })
  })
})

describe('a name that can be seen is kept as it was typed', () => {
  test.each([
    'Ana',
    'X',
    '山田 太郎',
    'नेहा',
    'مریم\u200cسادات',
    'ශ්\u200dරී',
    '한글',
    'Zo\u00eb',
    '👩\u200d🚀',
    '⠁⠝⠁',
    "O'Neill-García, Jr.",
  ])('%s', (given) => {
    expect(readFullName(given)).toEqual({ ok: true, value: given })
  })
})

test.each(['\u202aAna\u202c', '\u2068Ana\u2069', '\u202eAna', '\u200bAna\ufeff', '\u00adAna\u200e'])(
  'what nobody sees around %j is removed',
  (given) => {
    expect(readFullName(given)).toEqual({ ok: true, value: 'Ana' })
    expect(readLabel(given)).toEqual({ ok: true, value: 'Ana' })
  },
)

// proves: contract-2.1-full-name-length, contract-8-full-name
test.each(['𠮷', 'e\u0301', '\u0958'])('150 times %j are a name, and 151 are too many', (sign) => {
  expect(readFullName(sign.repeat(150)).ok).toBe(true)
  expect(readFullName(sign.repeat(151))).toEqual({ ok: false, refusal: 'max_length' })
  expect([readLabel(sign.repeat(60)).ok, readLabel(sign.repeat(61)).ok]).toEqual([true, false])
})

test('a name that is offered has the first free number, and is never longer than a name may be', () => {
  const named = (...names: readonly string[]) => names.map((name) => ({ name }))
  expect(freeLabel('Passkey', [])).toBe('Passkey')
  expect(freeLabel('Passkey', named('Passkey', 'Passkey 4', 'Passkey 2'))).toBe('Passkey 3')
  expect(freeLabel('Passkey', named('passkey', 'Passkey 2'))).toBe('Passkey')
  const long = '👩'.repeat(70)
  const offered: string[] = []
  for (let at = 0; at < 12; at += 1) offered.push(freeLabel(long, named(...offered)))
  expect(new Set(offered).size).toBe(12)
  for (const name of offered) expect(readLabel(name)).toEqual({ ok: true, value: name })
})
