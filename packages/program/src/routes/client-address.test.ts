import { describe, expect, test } from 'vitest'
import type { ClientIp } from '../service.ts'
import { createClientAddress } from './client-address.ts'

const PROXIES = ['10.0.0.0/8', '2001:db8:aaaa::/48']

function counted(ip: string | undefined, forwarded: string | undefined, trustedProxies = PROXIES) {
  const log = { log: () => undefined }
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const request = new Request('http://localhost/', { headers })
  return (
    createClientAddress({ clientIp: { trustedProxies }, isPublic: true }, log).of(
      request,
      ip === undefined ? {} : { ip },
    )?.name ?? null
  )
}

// proves: threat-app-limit-evasion
test.each([
  ['a visitor who came through one proxy', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['through two', '10.0.0.1', '192.0.2.1, 10.0.0.2', '192.0.2.1'],
  ['who wrote hops of his own before', '10.0.0.1', '1.1.1.1, 10.9.9.9, 192.0.2.1', '192.0.2.1'],
  ['whose proxy writes ports', '10.0.0.1', '192.0.2.1:4711', '192.0.2.1'],
  ['whose proxy is reached over IPv6', '2001:db8:aaaa::1', '[2001:db8:1:2::3]:4711', '2001:db8:1:2::/64'],
  ['whose proxy connects by a mapped address', '::ffff:10.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['who came past the proxy, with a header of his own', '192.0.2.9', '1.1.1.1', '192.0.2.9'],
  ['whose hop is no address', '10.0.0.1', 'unknown', '10.0.0.1'],
  ['behind a hop that is no address', '10.0.0.1', '192.0.2.1, unknown, 10.0.0.2', '10.0.0.2'],
  ['whose proxy said nothing', '10.0.0.1', undefined, '10.0.0.1'],
  ['whose proxy said something empty', '10.0.0.1', ' , ', '10.0.0.1'],
  ['who is inside', '10.0.0.1', '10.0.0.7', '10.0.0.7'],
])('%s is counted by the last address that is not a trusted proxy', (_who, ip, forwarded, name) => {
  expect(counted(ip, forwarded)).toBe(name)
})

test('without a known peer, X-Forwarded-For does not count', () => {
  expect(counted(undefined, '192.0.2.1')).toBeNull()
})

test('of a thousand hops, the result is the first untrusted one from the right', () => {
  expect(counted('10.0.0.1', `${'1.1.1.1, '.repeat(1000)}192.0.2.1`)).toBe('192.0.2.1')
  expect(counted('10.0.0.1', Array(1000).fill('10.0.0.3').join(','))).toBe('10.0.0.3')
})

describe('the log says', () => {
  /** What is logged about these requests, each with a peer and `X-Forwarded-For`. */
  function logged(
    clientIp: ClientIp,
    requests: readonly (readonly [ip: string | undefined, forwarded?: string])[],
    isPublic = true,
  ) {
    const lines: unknown[] = []
    const log = { log: (...[, event, fields]: readonly unknown[]) => void lines.push([event, fields]) }
    const addresses = createClientAddress({ clientIp, isPublic }, log)
    for (const [ip, forwarded] of requests) {
      const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
      addresses.of(new Request('http://localhost/', { headers }), ip === undefined ? {} : { ip })
    }
    return lines
  }
  const BY_PROXY = ['172.18.0.2', '192.0.2.1'] as const

  // proves: threat-app-limit-evasion
  test('once that a proxy nobody named passes on what visitors send', () => {
    const warning = ['proxy_not_trusted', { effect: 'everybody behind the proxy shares its limits' }]
    expect(logged('socket', [BY_PROXY, BY_PROXY])).toEqual([warning])
    expect(logged({ trustedProxies: PROXIES }, [BY_PROXY])).toEqual([warning])
  })

  test('nothing about a named proxy, a visitor with a header of his own, other ways to an address, and this machine', () => {
    expect(logged({ trustedProxies: ['172.18.0.2'] }, [BY_PROXY])).toEqual([])
    expect(logged('socket', [['203.0.113.9', '192.0.2.1'], ['172.18.0.2']])).toEqual([])
    expect(logged({ header: 'x-forwarded-for', trustedHops: 1 }, [BY_PROXY])).toEqual([])
    expect(logged(() => '192.0.2.1', [BY_PROXY])).toEqual([])
    expect(logged('socket', [BY_PROXY], false)).toEqual([])
  })

  // proves: threat-app-limit-evasion
  test('at the start which ranges of proxies are nearly everybody', () => {
    expect(logged({ trustedProxies: ['10.0.0.0/8', '0.0.0.0/1', '::/0'] }, [])).toEqual(
      ['0.0.0.0/1', '::/0'].map((range) => [
        'proxies_too_wide',
        { range, effect: 'everybody in it chooses an address' },
      ]),
    )
  })
})
