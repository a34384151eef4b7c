import { describe, expect, test } from 'vitest'
import { askOf, beginSignIn, outcome, type TestProgram, testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import { signInThrough } from '../testing/index.ts'

type Answer = () => Response | Promise<Response>

const PATHS = {
  discovery: '/openid-configuration',
  token: '/o/token/',
  introspection: '/introspect/',
  revocation: '/o/revoke/',
  'key set': '/jwks.json',
}
type Endpoint = keyof typeof PATHS

/** A program whose endpoints at the identity service answer as they are told to, and where somebody is signed in. */
async function bent() {
  const program = testProgram({ throttle: false })
  const told = new Map<Endpoint, Answer>()
  const sent: Endpoint[] = []
  const bentFetch: typeof fetch = async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    const endpoint = (Object.keys(PATHS) as Endpoint[]).find((name) => url.includes(PATHS[name]))
    if (!endpoint) throw new Error(`nobody asks ${url}`)
    sent.push(endpoint)
    return told.get(endpoint)?.() ?? program.identity.fetch(input, init)
  }
  const sso = createProgramSso({ ...program.config, fetch: bentFetch })
  const made: TestProgram = { ...program, sso, ask: (...asked) => askOf(sso, ...asked) }
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken, refreshToken } = await signInThrough(sso, program.identity, citizen)
  const headers = { authorization: `Bearer ${accessToken}` }
  const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
  return {
    ...{ ...made, program: made, told, sent, citizen, refreshToken },
    count: (endpoint: Endpoint) => sent.filter((name) => name === endpoint).length,
    begin: () => made.ask('POST', 'begin/', { body }),
    /** Whether the session may go on: it is looked at anew. */
    async check() {
      await program.clock.advance(30_000)
      const found = await sso.authenticate({ headers })
      return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
    },
    look: () => sso.authenticate({ headers }),
    outages: () =>
      program.events.flatMap((event) => (event.type === 'identity_outage' ? [event.endpoint] : [])),
  }
}

/** Comes back with a code of one's own choice. */
async function comeBack(program: TestProgram, query: string | readonly [string, string][] = 'code=made-up') {
  const { url } = await beginSignIn(program)
  const state = new URL(url).searchParams.get('state') ?? ''
  const parameters = new URLSearchParams(typeof query === 'string' ? query : [...query])
  parameters.append('state', state)
  return (await program.ask('GET', `callback/?${parameters}`)).headers.get('location')?.split('?')[1]
}

const json = (body: unknown, init: ResponseInit = {}) => Response.json(body, init)
const many = async (times: number, work: () => Promise<unknown>) => {
  for (let n = 0; n < times; n += 1) await work()
}

describe('what a stranger brings is no outage, however often:', () => {
  test.each<[string, Answer | null]>([
    ['a made-up code', null],
    ['400 invalid_request', () => json({ error: 'invalid_request' }, { status: 400 })],
    [
      '400 with a challenge',
      () => new Response('', { status: 400, headers: { 'www-authenticate': 'Basic' } }),
    ],
    ['400 that is no OAuth error', () => new Response('<html>', { status: 400 })],
    ['413', () => new Response('too long', { status: 413 })],
    ['422', () => json({ detail: 'no' }, { status: 422 })],
    ['404', () => new Response('nothing', { status: 404 })],
    ['403 of a firewall', () => new Response('blocked', { status: 403 })],
  ])('%s', async (_name, answer) => {
    const { program, told, begin, check, outages } = await bent()
    if (answer) told.set('token', answer)
    await many(12, async () => expect(await comeBack(program)).toBe('sso_error=unavailable'))
    expect((await begin()).status).toBe(200)
    expect(await check()).toBe('ok')
    expect(outages()).toEqual([])
  })

  test('a made-up code leaves health up: nobody is woken for it', async () => {
    const { program, sso } = await bent()
    await many(12, () => comeBack(program))
    expect(await sso.health()).toMatchObject({ identity: 'up' })
  })

  test('ID tokens that fail a check', async () => {
    const { program, identity, citizen, begin, outages, check } = await bent()
    await many(8, async () => {
      identity.tamperNextIdToken('nonce')
      await expect(signInThrough(program.sso, identity, citizen)).rejects.toThrow('unavailable')
    })
    expect([(await begin()).status, await check(), outages()]).toEqual([200, 'ok', []])
    expect(await program.sso.health()).toMatchObject({ identity: 'up' })
  })

  test('requests that the visitor breaks off', async () => {
    const { program, begin, outages } = await bent()
    await many(8, async () => {
      const state = new URL((await beginSignIn(program)).url).searchParams.get('state')
      const address = `https://permits.example.test/api/v1/sso/callback/?code=x&state=${state}`
      await program.sso.handle(new Request(address, { signal: AbortSignal.abort() }))
    })
    expect([(await begin()).status, outages()]).toEqual([200, []])
  })
})

describe('a callback that sends nothing says nothing of any endpoint:', () => {
  test.each<[string, [string, string][]]>([
    ['no code', []],
    ['an empty code', [['code', '']]],
    [
      'two codes',
      [
        ['code', 'a'],
        ['code', 'b'],
      ],
    ],
    ['a code with a line feed', [['code', 'a\nb']]],
    ['a code that is no ASCII', [['code', 'ä']]],
    ['a code of 3 kB', [['code', 'a'.repeat(3000)]]],
    ['an error', [['error', 'server_error']]],
    [
      'a foreign iss',
      [
        ['code', 'a'],
        ['iss', 'https://evil.example.test'],
      ],
    ],
  ])('%s neither opens a breaker nor closes one that is open', async (_name, query) => {
    const { program, told, count, begin, outages, clock } = await bent()
    told.set('token', () => new Response('oops', { status: 500 }))
    const states = await Promise.all(Array.from({ length: 6 }, () => beginSignIn(program)))
    const land = (url: string, parameters: [string, string][]) => {
      const state = new URL(url).searchParams.get('state') ?? ''
      return program.ask('GET', `callback/?${new URLSearchParams([...parameters, ['state', state]])}`)
    }
    const asked = count('token')
    await land(states.pop()?.url ?? '', query)
    expect([count('token') - asked, outages()]).toEqual([0, []])
    for (const { url } of states.splice(0, 4)) await land(url, [['code', 'x']])
    await land((await beginSignIn(program)).url, [['code', 'x']])
    expect(outages()).toEqual(['token'])
    await land(states.pop()?.url ?? '', query)
    expect((await begin()).status).toBe(503)
    await clock.advance(6001)
    expect((await begin()).status).toBe(200)
  })
})

describe('our own trouble is no outage of the service:', () => {
  test('a client secret that cannot be read is 503 misconfigured, and nothing is sent', async () => {
    const { program, config, clock, identity, citizen } = await bent()
    let readable = true
    const clientSecret = async () => {
      if (!readable) throw new Error('the vault is sealed')
      return config.identity.clientSecret as Exclude<typeof config.identity.clientSecret, () => unknown>
    }
    const sso = createProgramSso({ ...config, identity: { ...config.identity, clientSecret } })
    const { accessToken } = await signInThrough(sso, identity, citizen)
    await clock.advance(30_000)
    readable = false
    const asked = identity.log.length
    await many(8, async () => {
      const headers = { authorization: `Bearer ${accessToken}` }
      expect(await sso.authenticate({ headers })).toMatchObject({ http: 503, code: 'misconfigured' })
    })
    expect([identity.log.length - asked, program.events.map(({ type }) => type)]).not.toContain(
      'identity_outage',
    )
    expect(identity.log).toHaveLength(asked)
    expect(await sso.health()).toMatchObject({ identity: 'degraded' })
    readable = true
    expect(await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })).toMatchObject({
      status: 'ok',
    })
  })

  test('a refused client secret opens no breaker, and health names the endpoint', async () => {
    const { identity, check, look, outages, sso, count } = await bent()
    identity.rotateClientSecret()
    expect(await check()).toBe('503 misconfigured')
    await many(8, look)
    expect([count('introspection'), outages()]).toEqual([9, []])
    const lastError = 'introspection: the identity service answers 401'
    expect(await sso.health()).toMatchObject({ identity: 'degraded', lastError })
  })

  test('another issuer in discovery is misconfigured at each try, and no outage', async () => {
    const { program, config, outages } = await bent()
    const identity = { ...config.identity, issuer: 'https://id.example.test/' }
    const sso = createProgramSso({ ...config, identity })
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    await many(8, async () =>
      expect(await outcome(await askOf(sso, 'POST', 'begin/', { body }))).toBe('503 misconfigured'),
    )
    expect([outages(), program.events.length]).toEqual([[], 1])
    expect(await sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: expect.stringContaining('discovery: discovery names the issuer'),
    })
  })
})

const AWAY: readonly (readonly [string, Answer])[] = [
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ['500', () => new Response('oops', { status: 500 })],
  ['503 with Retry-After', () => new Response('', { status: 503, headers: { 'retry-after': '1' } })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['half a body', () => new Response('{"a":', { headers: { 'content-type': 'application/json' } })],
  ['no object', () => json([])],
  ['204', () => new Response(null, { status: 204 })],
]

describe('one breaker for each endpoint:', () => {
  test.each(AWAY)('introspection that answers with %s stops no sign-in', async (_name, answer) => {
    const { program, identity, citizen, told, look, check, outages, count, sso } = await bent()
    told.set('introspection', answer)
    expect(await check()).toBe('503 identity_unavailable')
    await many(9, look)
    expect([count('introspection'), outages()]).toEqual([5, ['introspection']])
    await expect(signInThrough(program.sso, identity, citizen)).resolves.toBeDefined()
    expect(await sso.health()).toMatchObject({
      identity: 'down',
      lastError: expect.stringMatching(/^introspection: /),
    })
  })

  test.each(AWAY)(
    'a token endpoint that answers with %s ends no check, and begin/ sends nobody away',
    async (_name, answer) => {
      const { program, told, check, begin, outages, clock, count } = await bent()
      told.set('token', answer)
      await many(5, () => comeBack(program))
      const refused = await begin()
      expect(await outcome(refused)).toBe('503 identity_unavailable')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(4)
      expect([await check(), outages()]).toEqual(['ok', ['token']])
      told.delete('token')
      await clock.advance(6001)
      const asked = count('token')
      expect(await comeBack(program)).toBe('sso_error=unavailable')
      expect(count('token') - asked).toBe(1)
      expect(program.events).toContainEqual({
        type: 'identity_recovered',
        endpoint: 'token',
        at: clock.now(),
      })
    },
  )

  test('a key set that is away stops neither checks nor renewals nor who signs in with a known key', async () => {
    const { program, identity, citizen, told, check, refreshToken, outages, clock } = await bent()
    told.set('key set', () => new Response('oops', { status: 500 }))
    await identity.rotateKeys()
    await many(6, () => signInThrough(program.sso, identity, citizen).catch(() => undefined))
    expect(outages()).toEqual(['key set'])
    expect(await check()).toBe('ok')
    await clock.advance(880_000)
    const renewed = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    expect(renewed.status).toBe(200)
    expect(outages()).toEqual(['key set'])
  })

  test('a revocation that is away hinders nobody: health is degraded, and says why', async () => {
    const { program, identity, citizen, told, check, begin, outages, sso } = await bent()
    told.set('revocation', () => new Response('oops', { status: 502 }))
    await many(6, async () => {
      const { accessToken } = await signInThrough(program.sso, identity, citizen)
      expect((await program.ask('POST', 'logout/', { bearer: accessToken })).status).toBe(204)
    })
    await expect.poll(outages).toEqual(['revocation'])
    expect([(await begin()).status, await check()]).toEqual([200, 'ok'])
    const lastError = 'revocation: the identity service answers 502'
    expect(await sso.health()).toMatchObject({ identity: 'degraded', lastError })
  })

  test('discovery that is away stops no check: the document that was good is kept', async () => {
    const { program, told, clock, outages, refreshToken, begin, count } = await bent()
    told.set('discovery', () => new Response('oops', { status: 500 }))
    await clock.advance(3_600_000)
    const renewed = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    const { access_token: token } = (await renewed.json()) as { access_token: string }
    await many(6, async () => {
      await clock.advance(30_000)
      const found = await program.sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
      expect(found.status).toBe('ok')
    })
    await many(5, begin)
    const asked = count('discovery')
    expect([await outcome(await begin()), count('discovery') - asked]).toEqual([
      '503 identity_unavailable',
      0,
    ])
    await clock.advance(30_000)
    const found = await program.sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
    expect([found.status, outages()]).toEqual(['ok', ['discovery']])
  })

  test('a check that is answered without a required field is 503, opens nothing, and health says so', async () => {
    const { told, check, look, sso, outages } = await bent()
    told.set('introspection', () => json({ active: true, sub: 'x' }))
    expect(await check()).toBe('503 identity_unavailable')
    await many(8, look)
    expect(outages()).toEqual([])
    expect(await sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: 'introspection: introspection answered without a required field',
    })
  })
})

describe('a 429 is no outage:', () => {
  const tooMany =
    (headers: Record<string, string> = {}) =>
    () =>
      new Response('slow down', { status: 429, headers })

  test.each<[string, Record<string, string>, number]>([
    ['30', { 'retry-after': '30' }, 30],
    ['0', { 'retry-after': '0' }, 1],
    ['an hour', { 'retry-after': '3600' }, 60],
    ['digits without end', { 'retry-after': '9'.repeat(400) }, 60],
    ['nothing', {}, 5],
    ['words', { 'retry-after': 'soon' }, 5],
    ['a number below zero', { 'retry-after': '-7' }, 5],
    ['a date by our clock', { 'retry-after': 'Mon, 05 Jan 2026 10:00:50 GMT' }, 20],
    [
      'a date by its own clock',
      { 'retry-after': 'Thu, 01 Jan 2026 00:00:25 GMT', date: 'Thu, 01 Jan 2026 00:00:00 GMT' },
      25,
    ],
    ['a date that is over', { 'retry-after': 'Mon, 05 Jan 2026 09:00:00 GMT' }, 1],
    ['a date far away', { 'retry-after': 'Wed, 06 Jan 2027 10:00:00 GMT' }, 60],
  ])('Retry-After of %s is kept, within a minute', async (_name, headers, seconds) => {
    const { told, check, look, clock, count, sso, outages } = await bent()
    told.set('introspection', tooMany(headers))
    expect(await check()).toBe('503 identity_unavailable')
    expect([count('introspection'), outages()]).toEqual([1, []])
    expect(await look()).toMatchObject({ http: 503, retryAfterSeconds: seconds })
    expect(await sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: 'introspection: the identity service answers 429',
    })
    told.delete('introspection')
    await clock.advance(seconds * 1000 - 1)
    expect(await look()).toMatchObject({ http: 503, retryAfterSeconds: 1 })
    expect(count('introspection')).toBe(1)
    await clock.advance(1)
    expect(await look()).toMatchObject({ status: 'ok' })
    expect(await sso.health()).toMatchObject({ identity: 'up' })
  })

  test('from introspection stops no sign-in, however often it comes', async () => {
    const { program, identity, citizen, told, check, outages } = await bent()
    told.set('introspection', tooMany({ 'retry-after': '2' }))
    await many(8, async () => expect(await check()).toBe('503 identity_unavailable'))
    await expect(signInThrough(program.sso, identity, citizen)).resolves.toBeDefined()
    expect(outages()).toEqual([])
  })

  test('from the token endpoint ends no check; begin/ says when, and sends nobody away meanwhile', async () => {
    const { program, told, check, begin, clock, count, outages } = await bent()
    told.set('token', tooMany({ 'retry-after': '40' }))
    expect(await comeBack(program)).toBe('sso_error=unavailable')
    const refused = await begin()
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual([
      '503 identity_unavailable',
      '40',
    ])
    expect([await check(), outages(), count('token')]).toEqual(['ok', [], 2])
    await clock.advance(10_000)
    expect((await begin()).status).toBe(200)
  })

  test('from discovery that was never read: begin/ says when; one that was read is used meanwhile', async () => {
    const { program, config, told, clock, begin } = await bent()
    const answer = tooMany({ 'retry-after': '17' })
    const sso = createProgramSso({ ...config, fetch: async () => answer() })
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    const refused = await askOf(sso, 'POST', 'begin/', { body })
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual([
      '503 identity_unavailable',
      '17',
    ])
    told.set('discovery', answer)
    await clock.advance(3_600_000)
    expect([(await begin()).status, (await begin()).status]).toEqual([200, 200])
    expect(program.events.map(({ type }) => type)).not.toContain('identity_outage')
  })

  test('one that comes late does not shorten the wait of another, nor does an answer that was on its way', async () => {
    const { told, check, look, count } = await bent()
    told.set('introspection', tooMany({ 'retry-after': '50' }))
    await check()
    told.set('introspection', tooMany({ 'retry-after': '1' }))
    expect(await look()).toMatchObject({ retryAfterSeconds: 50 })
    expect(count('introspection')).toBe(1)
  })

  test('a clock that goes back an hour does not stretch the wait', async () => {
    const { told, check, look, clock } = await bent()
    told.set('introspection', tooMany({ 'retry-after': '60' }))
    await check()
    told.delete('introspection')
    await clock.advance(-3_600_000)
    expect(await look()).toMatchObject({ status: 'ok' })
  })
})
