import { describe, expect, test } from 'vitest'
import { askOf, beginSignIn, outcome } from '../../testing/program.ts'
import {
  openForgedCallback,
  repeat,
  type StubbedResponse,
  stubbedProgram,
} from '../../testing/stubbed-program.ts'
import { createProgramSso } from '../create.ts'
import { memoryStore, signInThrough } from '../testing/index.ts'

describe('input of a stranger causes no outage, however often it comes:', () => {
  test.each<[string, StubbedResponse | null]>([
    ['a made-up code', null],
    ['400 invalid_request', () => Response.json({ error: 'invalid_request' }, { status: 400 })],
    [
      '400 with a challenge',
      () => new Response('', { status: 400, headers: { 'www-authenticate': 'Basic' } }),
    ],
    ['400 that is no OAuth error', () => new Response('<html>', { status: 400 })],
    ['413', () => new Response('too long', { status: 413 })],
    ['422', () => Response.json({ detail: 'no' }, { status: 422 })],
    ['404', () => new Response('nothing', { status: 404 })],
    ['403 of a firewall', () => new Response('blocked', { status: 403 })],
  ])('%s', async (_name, answer) => {
    const { program, stubs, begin, check, outages } = await stubbedProgram()
    if (answer) stubs.set('token', answer)
    await repeat(12, async () => expect(await openForgedCallback(program)).toBe('sso_error=unavailable'))
    expect((await begin()).status).toBe(200)
    expect(await check()).toBe('ok')
    expect(outages()).toEqual([])
  })

  // proves: threat-stranger-opens-breaker
  test('an invented code leaves health up', async () => {
    const { program, sso } = await stubbedProgram()
    await repeat(12, () => openForgedCallback(program))
    expect(await sso.health()).toMatchObject({ identity: 'up' })
  })

  // proves: program-guard-4xx-is-an-answer, threat-stranger-opens-breaker
  test('ID tokens that fail a check', async () => {
    const { program, identity, citizen, begin, outages, check } = await stubbedProgram()
    await repeat(8, async () => {
      identity.tamperNextIdToken('nonce')
      await expect(signInThrough(program.sso, identity, citizen)).rejects.toThrow('unavailable')
    })
    expect([(await begin()).status, await check(), outages()]).toEqual([200, 'ok', []])
    expect(await program.sso.health()).toMatchObject({ identity: 'up' })
  })

  test('requests that the visitor breaks off', async () => {
    const { program, begin, outages } = await stubbedProgram()
    await repeat(8, async () => {
      const state = new URL((await beginSignIn(program)).url).searchParams.get('state')
      const address = `https://permits.example.test/api/v1/sso/callback/?code=x&state=${state}`
      await program.sso.handle(new Request(address, { signal: AbortSignal.abort() }))
    })
    expect([(await begin()).status, outages()]).toEqual([200, []])
  })
})

describe('a callback without a request changes the state of no endpoint:', () => {
  // proves: program-guard-4xx-is-an-answer, threat-stranger-opens-breaker
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
    const { program, stubs, count, begin, outages, clock } = await stubbedProgram()
    stubs.set('token', () => new Response('oops', { status: 500 }))
    const states = await Promise.all(Array.from({ length: 6 }, () => beginSignIn(program)))
    const openCallback = (url: string, parameters: [string, string][]) => {
      const state = new URL(url).searchParams.get('state') ?? ''
      return program.ask('GET', `callback/?${new URLSearchParams([...parameters, ['state', state]])}`)
    }
    const asked = count('token')
    await openCallback(states.pop()?.url ?? '', query)
    expect([count('token') - asked, outages()]).toEqual([0, []])
    for (const { url } of states.splice(0, 4)) await openCallback(url, [['code', 'x']])
    await openCallback((await beginSignIn(program)).url, [['code', 'x']])
    expect(outages()).toEqual(['token'])
    await openCallback(states.pop()?.url ?? '', query)
    expect((await begin()).status).toBe(503)
    await clock.advance(6001)
    expect((await begin()).status).toBe(200)
  })
})

describe('a fault of the program is not an outage of the identity service:', () => {
  test('a client secret that cannot be read is 503 misconfigured, and nothing is sent', async () => {
    const { program, config, clock, identity, citizen } = await stubbedProgram()
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
    await repeat(8, async () => {
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

  // proves: program-guard-4xx-is-an-answer
  test('a refused client secret opens no breaker, and health names the endpoint', async () => {
    const { identity, check, authenticate, outages, sso, count } = await stubbedProgram()
    identity.rotateClientSecret()
    expect(await check()).toBe('503 misconfigured')
    await repeat(8, authenticate)
    expect([count('introspection'), outages()]).toEqual([9, []])
    const lastError = 'introspection: the identity service answers 401'
    expect(await sso.health()).toMatchObject({ identity: 'degraded', lastError })
  })

  test('another issuer in discovery is misconfigured at each try, and no outage', async () => {
    const { program, config, outages } = await stubbedProgram()
    const identity = { ...config.identity, issuer: 'https://id.example.test/' }
    const sso = createProgramSso({ ...config, identity, store: memoryStore() })
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    await repeat(8, async () =>
      expect(await outcome(await askOf(sso, 'POST', 'begin/', { body }))).toBe('503 misconfigured'),
    )
    expect([outages(), program.events.length]).toEqual([[], 1])
    expect(await sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: expect.stringContaining('discovery: discovery names the issuer'),
    })
  })
})
