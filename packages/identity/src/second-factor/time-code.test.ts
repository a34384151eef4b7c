import { describe, expect, test } from 'vitest'
import { codeOfStep, fromBase32 } from '../../testing/soft-app.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { readRecoveryCode } from './recovery-code.ts'
import { readTimeCode, setupAddress, stepOfCode, typedSecret } from './time-code.ts'

/** The secret and the codes of RFC 6238 appendix B, the last six of eight digits. */
const SECRET = Buffer.from('12345678901234567890')
const APPENDIX_B = [
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
] as const

// proves: rfc6238-5.2-window
describe('a code', () => {
  test.each(APPENDIX_B)('of second %d is that of RFC 6238 appendix B', (second, code) => {
    const now = second as UnixSeconds
    const step = Math.floor(second / 30)
    expect(stepOfCode(SECRET, code, now)).toBe(step)
    expect(codeOfStep(SECRET, step)).toBe(code)
  })

  test.each([
    [-2, undefined],
    [-1, 999],
    [0, 1000],
    [1, 1001],
    [2, undefined],
  ])('%d steps away is of step %s', (away, step) => {
    expect(stepOfCode(SECRET, codeOfStep(SECRET, 1000 + away), 30_015 as UnixSeconds)).toBe(step)
  })

  test.each(['', '12345', '1234567', '12345a', '+12345', '1.2345', '١٢٣٤٥'])('is not %j', (typed) => {
    expect(readTimeCode(typed)).toBeUndefined()
  })

  test('may be typed with blanks, and the key is shown in groups', () => {
    expect(readTimeCode(' 123 456 ')).toBe('123456')
    expect(typedSecret(SECRET)).toBe('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
    expect(fromBase32(typedSecret(SECRET).replaceAll(' ', ''))).toEqual(SECRET)
  })
})

test('a recovery code is read in either case, without its hyphens, and with the letters that look like digits', () => {
  expect(readRecoveryCode('ab1o-cdi0-efgh-jkml')).toBe('AB10CD10EFGHJKM1')
  for (const typed of ['', 'AB10', 'AB10-CD10-EFGH-JKMU', 'AB10-CD10-EFGH-JKMNP'])
    expect(readRecoveryCode(typed)).toBeUndefined()
})

/** As apps read the address (Key URI Format): the label is decoded, and its first colon ends the name of the service. */
function readByAnApp(address: string) {
  const { pathname, searchParams } = new URL(address)
  const label = decodeURIComponent(pathname.replace(/^\/+(?:totp\/)?/, ''))
  const [prefix = '', ...rest] = label.split(':')
  return { issuer: searchParams.get('issuer'), prefix, account: rest.join(':').trim() }
}

test.each([
  ['City accounts', 'City accounts'],
  ['City: accounts', 'City accounts'],
  ['a:b : c', 'a b c'],
  ['Identité & «vie» 100% ?#+', 'Identité & «vie» 100% ?#+'],
  ['هویت\u200cها', 'هویت\u200cها'],
])('an app reads the service %j and the address out of the picture', (serviceName, issuer) => {
  const address = setupAddress(SECRET, { issuer: serviceName, label: "o'hara+x=y@example.org" })
  expect(readByAnApp(address)).toEqual({ issuer, prefix: issuer, account: "o'hara+x=y@example.org" })
})
