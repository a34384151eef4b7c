import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../testing/free-port.ts'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import { callbackParameters, newAttempt } from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let program: TestClient
let signedIn: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service, { confirmation: 'skip-first-time' })
  signedIn = service.browser()
  await signIn(signedIn, await addCitizen(service))
})
afterAll(() => service.close())

function askWith(changes: Readonly<Record<string, string>>, more = ''): { address: string; state: string } {
  const attempt = newAttempt(program, changes)
  return { address: `/o/authorize/?${new URLSearchParams(attempt.parameters)}${more}`, state: attempt.state }
}

async function askTwice(address: string): Promise<readonly Visited[]> {
  return [
    await service.browser().get(address, { follow: false }),
    await signedIn.get(address, { follow: false }),
  ]
}

// proves: contract-1.3-no-implicit, contract-2.14-challenge, contract-4.1-authorize-response-type
// proves: contract-4.1-authorize-challenge, contract-4.1-authorize-302-error, design-7.11-authorize-error-at-callback
// proves: rfc6749-3.1.1-response-type, rfc6749-3.3-scope-syntax, rfc6749-3.3-no-scope-is-error
// proves: rfc6749-4.1.2.1-error-at-callback, rfc7636-4.2-s256-not-plain, rfc7636-4.3-challenge-required
// proves: rfc7636-4.4.1-invalid-request, rfc9207-2-iss-in-every-answer, rfc9700-2.1.1-pkce
// proves: rfc9700-2.1.2-no-token-from-authorize, rfc9700-4.8.2-no-pkce-downgrade, core-3.1.2.1-scope-openid
// proves: core-3.1.2.1-response-mode, core-3.1.2.1-prompt-none-alone, core-3.1.2.2-validated-first
// proves: core-3.1.2.6-unsupported-errors, core-6.1-no-request-object
test.each([
  ['request', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ['request_uri', { request_uri: 'urn:example:1' }, 'request_uri_not_supported'],
  ['registration', { registration: '{}' }, 'registration_not_supported'],
  ['no response_type', { response_type: '' }, 'invalid_request'],
  ['response_type=token', { response_type: 'token' }, 'unsupported_response_type'],
  ['response_type=id_token', { response_type: 'id_token' }, 'unsupported_response_type'],
  ['response_type=code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
  ['response_type=CODE', { response_type: 'CODE' }, 'unsupported_response_type'],
  ['response_type=none', { response_type: 'none' }, 'unsupported_response_type'],
  ['response_mode=fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['response_mode=form_post', { response_mode: 'form_post' }, 'invalid_request'],
  ['response_mode=web_message', { response_mode: 'web_message' }, 'invalid_request'],
  ['no scope', { scope: '' }, 'invalid_scope'],
  ['a scope without openid', { scope: 'profile email' }, 'invalid_scope'],
  ['a scope with openid in capitals', { scope: 'OpenID profile' }, 'invalid_scope'],
  ['a scope that only begins with openid', { scope: 'openidx profile' }, 'invalid_scope'],
  ['scopes with a tab between them', { scope: 'openid\tprofile' }, 'invalid_scope'],
  ['no nonce', { nonce: '' }, 'invalid_request'],
  ['no code_challenge', { code_challenge: '' }, 'invalid_request'],
  ['no code_challenge_method', { code_challenge_method: '' }, 'invalid_request'],
  ['code_challenge_method=plain', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['code_challenge_method=s256', { code_challenge_method: 's256' }, 'invalid_request'],
  ['no PKCE at all', { code_challenge: '', code_challenge_method: '' }, 'invalid_request'],
  ['a challenge of 42 characters', { code_challenge: 'x'.repeat(42) }, 'invalid_request'],
  ['a challenge of 44 characters', { code_challenge: 'x'.repeat(44) }, 'invalid_request'],
  ['a challenge with padding', { code_challenge: `${'x'.repeat(42)}=` }, 'invalid_request'],
  ['a challenge in base64', { code_challenge: `${'x'.repeat(42)}+` }, 'invalid_request'],
  ['a challenge with a line feed', { code_challenge: `${'x'.repeat(43)}\n` }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'register' }, 'invalid_request'],
  ['a prompt in capitals', { prompt: 'NONE' }, 'invalid_request'],
  ['prompt=none with another', { prompt: 'none login' }, 'invalid_request'],
  ['prompt=consent with none', { prompt: 'consent none' }, 'invalid_request'],
  ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
  ['a fractional max_age', { max_age: '1.5' }, 'invalid_request'],
  ['max_age in words', { max_age: 'ten' }, 'invalid_request'],
  ['max_age with an exponent', { max_age: '1e3' }, 'invalid_request'],
  ['a max_age beyond reason', { max_age: '1'.repeat(11) }, 'invalid_request'],
  ['acr_values with a tab', { acr_values: 'phr\tphrh' }, 'invalid_request'],
  ['acr_values with two spaces', { acr_values: 'phr  phrh' }, 'invalid_request'],
  ['acr_values that end with a space', { acr_values: 'phr ' }, 'invalid_request'],
  ['acr_values beyond ASCII', { acr_values: 'größer' }, 'invalid_request'],
  ['21 acr_values', { acr_values: Array(21).fill('phr').join(' ') }, 'invalid_request'],
  ['a nonce of 2049 characters', { nonce: 'n'.repeat(2049) }, 'invalid_request'],
  ['an id_token_hint that is none', { id_token_hint: 'garbage' }, 'invalid_request'],
])(
  '%s goes back to the callback before anybody signs in (RFC 6749 section 4.1.2.1)',
  async (_name, changes, error) => {
    const { address, state } = askWith(changes)
    for (const answer of await askTwice(address)) {
      expect(answer.status).toBe(302)
      expect(answer.location?.split('?')[0]).toBe(program.redirectUri)
      const parameters = callbackParameters(answer)
      expect([parameters.get('error'), parameters.get('state')]).toEqual([error, state])
      expect(parameters.get('iss')).toBe(service.baseUrl)
      expect(parameters.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
      expect(parameters.has('code')).toBe(false)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.location).not.toContain('#')
    }
  },
)

test('a missing state is told without a state (RFC 6749 section 4.1.2.1)', async () => {
  for (const answer of await askTwice(askWith({ state: '' }).address)) {
    const parameters = callbackParameters(answer)
    expect(parameters.get('error')).toBe('invalid_request')
    expect(parameters.has('state')).toBe(false)
    expect(parameters.get('iss')).toBe(service.baseUrl)
  }
})

// proves: design-7.11-authorize-error-at-callback
test('a repeated state is told without a state, the same one twice too', async () => {
  const { address, state } = askWith({})
  for (const more of [`&state=${state}`, '&state=other', '&state=']) {
    for (const answer of await askTwice(address + more)) {
      const parameters = callbackParameters(answer)
      expect(parameters.get('error')).toBe('invalid_request')
      expect(parameters.has('state')).toBe(false)
    }
  }
})

// proves: rfc6749-3.1-no-repeats, threat-repeated-parameters
test.each([
  'scope',
  'nonce',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'acr_values',
  'max_age',
  'login_hint',
  'ui_locales',
])('a repeated %s is invalid_request with the state (RFC 6749 section 3.1)', async (name) => {
  const { address, state } = askWith({ [name]: 'code' })
  for (const answer of await askTwice(`${address}&${name}=code`)) {
    const parameters = callbackParameters(answer)
    expect([parameters.get('error'), parameters.get('state')]).toEqual(['invalid_request', state])
  }
})

// proves: rfc6749-3.1-unknown-ignored, threat-repeated-parameters
test('a parameter that is not known is ignored, also when it comes twice (RFC 6749 section 3.1)', async () => {
  for (const answer of await askTwice(`${askWith({}).address}&utm_source=a&utm_source=b&x&x`)) {
    expect(answer.location ?? '').not.toContain('error=')
  }
})

test('a state of 2049 characters is too long', async () => {
  for (const answer of await askTwice(askWith({ state: 's'.repeat(2049) }).address)) {
    expect(callbackParameters(answer).get('error')).toBe('invalid_request')
  }
})

// proves: core-6.2-no-request-uri, threat-request-objects
test('request_uri is never fetched (OpenID Connect Core section 6.2)', async () => {
  let visits = 0
  const port = await freePort()
  const server = createServer((_request, response) => {
    visits += 1
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await askTwice(askWith({ request_uri: `http://127.0.0.1:${port}/request.jwt` }).address)
  await askTwice(
    askWith({ id_token_hint: `http://127.0.0.1:${port}/`, registration: `http://127.0.0.1:${port}/` })
      .address,
  )
  await new Promise((resolve) => server.close(resolve))
  expect(visits).toBe(0)
})

// proves: rfc6749-3.1-empty-is-omitted
test.each([
  'request',
  'request_uri',
  'registration',
  'prompt',
  'max_age',
  'id_token_hint',
  'response_mode',
  'ui_locales',
])('an empty %s counts as left out (RFC 6749 section 3.1)', async (name) => {
  const { address, state } = askWith({})
  const answer = await signedIn.get(`${address}&${name}=`, { follow: false })
  expect(callbackParameters(answer).get('code')).toMatch(/^pac_/)
  expect(callbackParameters(answer).get('state')).toBe(state)
})

// proves: rfc6749-3.1-unknown-ignored, core-3.1.2.1-harmless-parameters
test('unknown parameters are ignored (RFC 6749 section 3.1)', async () => {
  const { address } = askWith({
    audience: 'x',
    claims: '{"id_token":{}}',
    acr_values: '1',
    display: 'popup',
    display2: '',
  })
  expect(callbackParameters(await signedIn.get(address, { follow: false })).has('code')).toBe(true)
})

// proves: contract-4.1-authorize-state, rfc6749-4.1.2-state-exact, rfc6749-10.14-input-checked
test.each([
  ['spaces and pluses', 'a b+c  d'],
  ['ampersands and equals signs', 'a=b&c=d&&error=x&code=y'],
  ['a fragment', '#code=evil'],
  ['percent signs', '%41%zz%'],
  ['line breaks', 'a\r\nLocation: https://evil.example.test\r\n\r\n'],
  ['a script', '"><script>alert(1)</script>'],
  ['other scripts', 'Ünïcode 漢字 🎈'],
  ['the right-to-left override', '\u202eevil'],
  ['combining letters that could be composed', 'e\u0301'],
  ['2048 characters', 's'.repeat(2048)],
  ['one character', '0'],
  ['the word null', 'null'],
  ['separators that JavaScript treats as line ends', 'a\u2028b\u2029'],
])('the state comes back byte for byte: %s (RFC 6749 section 4.1.2)', async (_name, state) => {
  const { address } = askWith({ state })
  const answer = await signedIn.get(address, { follow: false })
  expect(callbackParameters(answer).getAll('state')).toEqual([state])
  expect(callbackParameters(answer).getAll('code')).toHaveLength(1)
  const refused = await signedIn.get(askWith({ state, nonce: '' }).address, { follow: false })
  expect(callbackParameters(refused).getAll('state')).toEqual([state])
  expect(callbackParameters(refused).getAll('error')).toEqual(['invalid_request'])
})

// proves: contract-4.1-authorize-400
test.each([
  ['a NUL', 'state=%00'],
  ['a broken percent-encoding', 'state=%zz'],
  ['half a percent-encoding', 'state=%a'],
  ['text that is not UTF-8', 'state=%ff%fe'],
  ['an overlong encoding', 'state=%c0%80'],
  ['half of a surrogate pair', 'state=%ed%a0%80'],
  ['a broken name', '%ff=x'],
])('%s is a 400 page, never guessed at', async (_name, broken) => {
  for (const answer of await askTwice(`${askWith({ state: '' }).address}&${broken}`)) {
    expect([answer.status, answer.location]).toEqual([400, undefined])
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('sixty-five parameters are a 400 page', async () => {
  const more = (count: number) => Array.from({ length: count }, (_, index) => `&p${index}=1`).join('')
  const answers = await askTwice(askWith({}).address + more(57))
  expect(answers.map((answer) => answer.status)).toEqual([400, 400])
  const most = await signedIn.get(askWith({}).address + more(56), { follow: false })
  expect(callbackParameters(most).has('code')).toBe(true)
})

test.each([
  ['openid', 'openid'],
  ['openid unknown email https://example.test/scope', 'openid email'],
  ['email openid', 'openid email'],
  ['openid openid openid', 'openid'],
  ['  openid   profile  ', 'openid profile'],
  ['openid address phone offline_access', 'openid offline_access'],
])(
  'of the scope "%s" the code is good for "%s" (OpenID Connect Core section 3.1.2.1)',
  async (asked, granted) => {
    const answer = await signedIn.get(askWith({ scope: asked }).address, { follow: false })
    expect(callbackParameters(answer).get('code')).toMatch(/^pac_/)
    const [code] = await service.database.db.query<{ scope: string }>`
    select scope from authorization_codes order by created_at desc, ctid desc limit 1`
    expect(code?.scope).toBe(granted)
  },
)
