import { expect, test } from 'vitest'
import { keyring } from '../platform/keyring.ts'
import { systemRandom } from '../platform/system-random.ts'
import { mintCode, readCode } from './code.ts'

test.each([
  '123456',
  ' 123 456 ',
  '123-456',
  '1 2 3 4 5 6',
  '123\u00a0456',
  '123–456',
  '\u200e123456\u200f',
  '１２３４５６',
  '١٢٣٤٥٦',
  '۱۲۳۴۵۶',
  '१२३४५६',
])('a typed %j is 123456', (typed) => expect(readCode(typed)).toBe('123456'))
test.each(['', '12345', '1234567', '12345a', '-', '123.456', '½23456', 'Ⅵ23456'])(
  'a typed %j is no code',
  (typed) => expect(readCode(typed)).toBeUndefined(),
)
test('codes are spread evenly, and keep their zeros', () => {
  const link = { citizenId: 'x', hash: Buffer.alloc(32) }
  const bytes = [0xff_ff_ff_ff, 4_294_000_000, 7, 4_293_999_999].map((number) => {
    const four = Buffer.alloc(4)
    four.writeUInt32BE(number)
    return four
  })
  const needs = {
    keyring: keyring([Buffer.alloc(32, 7)], systemRandom),
    random: { bytes: () => bytes.shift() ?? Buffer.alloc(4) },
  }
  expect(mintCode(needs, link, 'mailed').code.reveal()).toBe('000007')
  expect(mintCode(needs, link, 'mailed').code.reveal()).toBe('999999')
})
