import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseParameters } from '../../platform/http/parameters.ts'
import { readTokenRequest } from './token-request.ts'

const NAMES = [
  'grant_type',
  'code',
  'redirect_uri',
  'code_verifier',
  'refresh_token',
  'scope',
  'client_id',
  '__proto__',
  'constructor',
]
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'authorization_code',
    'refresh_token',
    'password',
    'AUTHORIZATION_CODE',
    'v'.repeat(43),
    'v'.repeat(129),
    'toString',
    '',
  ),
)
const keys = fc.oneof(
  fc.constant(undefined),
  fc.string({ unit: 'binary-ascii', minLength: 14, maxLength: 140 }).map((text) => `"${text}"`),
  fc
    .string({ unit: fc.constantFrom('k', ' ', '\\\\', '\\"'), minLength: 14, maxLength: 130 })
    .map((text) => `"${text}"`),
  fc.string(),
)
const pairs = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 8 })

test('a token request is read or refused, never thrown at, and what is read is what was sent', () => {
  fc.assert(
    fc.property(pairs, keys, (sent, key) => {
      const form = parseParameters(
        new URLSearchParams(
          sent.map(([name, text]): [string, string] => [name, text.toWellFormed()]),
        ).toString(),
      )
      fc.pre(form.ok)
      if (!form.ok) return
      const request = readTokenRequest(form.value, key)
      const names = sent.map(([name]) => name).filter((name) => !['__proto__', 'constructor'].includes(name))
      if (new Set(names).size < names.length)
        expect(request).toEqual({ ok: false, refusal: 'repeated-parameter' })
      if (!request.ok) return
      const of = (name: string) => sent.find(([key]) => key === name)?.[1].toWellFormed()
      expect(request.value.grantType).toBe(of('grant_type'))
      if (request.value.grantType === 'refresh_token') {
        expect(request.value.refreshToken).toBe(of('refresh_token'))
        expect(request.value.idempotencyKey).toBe(key)
        if (key !== undefined) expect(key).toMatch(/^"[ -~]{16,256}"$/)
      } else {
        expect(request.value).toEqual({
          grantType: 'authorization_code',
          code: of('code'),
          redirectUri: of('redirect_uri'),
          codeVerifier: of('code_verifier'),
        })
        expect(request.value.codeVerifier).toMatch(/^[\w.~-]{43,128}$/)
      }
    }),
    { numRuns: 4_000 },
  )
})
