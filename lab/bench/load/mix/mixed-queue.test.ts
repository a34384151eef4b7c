import { expect, test } from 'vitest'
import type { Next } from '../next.ts'
import type { MixedKind, MixedLoad } from './mixed-load.ts'
import { mixedQueue } from './mixed-queue.ts'

const NOTHING = { introspection: 0, refresh: 0, userinfo: 0, visit: 0, 'sign-in': 0, registration: 0 }
const TOKENS = '{"access_token":"a2","refresh_token":"r2","id_token":"x"}'

function loadOf(weights: Partial<Record<MixedKind, number>>, people = 1): MixedLoad {
  return {
    kind: 'mixed',
    weights: { ...NOTHING, ...weights },
    provider: {
      port: 1,
      paths: { authorize: '/a', token: '/t', introspect: '/i', userinfo: '/u', revoke: '/r' },
      basic: 'Basic x',
      clientId: 'c',
      redirectUri: 'https://permits.example.test/',
      scope: 'openid',
      redirectStatus: 302,
      introspectionExtra: '',
      people: [],
    },
    people: Array.from({ length: people }, (_, index) => ({
      subject: `s${index}`,
      cookie: `k=${index}`,
      accessToken: 'a1',
      refreshToken: 'r1',
    })),
    signIns: [],
  }
}

test('a visit ends what it began, and the next introspection must find it ended', () => {
  const queue = mixedQueue(loadOf({ visit: 1 }))
  const seen: Next[] = []
  for (const answer of ['location: /?code=abc&state=s', TOKENS, '{}', '', '']) {
    const next = queue.next()
    if (next) seen.push(next)
    next?.onAnswer?.(answer)
  }
  expect(seen.map(({ kind }) => kind)).toEqual([
    'authorize',
    'code-exchange',
    'introspection',
    'revocation',
    'introspection once revoked',
  ])
  expect(seen[1]?.request).toContain('code=abc')
  expect([seen[2]?.contains, seen[4]?.contains]).toEqual(['"active":true,"sub":"s0"', '"active":false'])
  expect([seen[2]?.request, seen[4]?.request].every((request) => request?.includes('token=a2'))).toBe(true)
})

test('a refresh token is never sent twice, and its successor is sent next', () => {
  const queue = mixedQueue(loadOf({ refresh: 1 }))
  const first = queue.next()
  expect(first?.request).toContain('refresh_token=r1')
  first?.onAnswer?.(TOKENS)
  expect(queue.next()?.request).toContain('refresh_token=r2')
})

test('a citizen whose request is under way does nothing else: a load with too few people is refused', () => {
  const queue = mixedQueue(loadOf({ introspection: 1 }, 2))
  queue.next()
  queue.next()
  expect(() => queue.next()).toThrow('more people than connections')
})

test('a visit that gets no code ends there, and the citizen comes again', () => {
  const queue = mixedQueue(loadOf({ visit: 1 }))
  queue.next()?.onAnswer?.('HTTP/1.1 503 Service Unavailable')
  expect(queue.next()?.kind).toBe('authorize')
})

test('no address is registered twice', () => {
  const queue = mixedQueue(loadOf({ registration: 1 }))
  expect(queue.next()?.request).not.toBe(queue.next()?.request)
})
