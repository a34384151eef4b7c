import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCaller, type TrustedProxies, trustedProxies } from './client-address.ts'

const trusted = trustedProxies(['10.0.0.0/8', '192.168.1.1', 'fd00::/8', '::1'])
const clientAddress = (peer: string, forwardedFor: string | undefined, proxies: TrustedProxies) =>
  readCaller(peer, { 'x-forwarded-for': forwardedFor }, proxies).address
const proxy = fc.constantFrom(
  '10.0.0.1',
  '10.255.255.255',
  '192.168.1.1',
  'fd00::1',
  '::1',
  '::ffff:10.1.2.3',
)
const stranger = fc.constantFrom('198.51.100.7', '192.168.1.2', '11.0.0.1', '2001:db8::1', 'fe80::1')
const nonsense = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...'[]":.1f%'), maxLength: 12 }),
  fc.constantFrom('unknown', '_hidden', '1.2.3', '1.2.3.4:80', '[::1]', '256.1.1.1', '01.2.3.4', '', '-'),
)

test('a peer that is no trusted proxy is the caller, whatever it says', () => {
  fc.assert(
    fc.property(stranger, fc.oneof(nonsense, proxy, stranger), (peer, forwarded) => {
      expect(clientAddress(peer, forwarded, trusted)).toBe(peer)
    }),
  )
})

// proves: rfc9700-4.13-proxy-headers
test('what stands left of the first stranger never counts', () => {
  fc.assert(
    fc.property(
      proxy,
      fc.array(nonsense),
      stranger,
      fc.array(proxy, { maxLength: 3 }),
      (peer, left, caller, right) => {
        const forwarded = [...left.map((word) => word.replaceAll(',', '')), caller, ...right].join(', ')
        expect(clientAddress(peer, forwarded, trusted)).toBe(caller)
      },
    ),
  )
})

// proves: threat-forwarded-for
test('a hop that is no address ends the walk at the proxy that passed it on', () => {
  for (const hop of [
    'unknown',
    ':80',
    '1.2.3.4:',
    '1.2.3.4:http',
    '1.2.3.4:65536',
    '1.2.3.4:80:80',
    '1.2.3.4 :80',
    '1.2.3:80',
    '[1.2.3.4]',
    '[1.2.3.4]:80',
    '[2001:db8::1',
    '2001:db8::1]:80',
    '[2001:db8::1]80',
    '[2001:db8::1]:',
    '[2001:db8::1]:80:80',
    '[[2001:db8::1]]',
    '[]',
    '[]:80',
    '"1.2.3.4',
    '1.2.3.4"',
    '""1.2.3.4""',
    "'1.2.3.4'",
    '"',
    '""',
    '256.1.1.1',
    '256.1.1.1:80',
    '',
    '01.2.3.4',
    '1.2.3.4/8',
    '1.2.3.4%eth0',
    'localhost',
  ]) {
    expect(clientAddress('10.0.0.1', `198.51.100.7, ${hop}`, trusted)).toBe('10.0.0.1')
    expect(clientAddress('10.0.0.1', `198.51.100.7, ${hop}, 10.0.0.2`, trusted)).toBe('10.0.0.2')
  }
})

// proves: threat-forwarded-for
test.each([
  ['198.51.100.7:51234', '198.51.100.7'],
  ['198.51.100.7:0', '198.51.100.7'],
  ['"198.51.100.7"', '198.51.100.7'],
  ['"198.51.100.7:51234"', '198.51.100.7'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:DB8:0::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]"', '2001:db8::1'],
  ['"[2001:db8::1]:65535"', '2001:db8::1'],
  ['[fe80::1%eth0]:443', 'fe80::1'],
  ['[::ffff:198.51.100.7]:443', '198.51.100.7'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['2001:db8::1:443', '2001:db8::1:443'],
])('a hop written as %s is %s', (hop, expected) => {
  expect(clientAddress('10.0.0.1', `203.0.113.9, ${hop}`, trusted)).toBe(expected)
})

test.each(['10.0.0.2:80', '"10.0.0.2"', '[fd00::2]', '"[fd00::2]:443"', '[::ffff:10.0.0.2]:80', '[::1]'])(
  'a trusted proxy that is written as %s is passed over like any other',
  (hop) => {
    expect(clientAddress('10.0.0.1', `198.51.100.7:5, ${hop}`, trusted)).toBe('198.51.100.7')
  },
)

// proves: threat-quadratic-parsing
test('a hop of more than 64 characters is no address, and is not looked into', () => {
  const hop = (characters: number) => `[fe80::1%${'a'.repeat(characters - 10)}]`
  expect(hop(64)).toHaveLength(64)
  expect(clientAddress('10.0.0.1', hop(64), trusted)).toBe('fe80::1')
  expect(clientAddress('10.0.0.1', hop(65), trusted)).toBe('10.0.0.1')
})

test('never throws and always gives an address where the peer has one', () => {
  fc.assert(
    fc.property(fc.oneof(proxy, stranger), fc.array(fc.oneof(nonsense, proxy, stranger)), (peer, hops) => {
      expect(clientAddress(peer, hops.join(','), trusted)).toMatch(/^[0-9a-f.:]+$/)
    }),
  )
})

test('a peer that is gone already has no address, and that is no fault', () => {
  expect(clientAddress('', '198.51.100.7', trusted)).toBe('')
  expect(clientAddress('', undefined, trusted)).toBe('')
})

test('without the header, or with proxies alone, the outermost proxy is the caller', () => {
  expect(clientAddress('10.0.0.1', undefined, trusted)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '', trusted)).toBe('10.0.0.1')
  expect(clientAddress('10.0.0.1', '10.0.0.3, 10.0.0.2', trusted)).toBe('10.0.0.3')
})

test.each([
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::FFFF:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['0:0:0:0:0:ffff:198.51.100.7', '198.51.100.7'],
  ['2001:DB8:0:0::0001', '2001:db8::1'],
  ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
])('%s is %s: one caller, one spelling', (peer, expected) => {
  expect(clientAddress(peer, undefined, trusted)).toBe(expected)
  expect(clientAddress('10.0.0.1', peer, trusted)).toBe(expected)
})

describe('trusted proxies', () => {
  test('none means nobody', () => {
    expect(clientAddress('127.0.0.1', '198.51.100.7', trustedProxies([]))).toBe('127.0.0.1')
  })

  test('a range of everything means every hop: the left-most address', () => {
    const all = trustedProxies(['0.0.0.0/0', '::/0'])
    expect(clientAddress('127.0.0.1', '198.51.100.7, 10.0.0.1', all)).toBe('198.51.100.7')
  })

  test.each([
    '10.0.0.0/',
    '10.0.0.0/33',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0.0/ 8',
    '10.0.0.0/8.0',
    '10.0.0.0/1e1',
    '10.0.0.0/0x8',
    '10.0.0.0/+8',
    'fd00::/',
    'fd00::/129',
    '/8',
    'localhost',
    '10.0.0',
    '*',
    '',
  ])('"%s" is told to be neither an address nor a range', (range) => {
    expect(() => trustedProxies([range])).toThrow(/not an address or CIDR range/)
  })
})

// proves: threat-trace-header
test('a traceparent counts from a trusted proxy alone', () => {
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
  const read = (peer: string, forwarded?: string) =>
    readCaller(peer, { traceparent, 'x-forwarded-for': forwarded }, trusted).traceparent
  expect([read('10.0.0.1'), read('::ffff:10.1.2.3'), read('10.0.0.1', '198.51.100.7')]).toEqual(
    Array(3).fill(traceparent),
  )
  expect([read('198.51.100.7'), read('198.51.100.7', '10.0.0.1'), read('')]).toEqual(Array(3).fill(undefined))
})

test.each([
  ['0.0.0.0/0'],
  ['0.0.0.0/1'],
  ['128.0.0.0/1'],
  ['10.0.0.0/7'],
  ['192.0.0.0/4'],
  ['::/0'],
  ['::/1'],
  ['8000::/1'],
  ['2000::/3'],
  ['fc00::/6'],
  ['::/80'],
  ['::ffff:0:0/96'],
  ['::ffff:0.0.0.0/96'],
  ['::ffff:128.0.0.0/97'],
  ['::ffff:0:0/90'],
])('%s is too wide for proxies', (range) => {
  expect(trustedProxies(['10.0.0.1', range]).tooWide).toEqual([range])
})

test.each([
  ['10.0.0.0/8'],
  ['172.16.0.0/12'],
  ['127.0.0.0/8'],
  ['173.245.48.0/20'],
  ['11.0.0.0/8'],
  ['0.0.0.0'],
  ['::'],
  ['fc00::/7'],
  ['fd00::/8'],
  ['fe80::/10'],
  ['2400:cb00::/32'],
  ['2a00::/16'],
  ['::ffff:10.0.0.0/104'],
  ['::1/128'],
])('%s may be the range of proxies', (range) => {
  expect(trustedProxies([range]).tooWide).toEqual([])
})
