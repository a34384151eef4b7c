import { expect, test } from 'vitest'
import { isAboutPin, nameOfReturn, whyNoPin } from './cryptoki.ts'

// proves: threat-token-pin-lock
test.each([
  [0x20000n, 'CKF_USER_PIN_FINAL_TRY'],
  [0x40000n, 'CKF_USER_PIN_LOCKED'],
  [0x60000n, 'CKF_USER_PIN_LOCKED'],
  [0x60000n | 0x40dn, 'CKF_USER_PIN_LOCKED'],
])('the last try of a PIN is left to the operator (%#)', (flags, why) => {
  expect(whyNoPin(flags)).toMatch(why)
})

test.each([0n, 0x40dn, 0x10000n, 0x80000n, 0x700000n])('elsewhere a PIN may be tried (%#)', (flags) => {
  expect(whyNoPin(flags)).toBeUndefined()
})

// proves: threat-token-pin-lock
test('what C_Login returns is about the PIN, also by a number of a manufacturer, unless it is known to be something else', () => {
  const values = [0x5n, 0x30n, 0xa0n, 0xa4n, 0xb3n, 0xe0n, 0x102n, 0x80000001n]
  expect(values.filter(isAboutPin)).toEqual([0xa0n, 0xa4n, 0x102n, 0x80000001n])
})

test('what a function returns has its name, or its number', () => {
  expect([0xa0n, 0x32n, 0x80000001n].map(nameOfReturn)).toEqual([
    'CKR_PIN_INCORRECT',
    'CKR_DEVICE_REMOVED',
    '0x80000001',
  ])
})
