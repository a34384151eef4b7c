import { expect, test, vi } from 'vitest'
import { readCode } from '../mailed-links/code.ts'
import { NO_CODES, SPELLINGS } from './typed-code.fixture.ts'
import { plainCode } from './typed-code.ts'

test.each(SPELLINGS)('%j is 123456', (typed) => {
  expect(readCode(typed)).toBe('123456')
})

test.each(NO_CODES)('%j is no code of six digits', (typed) => {
  expect(readCode(typed)).toBeUndefined()
})

// proves: threat-slow-normal-form
test('a text that is too long for a code is never normalised, however it is written', () => {
  const normalise = vi.spyOn(String.prototype, 'normalize')
  expect(plainCode(`123456${'\u0345\u0334'.repeat(2_000)}`)).toBe('')
  expect(normalise).not.toHaveBeenCalled()
  normalise.mockRestore()
})
