import { expect, test } from 'vitest'
import { readCaller, trustedProxies } from './platform/http/client-address.ts'
import type { HttpRequest } from './platform/http/route.ts'
import { watchCallers } from './watch-callers.ts'

const PAGE = { accept: 'text/html,*/*;q=0.8' }

/** The warnings after these requests, each with a peer and headers. */
function warnedBy(
  requests: readonly (readonly [peer: string, headers?: Readonly<Record<string, string>>])[],
  { baseUrl = 'https://id.example.org', ranges = [] as readonly string[] } = {},
) {
  const warned: unknown[] = []
  const trusted = trustedProxies(ranges)
  const look = watchCallers(
    { baseUrl, trustedProxies: trusted },
    { warn: (event, fields) => void warned.push({ event, ...fields }) },
  )
  for (const [peer, headers = {}] of requests) {
    const caller = readCaller(peer, headers, trusted)
    look({ caller, header: (name: string) => headers[name] } as HttpRequest)
  }
  return warned
}

const many = (count: number, peer: string, headers: Readonly<Record<string, string>> = PAGE) =>
  Array.from({ length: count }, () => [peer, headers] as const)

const FORWARDED = { 'x-forwarded-for': '198.51.100.7' }
const SETTING = { 'portico.setting': 'PORTICO_TRUSTED_PROXIES' }

// proves: threat-forwarded-for
test('a request that an unnamed proxy passes on is told once, with the address of the proxy', () => {
  const requests = [['10.0.0.2', FORWARDED] as const, ['10.0.0.3', FORWARDED] as const]
  expect(warnedBy(requests)).toEqual([
    { event: 'proxy-not-trusted', ...SETTING, 'portico.proxy': '10.0.0.2' },
  ])
  expect(warnedBy(requests, { ranges: ['192.168.0.0/16'] })).toHaveLength(1)
  expect(warnedBy([['203.0.113.5', FORWARDED]])).toEqual([{ event: 'proxy-not-trusted', ...SETTING }])
})

test('a proxy that is named, or a service on this machine, is no reason', () => {
  expect(warnedBy(many(300, '10.0.0.2', { ...PAGE, ...FORWARDED }), { ranges: ['10.0.0.2'] })).toEqual([])
  expect(warnedBy(many(300, '127.0.0.1', FORWARDED), { baseUrl: 'http://localhost:4000' })).toEqual([])
  expect(warnedBy(many(300, '127.0.0.1'), { baseUrl: 'http://localhost:4000' })).toEqual([])
})

// proves: threat-forwarded-for
test('a hundred pages for one address are told, where the proxy says nothing of the visitor', () => {
  expect(warnedBy(many(99, '10.0.0.2'))).toEqual([])
  const warning = { event: 'callers-share-an-address', ...SETTING, 'portico.proxy': '10.0.0.2' }
  expect(warnedBy(many(300, '10.0.0.2'))).toEqual([warning])
  expect(warnedBy(many(300, '10.0.0.2'), { ranges: ['10.0.0.2'] })).toEqual([warning])
  expect(warnedBy(many(300, '203.0.113.5'))).toEqual([{ event: 'callers-share-an-address', ...SETTING }])
})

test('pages for two addresses, one office behind a named proxy, and probes without a page are no reason', () => {
  expect(
    warnedBy([...many(50, '203.0.113.5'), ...many(1, '203.0.113.6'), ...many(300, '203.0.113.5')]),
  ).toEqual([])
  const office = { ...PAGE, 'x-forwarded-for': '203.0.113.5' }
  expect(warnedBy(many(300, '10.0.0.2', office), { ranges: ['10.0.0.2'] })).toEqual([])
  expect(warnedBy(many(300, '10.0.0.2', { accept: '*/*' }))).toEqual([])
})
