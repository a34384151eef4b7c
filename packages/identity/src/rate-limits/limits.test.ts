import { describe, expect, test } from 'vitest'
import { MAILED_LINK_LIMITS } from '../mailed-links/limits.ts'
import { OAUTH_LIMITS } from '../oauth/limits.ts'
import { countedFor, countedNetworks } from './limits.ts'

const narrowest = (address: string) => countedNetworks(address)[0]?.who

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
    expect(narrowest(address)).toBe(counted)
  })

  test('neighbouring networks of IPv6 count apart', () => {
    expect(narrowest('2001:db8:0:1::1')).not.toBe(narrowest('2001:db8:0:2::1'))
  })

  test('an IPv6 address counts for its /64, /56 and /48, which are allowed more and more', () => {
    expect(countedNetworks('2001:db8:77:12ff:1::9')).toEqual([
      { who: '2001:db8:77:12ff::/64', factor: 1 },
      { who: '2001:db8:77:1200::/56', factor: 3 },
      { who: '2001:db8:77::/48', factor: 8 },
    ])
  })

  test.each([
    ['2001:db8:77:0::', ['2001:db8:77:0::/64', '2001:db8:77:0::/56', '2001:db8:77::/48']],
    ['2001:db8:77:ff::', ['2001:db8:77:ff::/64', '2001:db8:77:0::/56', '2001:db8:77::/48']],
    ['2001:db8:77:100::', ['2001:db8:77:100::/64', '2001:db8:77:100::/56', '2001:db8:77::/48']],
    ['::1', ['0:0:0:0::/64', '0:0:0:0::/56', '0:0:0::/48']],
    ['203.0.113.7', ['203.0.113.7']],
    ['::ffff:203.0.113.7', ['203.0.113.7']],
    ['client:A1b2C3', ['client:A1b2C3']],
  ])('%s counts for %j', (address, networks) => {
    expect(countedNetworks(address).map(({ who }) => who)).toEqual(networks)
  })

  // proves: design-7.37-ipv6-wide-networks
  test.each(['token-per-ip', 'introspect-per-ip'] as const)(
    '%s, a limit of programs’ backends, counts for the /64 alone',
    (kind) => {
      const address = '2001:db8:77:12ff:1::9'
      expect(countedFor(OAUTH_LIMITS[kind], address)).toEqual([{ who: '2001:db8:77:12ff::/64', factor: 1 }])
      expect(countedFor(MAILED_LINK_LIMITS['register-per-ip'], address)).toHaveLength(3)
    },
  )

  test('an e-mail address is never part of a counter in clear', () => {
    const [ada, ...others] = countedFor(MAILED_LINK_LIMITS['register-per-email'], 'ada@example.org')
    expect([ada, others]).toEqual([{ who: expect.stringMatching(/^[0-9a-f]{64}$/), factor: 1 }, []])
    expect(ada).not.toEqual(countedFor(MAILED_LINK_LIMITS['register-per-email'], 'bob@example.org')[0])
  })
})
