import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import { authorizeAddress, callbackParameters, exchange, newAttempt } from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

/** Follows a stranger to the callback, one answer at a time, and gives all of them. */
async function walkToCallback(browser: TestBrowser, address: string): Promise<readonly Visited[]> {
  const who = await addCitizen(service)
  const walked = [await browser.get(address, { follow: false })]
  const last = () => walked.at(-1) as Visited
  const step = async (): Promise<Visited> => {
    if (last().location) return browser.get(last().location ?? '', { follow: false })
    const isSignIn = last().html.querySelector('input[type=password]') !== null
    return isSignIn
      ? browser.submit(last(), { email: who.email, password: TEST_PASSWORD }, { follow: false })
      : browser.submit(last(), {}, { button: 'Continue', follow: false })
  }
  while (!last().location?.startsWith(program.redirectUri)) walked.push(await step())
  return walked
}

// proves: contract-4.1-authorize-302-code, contract-4.3.2-programs-request, contract-4.3.5-no-token-in-redirect
// proves: rfc6750-5.3-short-and-bound, rfc9207-2-iss-in-every-answer, rfc9700-2.1.2-no-token-from-authorize
// proves: rfc9700-4.3.2-no-token-in-address, core-3.1.2.5-answer-in-query
test('on the whole way no address holds a token, and only the last one a code, with state and iss (contract 4.1, 4.3.5, RFC 9700 section 4.3.2)', async () => {
  const browser = service.browser()
  const attempt = newAttempt(program)
  const walked = await walkToCallback(browser, authorizeAddress(attempt))
  const addresses = walked.map(({ location }) => location ?? '')
  for (const address of addresses)
    expect(address).not.toMatch(/access_token|id_token=|refresh_token|p[ar]t_[\w-]{40}|#/)
  for (const address of addresses.slice(0, -1)) expect(address).not.toMatch(/code=|pac_/)
  const parameters = new URL(addresses.at(-1) ?? '').searchParams
  expect([...parameters.keys()].sort()).toEqual(['code', 'iss', 'state'])
  expect([parameters.get('state'), parameters.get('iss')]).toEqual([attempt.state, service.baseUrl])
  expect((await exchange(service, program, { ...attempt, code: parameters.get('code') ?? '' })).status).toBe(
    200,
  )
})

// proves: rfc9700-4.12-no-307
test('no answer on the way is a 307, which would send the password on (RFC 9700 section 4.12)', async () => {
  const walked = await walkToCallback(service.browser(), authorizeAddress(newAttempt(program)))
  const redirects = walked.map(({ status }) => status).filter((status) => status >= 300)
  expect(redirects.length).toBeGreaterThanOrEqual(3)
  expect(redirects.every((status) => status === 302 || status === 303)).toBe(true)
})

// proves: rfc6749-10.13-clickjacking, rfc9700-4.2.4-no-referrer, rfc9700-4.16-clickjacking
test('no page on the way may be kept, framed, or tell its address to others (RFC 9700 sections 4.2.4 and 4.16)', async () => {
  const walked = await walkToCallback(service.browser(), authorizeAddress(newAttempt(program)))
  for (const { headers } of walked) {
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
  const pages = walked.filter(({ status }) => status === 200)
  expect(pages).toHaveLength(2)
  for (const { headers } of pages)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

// proves: contract-1.2-pkce-s256, contract-4.1-authorize-all-required, rfc6749-4.1.1-required-parameters
// proves: rfc9700-4.7.1-csrf, core-3.1.2.1-required-parameters, threat-pkce-downgrade
test.each([
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
])('without %s no code is given, also to somebody who is signed in (contract 4.1)', async (name) => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const quiet = await addProgram(service, { confirmation: 'skip-first-time' })
  const whole = await browser.get(authorizeAddress(newAttempt(quiet)), { follow: false })
  expect(callbackParameters(whole).has('code')).toBe(true)
  const answer = await browser.get(authorizeAddress(newAttempt(quiet, { [name]: '' })), { follow: false })
  if (name === 'client_id' || name === 'redirect_uri') {
    expect([answer.status, answer.location]).toEqual([400, undefined])
  } else {
    expect(answer.status).toBe(302)
    expect(callbackParameters(answer).get('error')).toMatch(/^invalid_(?:request|scope)$/)
    expect(callbackParameters(answer).has('code')).toBe(false)
  }
})

// proves: contract-5-session-at-authorize
test('a session cookie is what counts: neither a bearer token nor client credentials make a citizen of the caller (contract 5)', async () => {
  const address = authorizeAddress(newAttempt(program))
  for (const authorization of [program.basic, 'Bearer pat_x']) {
    const answer = await service.browser().get(address, { follow: false, headers: { authorization } })
    expect([answer.status, new URL(answer.location ?? '').pathname]).toEqual([302, '/login/'])
  }
})

// proves: contract-4.1-authorize-navigation, rfc9700-2.6-no-cors-at-authorize
test('authorize is a navigation and not for scripts: no CORS header, and a preflight is refused (contract 4.1, RFC 9700 section 2.6)', async () => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const headers = { origin: 'https://permits.example.test' }
  for (const changes of [{}, { nonce: '' }, { client_id: '' }] as Record<string, string>[]) {
    const answer = await browser.get(authorizeAddress(newAttempt(program, changes)), {
      follow: false,
      headers,
    })
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  const preflight = await fetch(`${service.baseUrl}/o/authorize/`, {
    method: 'OPTIONS',
    headers: { ...headers, 'access-control-request-method': 'GET' },
  })
  expect(preflight.status).toBe(405)
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

// proves: design-7.12-core-parameters, core-3.1.2.1-ui-locales, core-15.1-harmless-parameters
test('ui_locales chooses the language of the confirmation page, and one that nobody speaks is no fault (Core 3.1.2.1, 15.1)', async () => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const languageOf = async (ui_locales: string) => {
    const page = await browser.get(authorizeAddress(newAttempt(program, { ui_locales })))
    return [page.status, page.html.querySelector('html')?.getAttribute('lang')]
  }
  expect(await languageOf('de')).toEqual([200, 'de'])
  expect(await languageOf('tlh de')).toEqual([200, 'de'])
  expect(await languageOf('tlh')).toEqual([200, 'en'])
})

// proves: core-3.1.2.1-harmless-parameters, core-5.5-no-claims-parameter, core-15.1-harmless-parameters
test('claims, display, claims_locales and unknown acr_values change nothing (Core 3.1.2.1, 5.5, 15.1)', async () => {
  const quiet = await addProgram(service, { confirmation: 'skip-first-time' })
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const more = {
    claims: '{"id_token":{"phone_number":{"essential":true}}}',
    acr_values: 'urn:example:gold',
    display: 'popup',
    claims_locales: 'de',
  }
  const attempt = newAttempt(quiet, more)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  const code = callbackParameters(answer).get('code') ?? ''
  const { status, body } = await exchange(service, quiet, { ...attempt, code })
  expect(status).toBe(200)
  const claims = Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString()
  expect(claims).not.toContain('phone')
  expect(claims).not.toContain('gold')
})
