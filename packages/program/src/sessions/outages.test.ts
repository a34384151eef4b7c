import { describe, expect, test } from 'vitest'
import { askOf, beginSignIn, openCallback, outcome, testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import { lazyKeys } from '../testing/fake-keys.ts'
import { signInThrough } from '../testing/index.ts'

type Answer = (genuine: Response) => Response | Promise<Response>

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)
const endless = () =>
  new Response(
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
    }),
    { headers: { 'content-type': 'application/json' } },
  )

/** After a 429 without Retry-After, nothing is sent for this time. */
const QUIET_MS = 5000

/** Responses of proxies in between. None of them means that a session has ended. */
const NO_ANSWERS: readonly (readonly [string, Answer])[] = [
  ['500', () => new Response('oops', { status: 500 })],
  [
    '502 with a page',
    () => new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } }),
  ],
  ['503 in JSON', () => json({ active: false }, { status: 503 })],
  ['429', () => json({ error: 'slow_down' }, { status: 429 })],
  ['404', () => new Response('nothing', { status: 404 })],
  ['410 that says inactive', () => json({ active: false }, { status: 410 })],
  ['201 that says inactive', () => json({ active: false }, { status: 201 })],
  [
    'a redirect',
    () => new Response(null, { status: 302, headers: { location: 'https://evil.example.test/' } }),
  ],
  [
    'a redirect that says inactive',
    () => json({ active: false }, { status: 307, headers: { location: '/x' } }),
  ],
  [
    'a page with 200',
    () => new Response('<html>sign in to the guest network', { headers: { 'content-type': 'text/html' } }),
  ],
  [
    'inactive in a page',
    () => new Response('{"active":false}', { headers: { 'content-type': 'text/html' } }),
  ],
  ['no content type', () => new Response(new Blob(['{"active":false}']))],
  ['nothing', () => new Response('', { headers: { 'content-type': 'application/json' } })],
  ['half a body', () => new Response('{"active":fal', { headers: { 'content-type': 'application/json' } })],
  ['no object', () => json([{ active: false }])],
  ['null', () => json(null)],
  ['another object', () => json({ status: 'ok' })],
  ['active as a word', () => json({ active: 'false' })],
  ['active as a number', () => json({ active: 0 })],
  ['active without who', () => json({ active: true })],
  ['an answer without end', endless],
  [
    'a body that breaks off',
    () =>
      new Response(new ReadableStream({ pull: (c) => c.error(new TypeError('terminated')) }), {
        headers: { 'content-type': 'application/json' },
      }),
  ],
]

/** Responses that refuse the program. They do not end the session of a citizen. */
const OUR_FAULT: readonly (readonly [string, Answer])[] = [
  ['401', () => json({ error: 'invalid_client' }, { status: 401 })],
  [
    '401 with a challenge',
    () => json({}, { status: 401, headers: { 'www-authenticate': 'Basic realm="x"' } }),
  ],
  ['403', () => new Response('no', { status: 403 })],
  ['400 unauthorized_client', () => json({ error: 'unauthorized_client' }, { status: 400 })],
  ['400 invalid_request', () => json({ error: 'invalid_request' }, { status: 400 })],
]

/** A program in which a test can replace the responses of one endpoint. */
const stubbed = async (path: string) => {
  const program = testProgram()
  const stub: { answer: Answer | null } = { answer: null }
  const bentFetch: typeof fetch = async (input, init) => {
    const genuine = await program.identity.fetch(input, init)
    return stub.answer && String(input instanceof Request ? input.url : input).includes(path)
      ? stub.answer(genuine)
      : genuine
  }
  const sso = createProgramSso({ ...program.config, fetch: bentFetch })
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const signedIn = await signInThrough(sso, program.identity, citizen)
  const authenticate = async () => {
    const found = await sso.authenticate({ headers: { authorization: `Bearer ${signedIn.accessToken}` } })
    return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
  }
  return { program, sso, citizen, signedIn, stub, authenticate }
}

describe('introspection that answers with', () => {
  // proves: program-4.2-503-keeps-credentials, program-guard-401-or-503, threat-outage-as-revocation
  test.each([
    ...NO_ANSWERS.map(([name, answer]) => [name, '503 identity_unavailable', answer] as const),
    ...OUR_FAULT.map(([name, answer]) => [name, '503 misconfigured', answer] as const),
  ])('%s is %s: nothing ends, and the next check works', async (_name, expected, answer) => {
    const { program, authenticate, stub } = await stubbed('/introspect/')
    await program.clock.advance(30_000)
    stub.answer = answer
    expect(await authenticate()).toBe(expected)
    expect(program.events.map(({ type }) => type)).not.toContain('session_ended')
    stub.answer = null
    await program.clock.advance(QUIET_MS)
    expect(await authenticate()).toBe('ok')
  })

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test.each<[string, string, Answer]>([
    ['inactive', 'central_ended', () => json({ active: false })],
    [
      'another citizen',
      'central_ended',
      async (genuine) => json({ ...((await genuine.json()) as object), sub: 'x' }),
    ],
    [
      'another session',
      'central_ended',
      async (genuine) => json({ ...((await genuine.json()) as object), sid: 'x' }),
    ],
    [
      'another program',
      'central_ended',
      async (genuine) => json({ ...((await genuine.json()) as object), client_id: 'x' }),
    ],
    [
      'a newer password',
      'security_version_changed',
      async (genuine) => json({ ...((await genuine.json()) as object), security_version: 2 }),
    ],
    [
      'an older password',
      'security_version_changed',
      async (genuine) => json({ ...((await genuine.json()) as object), security_version: 0 }),
    ],
  ])('%s is 401, for good, and the tokens are erased (%s)', async (_name, cause, answer) => {
    const { program, authenticate, stub } = await stubbed('/introspect/')
    await program.clock.advance(30_000)
    stub.answer = answer
    expect(await authenticate()).toBe('401 session_ended')
    expect(program.events.at(-1)).toMatchObject({ type: 'session_ended', cause })
    stub.answer = null
    expect(await authenticate()).toBe('401 session_ended')
  })
})

describe('a renewal that answers with', () => {
  test.each([...NO_ANSWERS, ...OUR_FAULT])(
    '%s ends nothing, before the access token expires and after',
    async (_name, answer) => {
      const { program, signedIn, sso, stub } = await stubbed('/o/token/')
      const refresh = async () =>
        outcome(await askOf(sso, 'POST', 'refresh/', { body: { refresh_token: signedIn.refreshToken } }))
      await program.clock.advance(901_000)
      stub.answer = answer
      expect(await refresh()).toMatch(/^503 (identity_unavailable|misconfigured)$/)
      expect(program.events.map(({ type }) => type)).not.toContain('session_ended')
      expect(await sso.sessions.list('account-1')).toHaveLength(1)
    },
  )

  test('invalid_grant ends the session when the access token has expired, not before', async () => {
    const { program, signedIn, sso, stub, authenticate } = await stubbed('/o/token/')
    stub.answer = () => json({ error: 'invalid_grant' }, { status: 400 })
    await program.clock.advance(880_000)
    expect(await authenticate()).toBe('ok')
    await program.clock.advance(30_000)
    const body = { refresh_token: signedIn.refreshToken }
    expect(await outcome(await askOf(sso, 'POST', 'refresh/', { body }))).toBe('401 session_ended')
  })

  test.each<[string, number]>([
    ['of the same citizen is taken: nothing is renewed again soon', 2],
    ['of somebody else is not: nothing of it is stored, and the present token tells the truth', 3],
  ])('an ID token %s', async (name, requests) => {
    const { program, citizen, stub, authenticate } = await stubbed('/o/token/')
    const keys = await lazyKeys()()
    stub.answer = async (genuine) => {
      const now = Math.floor(program.clock.now().getTime() / 1000)
      const sub = name.includes('else') ? 'somebody-else' : citizen.subject
      const claims = { iss: program.identity.baseUrl, aud: 'permits', sub, iat: now, exp: now + 600 }
      return json({ ...((await genuine.json()) as object), id_token: await keys.sign(claims) })
    }
    const asked = (path: string) => program.identity.log.filter((line) => line.path.includes(path)).length
    await program.clock.advance(870_000)
    expect([await authenticate(), asked('/introspect/'), asked('/o/token/')]).toEqual(['ok', 1, 2])
    stub.answer = null
    await program.clock.advance(29_999)
    expect(await authenticate()).toBe('ok')
    await expect.poll(() => asked('/introspect/') + asked('/o/token/')).toBe(2 + requests)
  })

  // proves: program-guard-renewal
  test('the tokens of another citizen ends the session', async () => {
    const { program, sso, stub, authenticate } = await stubbed('/o/token/')
    const other = program.identity.addCitizen({ email: 'bo@example.test' })
    const taken: { body: unknown } = { body: null }
    stub.answer = async (genuine) => {
      taken.body = await genuine.clone().json()
      return genuine
    }
    await signInThrough(sso, program.identity, other)
    stub.answer = () => json({ ...(taken.body as object), id_token: undefined })
    await program.clock.advance(880_000)
    expect(await authenticate()).toBe('401 session_ended')
  })
})

describe('a sign-in while an endpoint answers with', () => {
  // proves: program-callback-service-outage
  test.each([...NO_ANSWERS, ...OUR_FAULT])(
    '%s at the token endpoint is unavailable, and the next sign-in works',
    async (_name, answer) => {
      const { program, sso, stub } = await stubbed('/o/token/')
      const { url } = await beginSignIn({ ...program, sso, ask: (...asked) => askOf(sso, ...asked) })
      const citizen = program.identity.addCitizen({ email: 'bo@example.test' })
      const callback = await program.identity.authorize(url, citizen)
      stub.answer = answer
      expect(await openCallback({ ...program, sso }, callback)).toMatchObject({
        code: null,
        error: 'unavailable',
      })
      stub.answer = null
      await program.clock.advance(QUIET_MS)
      await expect(signInThrough(sso, program.identity, citizen)).resolves.toBeDefined()
    },
  )

  test.each(NO_ANSWERS.filter(([name]) => !['201 that says inactive'].includes(name)))(
    '%s at discovery makes begin/ answer 503, and 200 after it',
    async (_name, answer) => {
      const program = testProgram()
      const stub: { answer: Answer | null } = { answer }
      const sso = createProgramSso({
        ...program.config,
        fetch: async (input, init) => {
          const genuine = await program.identity.fetch(input, init)
          return stub.answer ? stub.answer(genuine) : genuine
        },
      })
      const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
      expect(await outcome(await askOf(sso, 'POST', 'begin/', { body }))).toMatch(/^503 /)
      stub.answer = null
      await program.clock.advance(QUIET_MS)
      expect((await askOf(sso, 'POST', 'begin/', { body })).status).toBe(200)
    },
  )
})
