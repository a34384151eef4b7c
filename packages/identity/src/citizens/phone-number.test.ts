import { describe, expect, test } from 'vitest'
import { readPhoneNumber } from './read-fields.ts'

const ok = (value: string) => ({ ok: true, value })
const no = (refusal: string) => ({ ok: false, refusal })

// proves: contract-2.1-phone-length, contract-8-phone
describe('a phone number is any text of at most 20 characters (contract 2.1)', () => {
  test.each([
    '',
    '1',
    '1-800-FLOWERS',
    '+44 20 7946 0000',
    '(020) 7946-0000',
    '020 7946 0000 ext. 7',
    '030/23125-000',
    '٠٢٠٧٩٤٦',
    'ask me',
    '<b>12345</b>',
    '1'.repeat(20),
    '𝟙'.repeat(20),
    '\u0958'.repeat(20),
  ])('%j is kept as it is', (number) => {
    expect(readPhoneNumber(number)).toEqual(ok(number))
    expect(readPhoneNumber(` \u202a${number}\u202c\u200b\r\n`)).toEqual(ok(number))
  })
  test.each([
    ['+49 (0) 1520 / 123 45 67', 'max_length'],
    ['1'.repeat(21), 'max_length'],
    ['𝟙'.repeat(21), 'max_length'],
    ['1\u0316'.repeat(11), 'max_length'],
    ['123\u202e45', 'invalid'],
    ['12345\r\nBcc: x', 'invalid'],
    ['123\u000045', 'invalid'],
    ['123\ud80045', 'invalid'],
    [12345, 'invalid'],
    [null, 'invalid'],
  ])('%j is refused as %s', (given, refusal) => {
    expect(readPhoneNumber(given)).toEqual(no(refusal))
  })
})
