import { createLocalJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, basic, signIn, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  postForm,
} from '../../../testing/program-flow.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { unknownRefreshToken } from '../../../testing/tokens.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

async function freshCode(changes: Readonly<Record<string, string>> = {}) {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const attempt = newAttempt(program, changes)
  return { ...attempt, browser, code: await obtainCode(browser, attempt) }
}

// proves: contract-1.2-code-grant, contract-4.1-token, rfc6749-4.1.4-successful-answer, core-11-offline-access
test('a code is exchanged for tokens (contract 2.9)', async () => {
  const answer = await exchange(service, program, await freshCode())
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.body).toMatchObject({
    token_type: 'Bearer',
    expires_in: 900,
    scope: 'openid profile email offline_access',
  })
  expect(Object.keys(answer.body).sort()).toEqual(
    ['access_token', 'expires_in', 'id_token', 'refresh_token', 'scope', 'token_type'].sort(),
  )
})

// proves: contract-1.2-rs256, contract-2.9-id-token, rfc7515-5.1-compact-signed, core-2-signed
test('the ID token is RS256 by a published key and says all that it must (contract 2.10, Core 2)', async () => {
  const citizen = await addCitizen(service, { fullName: 'Zoë Ünïcode' })
  const { tokens, attempt } = await enterProgram(service, program, citizen)
  const keys = (await (await fetch(`${service.baseUrl}/o/.well-known/jwks.json`)).json()) as { keys: [] }
  const { payload, protectedHeader } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), {
    issuer: service.baseUrl,
    audience: program.clientId,
  })
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: expect.any(String) })
  expect(payload).toMatchObject({
    sub: citizen.subject,
    nonce: attempt.nonce,
    name: 'Zoë Ünïcode',
    email: citizen.email,
    email_verified: true,
    security_version: 1,
    sid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    auth_time: expect.any(Number),
    at_hash: expect.any(String),
    iat: service.clock.now(),
  })
})

// proves: contract-2.10-name-email-by-scope, core-5.4-profile-and-email
test('name and e-mail come by scope alone (contract 2.10)', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service), { scope: 'openid' })
  const payload = JSON.parse(Buffer.from(tokens.id_token.split('.')[1] ?? '', 'base64url').toString())
  expect(payload).not.toHaveProperty('name')
  expect(payload).not.toHaveProperty('email')
  expect(payload.email_verified).toBe(true)
  expect(tokens).not.toHaveProperty('refresh_token')
  expect(tokens.scope).toBe('openid')
})

// proves: contract-3-code-once, contract-4.1-token-400-replay, design-7.16-code-replay-ends-grant
// proves: rfc6749-4.1.2-code-once, rfc9700-4.2.4-leaked-code-useless, core-3.1.3.2-code-checked
test('a code is refused the second time, and what it gave is ended (RFC 6749 section 4.1.2)', async () => {
  const attempt = await freshCode()
  const first = await exchange(service, program, attempt)
  const second = await exchange(service, program, attempt)
  expect(second.status).toBe(400)
  expect(second.body.error).toBe('invalid_grant')
  expect(await introspect(service, program, first.body.access_token)).toEqual({ active: false })
})

// proves: contract-3-code-90-seconds, contract-4.1-token-400-expired, contract-8-code-90-seconds
// proves: design-7.16-code-age-session-version, rfc6749-4.1.2-code-lifetime, rfc6749-10.5-codes-short-and-once
test('a code is good for 90 seconds and no longer (contract 8)', async () => {
  const early = await freshCode()
  service.clock.advance(89)
  expect((await exchange(service, program, early)).status).toBe(200)
  const late = await freshCode()
  service.clock.advance(90)
  expect((await exchange(service, program, late)).body.error).toBe('invalid_grant')
})

// proves: contract-2.14-verifier, contract-3-code-verifier, contract-4.1-token-verifier-length
// proves: contract-4.1-token-400-invalid-grant, contract-7-token-400, contract-8-verifier
// proves: design-7.16-wrong-proof-spends-nothing, rfc7636-4.1-verifier-syntax, rfc7636-4.4-challenge-kept
// proves: rfc7636-4.6-verifier-compared, rfc9700-4.5.3-code-injection, threat-pkce-downgrade
test.each([
  ['another redirect_uri', { redirect_uri: 'https://permits.example.test/api/v1/sso/callback' }],
  ['a verifier that does not match', { code_verifier: 'x'.repeat(43) }],
  ['a verifier of 42 characters', { code_verifier: 'x'.repeat(42) }],
  ['a verifier of 129 characters', { code_verifier: 'x'.repeat(129) }],
  ['a verifier with other characters', { code_verifier: `${'x'.repeat(43)}+` }],
  ['a cut code', { code: 'pac_abc' }],
  ['an unknown code', { code: `pac_${'A'.repeat(64)}` }],
  ['a code of another kind', { code: unknownRefreshToken() }],
])('%s is invalid_grant and consumes nothing (RFC 7636 section 4.6)', async (_name, changes) => {
  const attempt = await freshCode()
  const refused = await exchange(service, program, attempt, changes)
  expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant'])
  expect((await exchange(service, program, attempt)).status).toBe(200)
})

// proves: design-7.16-wrong-proof-spends-nothing, rfc6749-4.1.2-code-bound, rfc6749-4.1.3-code-of-this-client
// proves: core-3.1.3.2-code-checked, threat-grant-ended-or-kept
test('another client gets nothing for a code and spoils nothing', async () => {
  const attempt = await freshCode()
  const other = await addProgram(service, { name: 'Other' })
  const refused = await exchange(service, { ...other, redirectUri: program.redirectUri }, attempt)
  expect(refused.body.error).toBe('invalid_grant')
  expect((await exchange(service, program, attempt)).status).toBe(200)
})

// proves: design-7.16-five-wrong-verifiers, threat-grant-ended-or-kept
test('five wrong verifiers burn a code', async () => {
  const attempt = await freshCode()
  for (let n = 0; n < 5; n += 1) await exchange(service, program, attempt, { code_verifier: 'y'.repeat(43) })
  expect((await exchange(service, program, attempt)).body.error).toBe('invalid_grant')
})

// proves: rfc6749-10.5-codes-short-and-once
test('of thirty exchanges of one code at once, one wins', async () => {
  const attempt = await freshCode()
  const answers = await Promise.all(Array.from({ length: 30 }, () => exchange(service, program, attempt)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.body.error === 'invalid_grant')).toHaveLength(29)
})

// proves: design-7.25-oauth-errors, rfc6749-5.2-error-codes, core-3.1.3.4-errors
test.each([
  ['no grant_type', { grant_type: '' }, 'invalid_request'],
  ['the password grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ['client credentials', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
  ['no code', { code: '' }, 'invalid_request'],
  ['no redirect_uri', { redirect_uri: '' }, 'invalid_request'],
  ['no verifier', { code_verifier: '' }, 'invalid_request'],
])('%s is refused with its error (RFC 6749 section 5.2)', async (_name, changes, error) => {
  const attempt = await freshCode()
  const refused = await exchange(service, program, attempt, changes)
  expect([refused.status, refused.body.error]).toEqual([400, error])
})

// proves: rfc6749-3.2-no-repeats
test('a repeated parameter is refused (RFC 6749 section 3.2)', async () => {
  const attempt = await freshCode()
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code: attempt.code,
    redirect_uri: program.redirectUri,
    code_verifier: attempt.verifier,
  })
  const answer = await postForm(service, '/o/token/', `${form}&code=${attempt.code}`, {
    authorization: program.basic,
  })
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
})

// proves: contract-1.2-confidential-basic, contract-4.1-token, contract-4.1-token-401, contract-7-client-401
// proves: design-7.22-no-credentials, rfc6749-3.2.1-client-authenticates, rfc6749-4.1.3-code-of-this-client
// proves: rfc6749-5.2-invalid-client-401, rfc6749-10.2-client-impersonation, rfc9700-2.5-clients-authenticate
// proves: core-3.1.3.1-client-authenticates
test.each([
  ['no credentials', undefined],
  ['a wrong secret', (client: TestClient) => basic(client.clientId, 'wrong')],
  ['an unknown client', () => basic('nobody', 'wrong')],
  ['an empty secret', (client: TestClient) => basic(client.clientId, '')],
  ['another scheme', (client: TestClient) => `Bearer ${client.secret}`],
  ['broken base64', () => 'Basic %%%'],
  ['a NUL in the client id', () => basic('a\0b', 'c')],
])('%s is invalid_client with a Basic challenge (RFC 6749 section 5.2)', async (_name, header) => {
  const authorization = header?.(program)
  const answer = await postForm(
    service,
    '/o/token/',
    { grant_type: 'authorization_code' },
    authorization ? { authorization } : {},
  )
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_client'])
  expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
})

// proves: contract-1.2-confidential-basic, contract-5.1-basic-only, design-7.22-no-credentials
// proves: rfc6749-2.3.1-no-body-credentials, core-9-basic-only
test('credentials in the body are refused, right or wrong (contract 5, rule 1)', async () => {
  const fields = {
    grant_type: 'refresh_token',
    refresh_token: 'x',
    client_id: program.clientId,
    client_secret: program.secret,
  }
  expect((await postForm(service, '/o/token/', fields)).status).toBe(401)
  expect((await postForm(service, '/o/token/', fields, { authorization: program.basic })).status).toBe(400)
})

// proves: contract-4.1-forms
test('a body that is no form is invalid_request', async () => {
  const headers = { authorization: program.basic, 'content-type': 'application/json' }
  const answer = await postForm(service, '/o/token/', '{"grant_type":"refresh_token"}', headers)
  expect([answer.status, answer.body.error]).toEqual([400, 'invalid_request'])
})

// proves: design-7.16-code-age-session-version
test('a code whose session has ended is refused', async () => {
  const attempt = await freshCode()
  await attempt.browser.submit(await attempt.browser.get('/logout/'), {}, { follow: false })
  expect((await exchange(service, program, attempt)).body.error).toBe('invalid_grant')
})

// proves: contract-4.1-codes-not-logged, threat-stored-secrets
test('no log line holds a code, a verifier or a token', async () => {
  const attempt = await freshCode()
  await attempt.browser.get(authorizeAddress(newAttempt(program)))
  const { body } = await exchange(service, program, attempt)
  const log = service.logLines.join('\n')
  for (const secret of [
    attempt.code,
    attempt.verifier,
    attempt.state,
    body.access_token,
    body.refresh_token,
  ]) {
    expect(log).not.toContain(secret)
  }
  expect(log).toContain('/o/token/')
})
