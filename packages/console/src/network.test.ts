import { expect, test } from 'vitest'
import { networkOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.250', true],
  ['192.0.2.7', '192.0.3.7', false],
  ['2001:db8::1', '2001:db8:0:1::5', true],
  ['2001:db8::1', '2001:0db8:0000:ffff:1:2:3:4', true],
  ['2001:db8::1', '2001:db8:1::1', false],
  ['::1', '::2', true],
  ['::1', '1::', false],
  ['2001:db8:5:6:7:8:9:a', '2001:db8:5::', true],
  ['192.0.2.7', '::ffff:192.0.2.7', false],
  ['', '192.0.2.7', false],
])('%s and %s: one network is %s', (one, other, isOne) => {
  expect(networkOf(one) === networkOf(other)).toBe(isOne)
})
