import { expect, test, vi } from 'vitest'
import { readEmail } from './email.ts'
import { readFullName } from './name.ts'
import { readPhoneNumber } from './read-fields.ts'

const MARKS = '\u0301\u0316'.repeat(4_000)

// proves: threat-rows-of-marks
test.each([
  ['an address', readEmail, `a${MARKS}@example.org`],
  ['a name', readFullName, `Ana${MARKS}`],
  ['a telephone number', readPhoneNumber, `1${MARKS}`],
])('%s of thousands of marks is refused by its length, and never normalised', (_name, read, given) => {
  const normalise = vi.spyOn(String.prototype, 'normalize')
  const result = read(given)
  const calls = normalise.mock.calls.length
  normalise.mockRestore()
  expect([result, calls]).toEqual([{ ok: false, refusal: 'max_length' }, 0])
})

test('blanks around an address or a name do not count as its length', () => {
  const blanks = ' '.repeat(2_000)
  expect(readEmail(`${blanks}ana@example.org${blanks}`)).toEqual({ ok: true, value: 'ana@example.org' })
  expect(readFullName(`${blanks}Ana${blanks}`)).toEqual({ ok: true, value: 'Ana' })
  expect(readPhoneNumber(`${blanks}12345${blanks}`)).toEqual({ ok: true, value: '12345' })
})
