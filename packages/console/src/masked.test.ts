import { expect, test } from 'vitest'
import { coveredLine, maskedAddress, maskedEmail, maskedName, maskedPhone } from './masked.ts'

// proves: console-covers-personal-data
test.each([
  [maskedName, 'Ana Example', 'A… E…'],
  [maskedName, '<b>Eva</b>', '<…'],
  [maskedEmail, 'ana@mail.example.test', 'a…@m….test'],
  [maskedEmail, '@', '…'],
  [maskedEmail, '', ''],
  [maskedPhone, '+34 600 123 456', '… 56'],
  [maskedPhone, '', ''],
  [maskedAddress, '127.0.0.1', '…'],
  [maskedAddress, '', ''],
  [coveredLine, 'sends it to ana@mail.example.test once', 'sends it to a…@m….test once'],
] as const)('%o of %j shows %j', (cover, whole, shown) => {
  expect(cover(whole)).toBe(shown)
})
