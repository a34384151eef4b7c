import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  newAttempt,
} from '../../../testing/program-flow.ts'
import type { TestBrowser } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { sendRaw } from '../../platform/http/raw-http.fixture.ts'

let service: TestService
let program: TestClient
let browser: TestBrowser

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  browser = service.browser()
  await signIn(browser, await addCitizen(service))
  await enterProgram(service, program, browser)
})
afterAll(() => service.close())

function codes(): Promise<{ count: number }[]> {
  return service.database.db.query<{ count: number }>`select count(*)::int as count from authorization_codes`
}

describe('what nobody opened as a page of its own gets no code (contract 4.1)', () => {
  const answerTo = (headers: Record<string, string>, parameters = {}) =>
    browser.get(authorizeAddress(newAttempt(program, parameters)), { follow: false, headers })

  // proves: threat-unopened-authorize
  test.each([
    ['sec-purpose', 'prefetch'],
    ['sec-purpose', 'prefetch;prerender'],
    ['sec-purpose', 'prefetch;anonymous-client-ip'],
    ['purpose', 'prefetch'],
    ['x-purpose', 'preview'],
    ['x-moz', 'prefetch'],
  ])('%s: %s is answered with nothing', async (name, value) => {
    const before = await codes()
    const answer = await answerTo({ [name]: value, 'sec-fetch-dest': 'document' })
    expect([answer.status, answer.location, answer.body]).toEqual([204, undefined, ''])
    expect(answer.headers.has('content-length')).toBe(false)
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await codes()).toEqual(before)
  })

  // proves: threat-unopened-authorize
  test.each([
    'iframe',
    'frame',
    'embed',
    'object',
    'fencedframe',
    'image',
    'script',
    'style',
    'audio',
    'worker',
    'empty',
    'made-up',
  ])('a request for %s gets a page, or an error where the program wants none', async (destination) => {
    const before = await codes()
    for (const site of ['same-origin', 'same-site', 'cross-site']) {
      const headers = { 'sec-fetch-dest': destination, 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': site }
      const asked = await answerTo(headers)
      expect([asked.status, asked.location]).toEqual([200, undefined])
      const told = callbackParameters(await answerTo(headers, { prompt: 'none' }))
      expect([told.get('error'), told.has('code')]).toEqual(['interaction_required', false])
    }
    expect(await codes()).toEqual(before)
  })

  test.each([
    ['document', 'navigate'],
    ['empty', 'navigate'],
  ])('a navigation to %s (%s) gets its code', async (destination, mode) => {
    const { host, port } = new URL(service.baseUrl)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    // `fetch` of Node says itself which mode it has.
    const answer = await sendRaw(
      Number(port),
      [
        `GET ${authorizeAddress(newAttempt(program))} HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${cookie}`,
        'Sec-Fetch-Site: cross-site',
        `Sec-Fetch-Dest: ${destination}`,
        `Sec-Fetch-Mode: ${mode}`,
        'Connection: close\r\n\r\n',
      ].join('\r\n'),
    )
    expect(answer.text).toMatch(/^location: .*[?&]code=pac_/im)
  })
})

describe('POST (OpenID Connect Core section 3.1.2.1)', () => {
  // proves: design-7.13-get-and-post, rfc6749-3.1-get-and-post, core-3.1.2.1-get-and-post
  test.each([{}, { 'sec-fetch-site': 'same-origin' }])('answers as GET would (%o)', async (headers) => {
    const attempt = newAttempt(program)
    const answer = await browser.post('/o/authorize/', attempt.parameters, { follow: false, headers })
    expect(callbackParameters(answer).get('state')).toBe(attempt.state)
    expect(callbackParameters(answer).get('code')).toMatch(/^pac_/)
  })

  // proves: core-3.1.2.1-get-and-post
  test.each(['cross-site', 'same-site', 'none'])(
    'from %s, where a browser withholds its cookies, is taken up by GET with the same parameters',
    async (site) => {
      const state = 'a b&c=%é#€\r\nx"'
      const attempt = newAttempt(program, { state })
      const headers = { 'sec-fetch-site': site }
      const moved = await service
        .browser()
        .post('/o/authorize/', attempt.parameters, { follow: false, headers })
      expect(moved.status).toBe(303)
      const answer = await browser.get(moved.location ?? '', { follow: false })
      expect(callbackParameters(answer).get('state')).toBe(state)
      expect(callbackParameters(answer).get('code')).toMatch(/^pac_/)
    },
  )

  test.each([
    ['letters beyond ASCII', 'é€'],
    ['a number sign', 'a#b'],
    ['line breaks', 'a\r\nSet-Cookie: x=y'],
    ['quotes and angle brackets', '"<>'],
  ])('a body with %s that are not encoded is no fault of ours', async (_name, state) => {
    const { parameters } = newAttempt(program, { state: '' })
    const body = `${new URLSearchParams(parameters)}&state=${state}`
    const moved = await fetch(`${service.baseUrl}/o/authorize/`, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    })
    expect(moved.status).toBe(303)
    expect(moved.headers.get('set-cookie')).toBeNull()
    const answer = await browser.get(moved.headers.get('location') ?? '', { follow: false })
    expect(callbackParameters(answer).get('state')).toBe(state)
  })

  test('faults are told in the same way', async () => {
    const { parameters } = newAttempt(program, { nonce: '' })
    const told = await browser.post('/o/authorize/', parameters, { follow: false })
    expect(callbackParameters(told).get('error')).toBe('invalid_request')
    const refused = await browser.post(
      '/o/authorize/',
      { ...parameters, redirect_uri: 'https://evil.test/' },
      { follow: false },
    )
    expect([refused.status, refused.location]).toEqual([400, undefined])
  })

  test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', ''])(
    'a body of "%s" is a 400 page',
    async (type) => {
      const { parameters } = newAttempt(program)
      const headers = { 'content-type': type }
      const answer = await browser.post('/o/authorize/', parameters, { follow: false, headers })
      expect([answer.status, answer.location]).toEqual([400, undefined])
    },
  )

  test('a stranger signs in and comes back to the posted request', async () => {
    const stranger = service.browser()
    const attempt = newAttempt(program)
    const form = await stranger.post('/o/authorize/', attempt.parameters)
    const who = await addCitizen(service)
    const page = await stranger.submit(form, { email: who.email, password: TEST_PASSWORD })
    const answer = await stranger.submit(page, {}, { button: 'Continue', follow: false })
    expect(callbackParameters(answer).get('state')).toBe(attempt.state)
  })

  test('parameters in the address of a POST do not count', async () => {
    const { parameters } = newAttempt(program)
    const answer = await browser.post(
      `/o/authorize/?${new URLSearchParams(parameters)}`,
      { x: 'y' },
      { follow: false },
    )
    expect([answer.status, answer.location]).toEqual([400, undefined])
  })
})

// proves: design-7.13-405-and-head
test.each(['HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
  '%s is 405 with Allow and has no effect',
  async (method) => {
    const [before] = await codes()
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const address = service.baseUrl + authorizeAddress(newAttempt(program))
    const answer = await fetch(address, { method, headers: { cookie }, redirect: 'manual' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, POST'])
    expect(await codes()).toEqual([before])
  },
)

test('the address without its slash leads to the one with it, parameters and all (design 7, row 28)', async () => {
  const attempt = newAttempt(program)
  const answer = await browser.get(authorizeAddress(attempt).replace('/?', '?'), { follow: false })
  expect(answer.status).toBe(308)
  expect(callbackParameters(await browser.get(answer.location ?? '', { follow: false })).get('state')).toBe(
    attempt.state,
  )
})

test('a hundred requests at once each get their own state and a code of their own', async () => {
  const attempts = Array.from({ length: 100 }, () => newAttempt(program))
  const answers = await Promise.all(
    attempts.map((attempt) => browser.get(authorizeAddress(attempt), { follow: false })),
  )
  const parameters = answers.map(callbackParameters)
  expect(parameters.map((each) => each.get('state'))).toEqual(attempts.map((attempt) => attempt.state))
  expect(new Set(parameters.map((each) => each.get('code'))).size).toBe(100)
})

// proves: threat-mixed-requests
test('a mixed crowd at once: nobody gets what is another citizen’s or program’s', async () => {
  const other = await addProgram(service, { name: 'Other', redirectUris: ['https://other.example.test/cb'] })
  const people = await Promise.all([0, 1, 2].map(() => addCitizen(service)))
  const crowd = await Promise.all(
    people.map(async (who) => {
      const own = service.browser()
      await signIn(own, who)
      await enterProgram(service, other, own)
      return { who, own }
    }),
  )
  const answers = await Promise.all(
    crowd.flatMap(({ who, own }) =>
      Array.from({ length: 10 }, async () => {
        const attempt = newAttempt(other)
        const answer = await own.get(authorizeAddress(attempt), { follow: false })
        return { who, attempt, answer }
      }),
    ),
  )
  for (const { who, attempt, answer } of answers) {
    expect(answer.location?.split('?')[0]).toBe('https://other.example.test/cb')
    expect(callbackParameters(answer).get('state')).toBe(attempt.state)
    const code = Buffer.from((callbackParameters(answer).get('code') ?? '').slice(4), 'base64url')
    expect(code.subarray(0, 16).toString('hex')).toBe(who.citizenId.replaceAll('-', ''))
  }
})

// proves: contract-4.1-codes-not-logged, rfc7636-4.4-challenge-kept, threat-codes-in-logs
test('no log line holds a code, a state, a nonce, a challenge, an e-mail or a cookie', async () => {
  const attempt = newAttempt(program)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  const secrets = [
    callbackParameters(answer).get('code'),
    attempt.state,
    attempt.nonce,
    attempt.parameters['code_challenge'],
    '@example.test',
    ...browser.cookies.values(),
  ]
  const log = service.logLines.join('\n')
  expect(log).toContain('/o/authorize/')
  for (const secret of secrets) expect(log).not.toContain(secret)
})
