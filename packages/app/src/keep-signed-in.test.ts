import { beforeEach, expect, test } from 'vitest'
import { fakeDevice, ORIGIN, settle, signedInTab } from '../testing/fake-browser.ts'
import { type FakeProgram, fakeProgram, type Reply, refusal } from '../testing/fake-program.ts'
import type { ProgramErrorCode } from './contract.ts'

const QUARTER_HOUR_MS = 900_000
const IDENTITY_AWAY = refusal(503, 'identity_unavailable', { 'retry-after': '5' })

let device: ReturnType<typeof fakeDevice>
let program: FakeProgram

beforeEach(() => {
  device = fakeDevice()
  program = fakeProgram()
})

const count = (name: string) => program.requests(name).length
const tokens = () => [...device.stored].filter(([key]) => key.endsWith('session')).map(([, text]) => text)

test('the bearer goes to the program, and the response is returned unchanged', async () => {
  const { client } = await signedInTab(device, program)
  const response = await client.fetch('/api/me', { headers: { 'accept-language': 'de' } })
  expect(await response.json()).toEqual({ hello: 'Ana' })
  expect(program.requests('/api/me')[0]?.bearer).toMatch(/^ppa_/)
})

// proves: threat-bearer-elsewhere
test.each([
  'https://elsewhere.example/api/me',
  'http://permits.example/api/me',
  'https://permits.example:8443/api/me',
  'https://permits.example.evil.example/api/me',
  'https://api.permits.example/api/me',
  '//elsewhere.example/api/me',
])('the bearer does not go to %s', async (url) => {
  const { client } = await signedInTab(device, program)
  await client.fetch(url)
  expect(program.seen.at(-1)).toMatchObject({ name: '/api/me', bearer: null })
})

test('a bearer that the app has set itself is not replaced', async () => {
  const { client } = await signedInTab(device, program)
  await client.fetch('/api/me', { headers: { Authorization: 'Bearer old-local-token' } })
  expect(program.requests('/api/me')[0]?.bearer).toBe('old-local-token')
})

test('nobody who is signed out sends a bearer', async () => {
  const { client } = device.openTab(program)
  expect((await client().fetch('/api/me')).status).toBe(401)
  expect(program.requests('/api/me')[0]?.bearer).toBeNull()
})

// proves: program-app-clear-only-when-over
test.each(['access_expired', 'token_unknown'] as const)('%s: renewed once, repeated once', async (how) => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess(how)
  const response = await client.fetch('/api/echo', {
    method: 'POST',
    body: '{"a":1}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await response.json()).toEqual({ a: 1 })
  expect([count('refresh'), count('/api/echo')]).toEqual([1, 2])
})

test('a program that refuses the renewed token as well is not asked a third time', async () => {
  const { client } = await signedInTab(device, program)
  program.answerNext('/api/me', refusal(401, 'access_expired'), refusal(401, 'access_expired'))
  expect((await client.fetch('/api/me')).status).toBe(401)
  expect([count('refresh'), count('/api/me')]).toEqual([1, 2])
  expect(client.state.status).toBe('signed_in')
})

test('an expired access token is renewed before it is sent', async () => {
  const { client } = await signedInTab(device, program)
  await device.advance(QUARTER_HOUR_MS)
  expect((await client.fetch('/api/me')).status).toBe(200)
  expect([count('refresh'), count('/api/me')]).toEqual([1, 1])
})

test('ten requests at once renew once', async () => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess('access_expired')
  const responses = await Promise.all(Array.from({ length: 10 }, () => client.fetch('/api/me')))
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(count('refresh')).toBe(1)
})

test('a body that can be read once is not sent twice', async () => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess('access_expired')
  const body = new Blob(['x']).stream()
  expect((await client.fetch('/api/echo', { method: 'POST', body })).status).toBe(401)
  expect([count('refresh'), count('/api/echo'), client.state.status]).toEqual([0, 1, 'signed_in'])
})

test.each<[ProgramErrorCode, string]>([
  ['session_ended', 'session_ended'],
  ['session_expired', 'session_expired'],
  ['session_revoked', 'session_expired'],
  ['wrong_token_type', 'session_expired'],
])('%s ends the session here, in all tabs, and says why', async (code, problem) => {
  const { client } = await signedInTab(device, program)
  const other = device.openTab(program).client()
  await other.start()
  program.endSessions(code)
  expect((await client.fetch('/api/me')).status).toBe(401)
  await settle()
  for (const { state } of [client, other])
    expect(state).toMatchObject({ status: 'signed_out', problem: { code: problem } })
  expect(tokens()).toEqual([])
})

test.each<[string, Reply]>([
  ['missing_token', refusal(401, 'missing_token')],
  ['a 401 of something in front of the program', { status: 401, body: '<h1>Log in</h1>' }],
  ['a 401 with a word of the API', { status: 401, body: { code: 'no_such_permit' } }],
  ['403', { status: 403, body: { code: 'session_ended' } }],
  ['an outage of the API that is not about signing in', { status: 503, body: { code: 'database' } }],
  ['429', refusal(429, 'throttled')],
])('%s is left to the app: the tokens are kept', async (_what, reply) => {
  const { client } = await signedInTab(device, program)
  program.answerNext('/api/me', reply)
  expect((await client.fetch('/api/me')).status).toBe(reply.status)
  expect([client.state.status, tokens().length]).toEqual(['signed_in', 1])
})

test.each<[string, Reply | 'drop']>([
  ['503', IDENTITY_AWAY],
  ['misconfigured', refusal(503, 'misconfigured')],
  ['no network', 'drop'],
])('%s keeps the tokens, waits, and recovers by itself', async (_what, reply) => {
  const { client } = await signedInTab(device, program)
  program.answerNext('/api/me', reply)
  program.answerNext('status', reply, reply)
  await client.fetch('/api/me').catch(() => undefined)
  expect(client.state).toMatchObject({ status: 'waiting', problem: { code: 'offline', action: 'wait' } })
  expect(tokens()).toHaveLength(1)
  await device.advance(60_000)
  expect(client.state).toMatchObject({ status: 'signed_in', justSignedIn: false })
  expect([count('status'), count('refresh'), device.timersLeft()]).toEqual([3, 0, 0])
})

test('the next try waits for as long as Retry-After asks', async () => {
  const { client } = await signedInTab(device, program)
  program.answerNext('/api/me', IDENTITY_AWAY)
  await client.fetch('/api/me')
  expect(client.state).toMatchObject({
    retryAt: device.settings.now() + 5_000,
    problem: { retryAfterSeconds: 5 },
  })
  await device.advance(4_999)
  expect(count('status')).toBe(0)
  await device.advance(1)
  expect(count('status')).toBe(1)
})

test.each<[string, Reply | 'drop', number | null]>([
  ['503', IDENTITY_AWAY, 503],
  ['429', refusal(429, 'throttled', { 'retry-after': '5' }), 429],
  ['400', refusal(400, 'invalid_json'), 400],
  ['no network', 'drop', null],
])(
  '%s from refresh/ spends nothing, and the app gets it instead of the 401',
  async (_what, reply, status) => {
    const { client } = await signedInTab(device, program)
    await device.advance(QUARTER_HOUR_MS)
    program.answerNext('refresh', reply)
    const responses = await Promise.all([1, 2].map(() => client.fetch('/api/me').catch(() => null)))
    expect(responses.map((response) => response?.status ?? null)).toEqual([status, status])
    await Promise.all(responses.map((response) => response?.text()))
    expect(client.state.status).toBe('waiting')
    await device.advance(30_000)
    expect(client.state.status).toBe('signed_in')
    const ids = program.requests('refresh').map(({ body }) => body['rotation_id'])
    expect(new Set(ids).size).toBe(1)
  },
)

test('429 from refresh says how long', async () => {
  const { client } = await signedInTab(device, program)
  await device.advance(QUARTER_HOUR_MS)
  program.answerNext('refresh', refusal(429, 'throttled', { 'retry-after': '40' }))
  await client.fetch('/api/me')
  expect(client.state).toMatchObject({
    status: 'waiting',
    problem: { code: 'throttled', message: expect.stringContaining('wait 40 seconds') },
  })
})

test.each<ProgramErrorCode>(['refresh_invalid', 'refresh_reused', 'session_ended'])(
  '%s from refresh ends the session',
  async (code) => {
    const { client } = await signedInTab(device, program)
    await device.advance(QUARTER_HOUR_MS)
    program.answerNext('refresh', refusal(401, code))
    expect((await client.fetch('/api/me')).status).toBe(401)
    expect(client.state).toMatchObject({ status: 'signed_out', problem: { programCode: code } })
    expect(tokens()).toEqual([])
  },
)

// proves: program-app-lost-reply, threat-app-signed-out
test('after a lost response of refresh/, a retry gets the same new tokens', async () => {
  const { client, tab } = await signedInTab(device, program)
  await device.advance(QUARTER_HOUR_MS)
  const gate = program.hold('refresh')
  const fetching = client.fetch('/api/me').catch(() => null)
  await gate.reached
  program.answerNext('refresh', 'drop')
  gate.open()
  await fetching
  expect([client.state.status, tab.isOffline]).toEqual(['waiting', false])
  await device.advance(5_000)
  expect((await client.fetch('/api/me')).status).toBe(200)
  expect(program.liveSessions()).toBe(1)
})

test('signIn during waiting tries again, and does not go to the identity service', async () => {
  const { client, tab } = await signedInTab(device, program)
  await device.advance(QUARTER_HOUR_MS)
  program.answerNext('refresh', 'drop', 'drop')
  await client.fetch('/api/me').catch(() => null)
  await client.signIn()
  expect([client.state.status, tab.visited.length]).toEqual(['waiting', 1])
})

test('a request that the app aborts is not taken for a missing network', async () => {
  const { client } = await signedInTab(device, program)
  program.answerNext('/api/me', 'drop')
  await expect(client.fetch('/api/me', { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(client.state.status).toBe('signed_in')
})

test('a stored session whose access token is valid is restored without a request', async () => {
  await signedInTab(device, program)
  const before = program.seen.length
  const again = device.openTab(program).client()
  expect(await again.start()).toMatchObject({ status: 'signed_in', justSignedIn: false, returnTo: null })
  expect(program.seen).toHaveLength(before)
})

test('an outage at the start of a page, after a night, keeps the tokens', async () => {
  await signedInTab(device, program)
  await device.advance(8 * 3_600_000)
  program.answerNext('refresh', IDENTITY_AWAY)
  const again = device.openTab(program).client()
  expect(await again.start()).toMatchObject({ status: 'waiting' })
  await device.advance(10_000)
  expect(again.state.status).toBe('signed_in')
})

// proves: program-4.2-status
test('status() and config() return what the program sends, and reject with a problem', async () => {
  const { client } = await signedInTab(device, program)
  expect(await client.status()).toMatchObject({ linked: true })
  expect(await client.config()).toMatchObject({
    enabled: true,
    account_url: expect.stringContaining('account'),
  })
  program.answerNext('config', refusal(429, 'throttled', { 'retry-after': '3' }))
  await expect(client.config()).rejects.toMatchObject({ cause: { code: 'throttled', retryAfterSeconds: 3 } })
  program.answerNext('status', 'drop')
  await expect(client.status()).rejects.toMatchObject({ cause: { code: 'unavailable' } })
})

test('no requested address contains a token or a verifier', async () => {
  const { client } = await signedInTab(device, program)
  program.refuseAccess('access_expired')
  await client.fetch('/api/me')
  await client.signOut()
  const paths = program.seen.map(({ path }) => path).join('\n')
  expect(program.secrets().length).toBeGreaterThan(4)
  for (const secret of program.secrets()) expect(paths).not.toContain(secret)
  expect(paths).not.toContain(ORIGIN)
})

// proves: program-app-foreign-answer
test('the page of a captive portal is not taken for the response of refresh/', async () => {
  const { client } = await signedInTab(device, program)
  await device.advance(QUARTER_HOUR_MS)
  program.answerNext('refresh', { status: 200, body: '<h1>Welcome to our Wi-Fi</h1>' })
  await expect(client.fetch('/api/me')).rejects.toThrow(TypeError)
  expect([client.state.status, tokens().length]).toEqual(['waiting', 1])
})
