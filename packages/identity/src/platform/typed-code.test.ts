import { expect, test, vi } from 'vitest'
import { readCode } from '../mailed-links/code.ts'
import { readRecoveryCode } from '../second-factor/recovery-code.ts'
import { readTimeCode } from '../second-factor/time-code.ts'
import { plainCode } from './typed-code.ts'

const SPELLINGS = [
  '123456',
  ' 123 456 ',
  '123-456',
  '123\u2013456',
  '\u0661\u0662\u0663\u0664\u0665\u0666',
  '\u06f1\u06f2\u06f3\u06f4\u06f5\u06f6',
  '\u0967\u0968\u0969\u096a\u096b\u096c',
  '\uff11\uff12\uff13\uff14\uff15\uff16',
  '\u200e123456\u200f',
  '\u202a123\u200b456\u202c\ufeff',
]

test.each(SPELLINGS)('%j is 123456 for an app and for a mail', (typed) => {
  expect([readTimeCode(typed), readCode(typed)]).toEqual(['123456', '123456'])
})

test.each(['12345', '1234567', '12345a', '123.456', ''])('%j is no code of six digits', (typed) => {
  expect([readTimeCode(typed), readCode(typed)]).toEqual([undefined, undefined])
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

// proves: threat-slow-normal-form
test('a text that is too long for a code is never normalised, however it is written', () => {
  const normalise = vi.spyOn(String.prototype, 'normalize')
  expect(plainCode(`123456${'\u0345\u0334'.repeat(2_000)}`)).toBe('')
  expect(normalise).not.toHaveBeenCalled()
  normalise.mockRestore()
})
