import { describe, expect, test } from 'vitest'
import { countedAddress, countedKey } from './counted-key.ts'

describe('who a caller counts as', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['1::2:3:4:5:6', '1:0:0:2::/64'],
    ['2001:DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['client:A1b2C3', 'client:A1b2C3'],
    ['', ''],
  ])('%s counts as %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted)
  })

  test('neighbouring networks of IPv6 count apart', () => {
    expect(countedAddress('2001:db8:0:1::1')).not.toBe(countedAddress('2001:db8:0:2::1'))
  })

  test('an e-mail address is never part of a counter in clear', () => {
    const key = countedKey('register-per-email', 'ada@example.org')
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(key).not.toBe(countedKey('register-per-email', 'bob@example.org'))
  })
})
