import { expect, test } from 'vitest'
import { HttpResponse } from '../../../journeys/kit/http/response.ts'
import { mixedScripts } from './mixed-load.ts'
import type { MixedKind, Script } from './plan.ts'

const NOTHING = { introspection: 0, refresh: 0, userinfo: 0, visit: 0, 'sign-in': 0, registration: 0 }
const TOKENS = '{"access_token":"a2","refresh_token":"r2","id_token":"x"}'
const CODE = 'location: /?code=abc&state=s'

/** The scripts of a load of one kind. */
function scriptsOf(kind: MixedKind, people = 1): () => Script {
  return mixedScripts({
    kind: 'mixed',
    weights: { ...NOTHING, [kind]: 1 },
    provider: {
      ...{ port: 1, basic: 'Basic x', clientId: 'c', redirectUri: 'https://permits.example.test/' },
      ...{ scope: 'openid', redirectStatus: 302 },
    },
    people: Array.from({ length: people }, (_, index) => ({
      ...{ subject: `s${index}`, cookie: `k=${index}` },
      tokens: { access_token: 'a1', refresh_token: 'r1' },
    })),
    signIns: [],
  })
}

/** What a script sends next, after the response to its last request. */
function next(script: Script, { header = '', body = '' } = {}) {
  const { value } = script.next(new HttpResponse(`HTTP/1.1 200 OK\r\n${header}\r\n\r\n`, body))
  if (!value) throw new Error('The script has come to its end')
  return value
}

test('a visit ends what it began, and the next introspection must find it ended', () => {
  const script = scriptsOf('visit')()
  const told = [{}, { header: CODE }, { body: TOKENS }, { body: '{}' }, {}]
  const seen = told.map((response) => next(script, response))
  expect(seen.map(({ kind }) => kind)).toEqual([
    'authorize',
    'code-exchange',
    'introspection',
    'revocation',
    'introspection once revoked',
  ])
  expect(seen[1]?.body).toContain('code=abc')
  expect([seen[2]?.contains, seen[4]?.contains]).toEqual(['"active":true,"sub":"s0"', '"active":false'])
  expect([seen[2]?.body, seen[4]?.body].every((body) => body?.includes('token=a2'))).toBe(true)
})

test('a refresh token is never sent twice, and its successor is sent next', () => {
  const script = scriptsOf('refresh')()
  expect(next(script).body).toContain('refresh_token=r1')
  expect(next(script, { body: TOKENS }).body).toContain('refresh_token=r2')
})

test('a citizen whose request is under way does nothing else: a load with too few people is refused', () => {
  const scripts = scriptsOf('introspection', 2)
  next(scripts())
  next(scripts())
  expect(() => next(scripts())).toThrow('more people than connections')
})

test('a visit that gets no code ends there, and the citizen comes again', () => {
  const script = scriptsOf('visit')()
  next(script)
  expect(next(script).kind).toBe('authorize')
})

test('no address is registered twice', () => {
  const script = scriptsOf('registration')()
  expect(next(script).body).not.toBe(next(script).body)
})
