import { describe, expect, test } from 'vitest'
import {
  contains,
  isMostlyStrangers,
  isPrivateAddress,
  readAddress,
  readHop,
  readNetwork,
  visitorOf,
} from './address.ts'

const visitor = (text: string) => {
  const address = readHop(text)
  return address && visitorOf(address)
}

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::ffff:c000:201', '192.0.2.1'],
  ['::FFFF:192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:ffff::', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (text, name) => {
  const address = readAddress(text)
  expect(address && visitorOf(address)).toBe(name)
})

test.each([
  ['192.0.2.1:8080', '192.0.2.1'],
  ['"192.0.2.1"', '192.0.2.1'],
  ['"192.0.2.1:443"', '192.0.2.1'],
  ['[2001:db8::1]', '2001:db8:0:0::/64'],
  ['[2001:db8::1]:443', '2001:db8:0:0::/64'],
  ['"[2001:db8::1]:443"', '2001:db8:0:0::/64'],
])('the hop %s, as some proxies write it, is %s', (hop, name) => {
  expect(visitor(hop)).toBe(name)
})

test.each([
  ...[
    '',
    ' ',
    'unknown',
    '_hidden',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1.1',
    '1.2.3.4.',
    '0x7f.0.0.1',
  ],
  ...[
    '2001:db8::1::2',
    '[2001:db8::1',
    '2001:db8::1]',
    '[192.0.2.1]',
    '192.0.2.1:',
    '192.0.2.1:99999',
    '[::1]:99999',
  ],
  ...['192.0.2.1/24', '"192.0.2.1', ':', '::g', '192.0.2.1, 192.0.2.2', 'a'.repeat(5000)],
])('%j is no address of a hop', (hop) => {
  expect(readHop(hop)).toBeNull()
})

describe('a range', () => {
  const within = (range: string, address: string) => {
    const [network, found] = [readNetwork(range), readAddress(address)]
    return network !== null && found !== null && contains(network, found)
  }
  test.each([
    ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['192.0.2.0/25', '192.0.2.127', '192.0.2.128'],
    ['192.0.2.5/31', '192.0.2.4', '192.0.2.6'],
    ['2001:db8::/33', '2001:db8:7fff::1', '2001:db8:8000::1'],
    ['2001:db8::1/128', '2001:db8::1', '2001:db8::2'],
    ['::ffff:10.0.0.0/104', '10.1.2.3', '11.1.2.3'],
    ['0.0.0.0/0', '255.255.255.255', '2001:db8::1'],
  ])('%s contains %s and not %s', (range, inside, outside) => {
    expect([within(range, inside), within(range, outside)]).toEqual([true, false])
  })
  test('of all IPv6 addresses contains IPv4, which is mapped into it', () => {
    expect([within('::/0', '192.0.2.1'), within('::/0', '2001:db8::1')]).toEqual([true, true])
  })
  // proves: threat-app-limit-evasion
  test.each([
    '',
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '2001:db8::/129',
    'proxy',
    '10.0.0.0/8 ',
    '/8',
  ])('%j is refused, and trusts no proxy', (range) => {
    expect(readNetwork(range)).toBeNull()
  })
})

test('loopback, link-local and private ranges are private, and their neighbours are not', () => {
  const all = (texts: readonly string[]) => texts.map((text) => isPrivateAddress(readAddress(text) ?? []))
  const inside = [
    '127.0.0.1',
    '10.1.1.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
  ]
  expect(new Set(all([...inside, '::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1']))).toEqual(new Set([true]))
  const outside = [
    '126.255.255.255',
    '11.0.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '100.128.0.1',
    '2001:db8::1',
    '::2',
  ]
  expect(new Set(all(outside))).toEqual(new Set([false]))
})

// proves: threat-quadratic-parsing
test('a hop of more than 64 characters is no address, and is not looked into', () => {
  const hop = (characters: number) => `[fe80::1%${'a'.repeat(characters - 10)}]`
  expect(hop(64)).toHaveLength(64)
  expect(visitor(hop(64))).toBe('fe80:0:0:0::/64')
  expect(readHop(hop(65))).toBeNull()
})

// proves: threat-app-limit-evasion
test.each([
  ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '10.0.0.0/7', '192.0.0.0/4'],
  ...['::/0', '::/1', '8000::/1', '2000::/3', 'fc00::/6', '::/80'],
  ...['::ffff:0:0/96', '::ffff:0.0.0.0/96', '::ffff:128.0.0.0/97', '::ffff:0:0/90'],
])('%s is a network of many owners', (range) => {
  expect(readNetwork(range)).toSatisfy(isMostlyStrangers)
})

test.each([
  ...['10.0.0.0/8', '172.16.0.0/12', '127.0.0.0/8', '173.245.48.0/20', '11.0.0.0/8', '0.0.0.0'],
  ...['::', 'fc00::/7', 'fd00::/8', 'fe80::/10', '2400:cb00::/32', '2a00::/16', '::1/128'],
  '::ffff:10.0.0.0/104',
])('%s may be the network of one owner', (range) => {
  expect(readNetwork(range)).not.toSatisfy(isMostlyStrangers)
})
