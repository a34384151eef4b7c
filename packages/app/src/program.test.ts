import { expect, test } from 'vitest'
import { call, type ProgramNeeds, readAnswer } from './program.ts'

const AT = 'https://permits.example/council'

function recorder(respond: () => Promise<Response>) {
  const sent: { url: URL; init: RequestInit }[] = []
  const needs: ProgramNeeds = {
    browser: { AbortSignal },
    baseUrl: AT,
    fetch(url, init) {
      sent.push({ url: url as URL, init })
      return respond()
    },
  }
  return { sent, needs }
}

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

// proves: program-8-slow-body-408
test.each([
  ['a refusal of the program', json(401, { code: 'handoff_invalid' }), 'refused'],
  ['too many', json(429, { code: 'throttled' }), 'throttled'],
  ['too many, said in plain text', new Response('slow down', { status: 429 }), 'throttled'],
  ['an outage of the identity service', json(503, { code: 'identity_unavailable' }), 'away'],
  ['a body that did not arrive in time', json(408, { code: 'body_timeout' }), 'away'],
  ['a broken program', new Response('oops', { status: 500 }), 'away'],
  ['a 401 of something in front of the program', new Response('<h1>Log in</h1>', { status: 401 }), 'away'],
  ['a 200 of a hotel network', new Response('<h1>Welcome to our Wi-Fi</h1>', { status: 200 }), 'away'],
  ['a 200 with nothing in it', json(200, null), 'away'],
  ['an answer', json(200, { linked: true }), 'ok'],
])('%s is read as what it is', async (_what, response, kind) => {
  expect((await readAnswer(response)).kind).toBe(kind)
})

test('without a response, the answer is away and has the error', async () => {
  const error = new TypeError('Failed to fetch')
  expect(await readAnswer(Promise.reject(error))).toEqual({ kind: 'away', body: {}, error })
})

test.each([
  ['7', 7],
  ['0', 0],
  ['86400', 600],
  ['Wed, 01 Jan 2026 10:00:00 GMT', 0],
  ['soon', 0],
])('Retry-After: %s asks for %i seconds', async (value, seconds) => {
  const answer = await readAnswer(json(503, {}, { 'retry-after': value }))
  expect(answer.retryAfterSeconds).toBe(seconds)
})

test('reading an answer leaves it readable', async () => {
  const { response } = await readAnswer(json(401, { code: 'session_ended' }))
  expect(await response?.json()).toEqual({ code: 'session_ended' })
})

// proves: threat-bearer-elsewhere
test('what is sent to a program follows no redirect, and its path is kept', async () => {
  const { sent, needs } = recorder(async () => json(200, {}))
  await call(needs, 'exchange', { code: 'c', code_verifier: 'v' })
  expect(sent[0]?.url.href).toBe(`${AT}/api/v1/sso/exchange/`)
  expect(sent[0]?.init).toMatchObject({ method: 'POST', redirect: 'error', keepalive: false })
})

test('a sign-out request continues after the page closes, and sends only the bearer', async () => {
  const { sent, needs } = recorder(async () => new Response(null, { status: 204 }))
  await call(needs, 'logout', undefined, 'ppa_1')
  expect(sent[0]?.init).toMatchObject({
    method: 'POST',
    keepalive: true,
    headers: { authorization: 'Bearer ppa_1' },
    body: undefined,
  })
})

test('config/ is a simple GET without a preflight', async () => {
  const { sent, needs } = recorder(async () => json(200, {}))
  await call(needs, 'config')
  expect(sent[0]?.init).toMatchObject({ method: 'GET', headers: {}, body: undefined })
})
