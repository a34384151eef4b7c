import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, basic, signIn, type TestClient } from '../../../testing/people.ts'
import {
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  postForm,
  refresh,
} from '../../../testing/program-flow.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

const INTROSPECT = '/api/integrations/introspect/'
let service: TestService
let program: TestClient
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  browser = service.browser()
  await signIn(browser, await addCitizen(service))
})
afterAll(() => service.close())

async function freshCode(changes: Readonly<Record<string, string>> = {}, client = program) {
  const attempt = newAttempt(client, changes)
  return { ...attempt, code: await obtainCode(browser, attempt) }
}
const post = (path: string, form: Record<string, string> | string, authorization = program.basic) =>
  postForm(service, path, form, { authorization })

// proves: contract-2.9-access-token, contract-2.9-bearer, contract-2.9-expires-in-900, contract-2.9-scope
// proves: rfc6749-5.1-required-members, core-3.1.3.3-answer
test('the token answer has its fields in their types: Bearer, 900 whole seconds, scope by spaces (contract 2.9)', async () => {
  const { status, body, headers } = await exchange(service, program, await freshCode())
  expect(status).toBe(200)
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(body).toEqual({
    access_token: expect.stringMatching(/^\S+$/),
    token_type: 'Bearer',
    expires_in: 900,
    refresh_token: expect.stringMatching(/^\S+$/),
    id_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
    scope: expect.stringMatching(/^\S+(?: \S+)*$/),
  })
})

// proves: contract-4.1-token-code-fields, rfc6749-4.1.3-required-fields, rfc7636-4.5-verifier-required
// proves: rfc9700-4.8.2-no-pkce-downgrade
test('a code is exchanged with all four fields or not at all, and is not spent by the lack of one (contract 4.1, RFC 6749 section 4.1.3)', async () => {
  const attempt = await freshCode()
  const form: Record<string, string> = {
    grant_type: 'authorization_code',
    code: attempt.code,
    redirect_uri: program.redirectUri,
    code_verifier: attempt.verifier,
  }
  for (const name of Object.keys(form)) {
    const less = Object.fromEntries(Object.entries(form).filter(([each]) => each !== name))
    const answer = await post('/o/token/', less)
    expect([name, answer.status]).toEqual([name, 400])
    expect(answer.body.error).toMatch(/^invalid_(?:request|grant)$/)
    expect(answer.body).not.toHaveProperty('access_token')
  }
  expect((await post('/o/token/', form)).status).toBe(200)
})

// proves: contract-4.1-token-refresh-field
test('a refresh without its token, or without its grant_type, is invalid_request (contract 4.1, RFC 6749 section 6)', async () => {
  const { tokens } = await enterProgram(service, program, browser)
  for (const form of [{ grant_type: 'refresh_token' }, { refresh_token: tokens.refresh_token }]) {
    const answer = await post('/o/token/', form as Record<string, string>)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
  }
  expect((await refresh(service, program, tokens.refresh_token)).status).toBe(200)
})

// proves: contract-1.3-no-password-grant, contract-4.1-token-400-unsupported, rfc9700-2.4-no-password-grant
// proves: rfc9700-4.15-client-is-no-citizen
test.each([
  'password',
  'client_credentials',
  'implicit',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'AUTHORIZATION_CODE',
])(
  'the grant %s is unsupported_grant_type (contract 1.3, RFC 6749 section 5.2, RFC 9700 section 2.4)',
  async (grant) => {
    const answer = await post('/o/token/', { grant_type: grant, username: 'ana', password: 'x', code: 'x' })
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_grant_type'])
  },
)

// proves: contract-2.14-challenge, rfc7636-4.2-s256-not-plain
test('the verifier and challenge of RFC 7636 appendix B fit together', async () => {
  const attempt = await freshCode({ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' })
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect((await exchange(service, program, { ...attempt, verifier })).status).toBe(200)
})

// proves: contract-2.14-verifier, contract-4.1-token-verifier-length, contract-8-verifier, rfc7636-4.1-verifier-syntax
test.each([43, 128])(
  'a verifier of %i characters is taken (contract 2.14, 8, RFC 7636 section 4.1)',
  async (length) => {
    const verifier = '-._~aZ09'.repeat(16).slice(0, length)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    const attempt = await freshCode({ code_challenge })
    expect((await exchange(service, program, { ...attempt, verifier })).status).toBe(200)
  },
)

// proves: contract-1.2-pkce-s256, rfc7636-4.6-verifier-compared, rfc9700-2.1.1-pkce, threat-pkce-downgrade
test('the challenge is not its own verifier: nothing is compared in plain (RFC 7636 section 4.6, RFC 9700 section 2.1.1)', async () => {
  const attempt = await freshCode()
  const seen = attempt.parameters['code_challenge'] ?? ''
  const answer = await exchange(service, program, attempt, { code_verifier: seen })
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
})

// proves: rfc6749-4.1.2-code-bound, rfc6749-4.1.3-same-redirect-uri, rfc6749-10.6-redirect-uri-same
// proves: core-3.1.3.2-code-checked
test('a code for one registered address is not redeemed with another of the same program (RFC 6749 section 4.1.3)', async () => {
  const uris = ['https://a.example.test/cb', 'https://b.example.test/cb']
  const many = await addProgram(service, { redirectUris: uris })
  const attempt = await freshCode({}, many)
  const answer = await exchange(service, many, attempt, { redirect_uri: uris[1] ?? '' })
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  expect((await exchange(service, many, attempt)).status).toBe(200)
})

// proves: rfc6749-3.2-empty-and-unknown
test('parameters that nobody knows are ignored at the token, revocation and introspection endpoints (RFC 6749 section 3.2)', async () => {
  const more = { resource: 'https://x.example.test', unknown: '1', grant: 'x' }
  const answer = await exchange(service, program, await freshCode(), more)
  expect(answer.status).toBe(200)
  const token = answer.body.access_token
  expect((await post(INTROSPECT, { token, ...more })).body['active']).toBe(true)
  expect((await post('/o/revoke/', { token, ...more })).status).toBe(200)
  expect(await introspect(service, program, token)).toEqual({ active: false })
})

// proves: contract-4.1-revoke-hint, rfc7009-2.1-hint-is-a-hint
test.each(['access_token', 'refresh_token', 'nonsense'])(
  'the hint %s, true or false, hinders no revocation (contract 4.1, RFC 7009 section 2.1)',
  async (token_type_hint) => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { tokens } = await enterProgram(service, program, browser)
      const answer = await post('/o/revoke/', { token: tokens[kind], token_type_hint })
      expect([answer.status, answer.body]).toEqual([200, { text: '' }])
      expect(await introspect(service, program, tokens.access_token)).toEqual({ active: false })
    }
  },
)

// proves: contract-4.1-authorize-scope, design-7.12-unknown-scopes, rfc6749-3.3-scope-syntax
// proves: rfc6749-3.3-scope-in-answer, core-3.1.2.1-scope-openid, core-5.4-no-phone-address
test('scopes that nobody knows are left out, and the answer says what is left (contract 4.1, RFC 6749 section 3.3, Core 3.1.2.1)', async () => {
  const attempt = await freshCode({ scope: 'openid admin email https://x.example.test/all' })
  const { status, body } = await exchange(service, program, attempt)
  expect([status, body.scope]).toEqual([200, 'openid email'])
  expect((await introspect(service, program, body.access_token))['scope']).toBe('openid email')
})

// proves: design-7.18-scope-narrows, rfc6749-6-scope-not-wider
test('a refresh may ask for less and never for more than was granted (RFC 6749 section 6)', async () => {
  const { tokens } = await enterProgram(service, program, browser, { scope: 'openid email offline_access' })
  for (const scope of ['openid profile', 'openid email offline_access admin']) {
    const answer = await refresh(service, program, tokens.refresh_token, { scope })
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_scope'])
  }
  const answer = await refresh(service, program, tokens.refresh_token, { scope: 'openid' })
  expect([answer.status, answer.body.scope]).toEqual([200, 'openid'])
})

// proves: contract-2.9-refresh-token, contract-3-refresh-rotates, contract-5.2-refresh-rotates
// proves: rfc9700-2.2.2-refresh-bound-rotates
test('each refresh gives another refresh token, and the one before is of no more use (contract 3, 5.2, RFC 9700 section 4.14.2)', async () => {
  const { tokens } = await enterProgram(service, program, browser)
  const first = await refresh(service, program, tokens.refresh_token)
  const second = await refresh(service, program, first.body.refresh_token)
  const all = [tokens, first.body, second.body].map((body) => body.refresh_token)
  expect(new Set(all).size).toBe(3)
  for (const old of all.slice(0, 2)) {
    const answer = await refresh(service, program, old)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  }
})

// proves: rfc6749-5.1-no-store, core-3.1.3.3-answer, threat-caches
test('no answer of the token endpoint may be kept, be it good, refused or unauthenticated (RFC 6749 section 5.1)', async () => {
  const good = await exchange(service, program, await freshCode())
  const refused = await post('/o/token/', { grant_type: 'refresh_token', refresh_token: 'x' })
  const stranger = await post('/o/token/', {}, 'Basic eDp5')
  expect([good.status, refused.status, stranger.status]).toEqual([200, 400, 401])
  for (const { headers } of [good, refused, stranger]) expect(headers.get('cache-control')).toBe('no-store')
  for (const { headers } of [good, refused]) expect(headers.get('pragma')).toBe('no-cache')
})

// proves: contract-2.6-oauth-error, contract-7-token-400, rfc6749-5.2-error-codes
test.each(['/o/token/', '/o/revoke/', INTROSPECT])(
  'an error of %s is an error, a description of it and nothing more (contract 2.6, 7, RFC 6749 section 5.2)',
  async (path) => {
    const answers = [
      await post(path, ''),
      await post(path, 'token=a', 'Basic eDp5'),
      await post(path, 'a=%zz'),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 401, 400])
    for (const { body, headers } of answers) {
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(body).toEqual({
        error: expect.stringMatching(/^[a-z_]+$/),
        error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      })
    }
  },
)

// proves: contract-5.7-client-secrets-not-logged
test('no log line holds a client secret or an Authorization header, right or wrong (contract 5, rule 7)', async () => {
  const wrong = basic(program.clientId, 'a-wrong-but-private-secret')
  for (const path of ['/o/token/', '/o/revoke/', INTROSPECT]) {
    for (const authorization of [program.basic, wrong]) await post(path, 'token=x', authorization)
    await post(path, { client_id: program.clientId, client_secret: program.secret })
  }
  const log = service.logLines.join('\n')
  for (const path of ['/o/token/', '/o/revoke/', INTROSPECT]) expect(log).toContain(path)
  for (const secret of [program.secret, 'private-secret', program.basic.slice(6), wrong.slice(6)]) {
    expect(log).not.toContain(secret)
  }
})
