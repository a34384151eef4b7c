import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Client } from '../../clients/index.ts'
import { parseParameters } from '../../platform/http/parameters.ts'
import { readAuthorizationRequest } from './authorization-request.ts'
import { withParameters } from './callback.ts'

const client = {
  clientId: 'c',
  scope: 'openid email',
  redirectUris: ['https://a.test/cb'],
} as unknown as Client
const target = { client, redirectUri: 'https://a.test/cb' }
const GOOD: Readonly<Record<string, string>> = {
  client_id: 'c',
  redirect_uri: 'https://a.test/cb',
  response_type: 'code',
  scope: 'openid email',
  state: 's',
  nonce: 'n',
  code_challenge: 'A'.repeat(43),
  code_challenge_method: 'S256',
}
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'none',
    'login consent',
    'none login',
    'code',
    'code token',
    'plain',
    's256',
    'openid',
    '0',
    '-1',
    '1e9',
    '999999999',
    '__proto__',
    '',
  ),
)
const name = fc.oneof(
  fc.constantFrom(
    ...Object.keys(GOOD),
    'prompt',
    'max_age',
    'login_hint',
    'ui_locales',
    'response_mode',
    'request',
    'request_uri',
    'registration',
    '__proto__',
    'toString',
  ),
  fc.string({ maxLength: 6 }),
)
const pairs = fc.array(fc.tuple(name, value), { maxLength: 4 })

const read = (all: readonly (readonly [string, string])[]) => {
  const query = new URLSearchParams(
    all.map(([key, text]): [string, string] => [key.toWellFormed(), text.toWellFormed()]),
  ).toString()
  const parameters = parseParameters(query)
  return parameters.ok ? { query, request: readAuthorizationRequest(parameters.value, target) } : undefined
}

test('whatever is asked is read or refused by a fault of the list, and nothing is thrown', () => {
  fc.assert(
    fc.property(pairs, fc.boolean(), (changes, overGood) => {
      const result = read([
        ...(overGood ? Object.entries({ ...GOOD, ...Object.fromEntries(changes) }) : []),
        ...(overGood ? [] : changes),
      ])
      if (result && !result.request.ok) expect(result.request.refusal).toMatch(/^[a-z][a-z-]+$/)
    }),
    { numRuns: 3_000 },
  )
})

test('what is read is what was asked: PKCE by S256 always, no scope beyond the client’s, no parameter twice', () => {
  fc.assert(
    fc.property(pairs, (changes) => {
      const asked = Object.entries({ ...GOOD, ...Object.fromEntries(changes) })
      const result = read(asked)
      fc.pre(result?.request.ok === true)
      if (!result?.request.ok) return
      const { request } = { request: result.request.value }
      expect(request.codeChallenge).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(['openid', 'openid email']).toContain(request.scope)
      expect(request.query).toBe(result.query)
      const [sent] = [new URLSearchParams(result.query)]
      expect([request.state, request.nonce]).toEqual([sent.get('state'), sent.get('nonce')])
      for (const never of ['request', 'request_uri', 'registration']) expect(sent.get(never) ?? '').toBe('')
    }),
    { numRuns: 3_000 },
  )
})

test('a known parameter that comes twice is always refused', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(GOOD)), value, (again, text) => {
      const result = read([...Object.entries(GOOD), [again, text]])
      expect(result?.request).toEqual({ ok: false, refusal: 'repeated-parameter' })
    }),
  )
})

test('a parameter that is not known changes nothing, however often it comes', () => {
  const known = [...Object.keys(GOOD), 'request', 'request_uri', 'registration', 'prompt', 'max_age']
  const unknown = fc
    .string({ minLength: 1, maxLength: 6 })
    .filter((text) => ![...known, 'response_mode', 'acr_values'].includes(text))
  fc.assert(
    fc.property(unknown, value, value, (again, first, second) => {
      const result = read([[again, first], ...Object.entries(GOOD), [again, second]])
      fc.pre(result !== undefined)
      expect(result?.request).toMatchObject({
        ok: true,
        value: { state: 's', nonce: 'n', scope: 'openid email' },
      })
    }),
  )
})

test('what the answer adds to a callback is read back as it was, whatever it holds', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        'https://a.test/cb',
        'https://a.test/cb?',
        'https://a.test/cb?a=b',
        'https://a.test/cb?a=b&',
      ),
      fc.string({ unit: 'grapheme' }),
      (uri, state) => {
        const location = withParameters(uri, { code: 'pac_x', state, iss: 'https://id.test' })
        const url = new URL(location)
        expect([url.origin, url.pathname, url.hash]).toEqual(['https://a.test', '/cb', ''])
        expect(url.searchParams.get('state')).toBe(state.toWellFormed())
        expect(location).toMatch(/^[!-~]+$/)
      },
    ),
  )
})
