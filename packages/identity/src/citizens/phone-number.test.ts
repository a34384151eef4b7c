import { describe, expect, test } from 'vitest'
import { isPhoneCountry, readPhoneNumber, readTypedPhoneNumber } from './phone-number.ts'

const ok = (value: string) => ({ ok: true, value })
const no = (refusal: string) => ({ ok: false, refusal })

describe('a phone number of the API', () => {
  test.each([
    '',
    '+34 600',
    '+44 20 7946 0000',
    '020 7946 0000',
    '(020) 7946-0000',
    '+44 (0)20 7946 00-00',
    '1'.repeat(20),
    '030/23125-000',
  ])('%j is taken as it is', (number) => {
    expect(readPhoneNumber(` ${number} `)).toEqual(ok(number))
  })
  test.each([
    ['ana@example.org', 'not_a_phone_number'],
    ['none', 'not_a_phone_number'],
    ['1234', 'not_a_phone_number'],
    ['++44 20 7946 0000', 'not_a_phone_number'],
    ['44+2079460000', 'not_a_phone_number'],
    ['+', 'not_a_phone_number'],
    ['-----', 'not_a_phone_number'],
    ['12345;drop table', 'not_a_phone_number'],
    ['<b>12345</b>', 'not_a_phone_number'],
    ['1'.repeat(21), 'max_length'],
    ['12345\u202e', 'invalid'],
    ['12345\r\nBcc: x', 'invalid'],
    ['123\r\n45', 'invalid'],
    [12345, 'invalid'],
    [null, 'invalid'],
  ])('%j is refused as %s', (given, refusal) => {
    expect(readPhoneNumber(given)).toEqual(no(refusal))
  })
})

describe('a phone number that a person typed', () => {
  test.each([
    ['+44 20 7946 0000', undefined],
    ['+44 (0)20 7946 0000', undefined],
    ['+34600123456', undefined],
    ['+34 600 123 456', 'GB'],
    ['020 7946 0000', 'GB'],
    ['0044 20 7946 0000', 'GB'],
    ['600 12 34 56', 'ES'],
    ['', undefined],
  ] as const)('%j is taken as it is, with the country %s', (number, country) => {
    expect(readTypedPhoneNumber(country)(number)).toEqual(ok(number))
  })
  test.each([
    ['020 7946 0000', undefined],
    ['600 12 34 56', undefined],
    ['+34 600', undefined],
    ['+34 600 123 456 789', undefined],
    ['+999 123 456 789', undefined],
    ['600 12 34', 'ES'],
    ['1'.repeat(20), 'GB'],
    ['1-800-FLOWERS', 'US'],
    ['ring +44 2079460000', undefined],
    ['+442079460000;x', undefined],
    ['ana@example.org', 'GB'],
    ['__proto__', 'GB'],
  ] as const)('%j is no phone number, with the country %s', (number, country) => {
    expect(readTypedPhoneNumber(country)(number)).toEqual(no('not_a_phone_number'))
  })
  test('what breaks a line or is too long is refused as everywhere', () => {
    const read = readTypedPhoneNumber('GB')
    expect(read('+44\u202e2079460000')).toEqual(no('invalid'))
    expect(read('1'.repeat(21))).toEqual(no('max_length'))
    expect(read(7)).toEqual(no('invalid'))
  })
})

test.each(['', 'gb', 'XX', 'GBR', '__proto__', 'constructor', '44'])('%j is no country', (text) => {
  expect(isPhoneCountry(text)).toBe(false)
})
