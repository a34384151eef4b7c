import { expect, test } from 'vitest'
import { NO_CODES, SPELLINGS } from '../platform/typed-code.fixture.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { readTimeCode } from './time-code.ts'

test.each(SPELLINGS)('%j is 123456 for an app', (typed) => {
  expect(readTimeCode(typed)).toBe('123456')
})

test.each(NO_CODES)('%j is no code of an app', (typed) => {
  expect(readTimeCode(typed)).toBeUndefined()
})

test.each([
  'ABCD-EFGH-JKMN-1234',
  'abcd efgh jkmn 1234',
  '\u200eABCD\u2011EFGH\u2013JKMN 1234\u200f',
  '\uff21\uff22\uff23\uff24EFGHJKMN\u0661\u0662\u0663\u0664',
  'ABCDEFGHJKMN\u06f1\u06f2\u06f3\u06f4',
])('%j is one recovery code', (typed) => {
  expect(readRecoveryCode(typed)).toBe('ABCDEFGHJKMN1234')
})
