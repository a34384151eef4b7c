import { describe, expect, test } from 'vitest'
import { outcome } from '../../testing/program.ts'
import {
  openForgedCallback,
  repeat,
  type StubbedResponse,
  stubbedProgram,
} from '../../testing/stubbed-program.ts'
import { signInThrough } from '../testing/index.ts'

const AWAY: readonly (readonly [string, StubbedResponse])[] = [
  ['nothing', () => Promise.reject(new TypeError('fetch failed'))],
  ['500', () => new Response('oops', { status: 500 })],
  ['503 with Retry-After', () => new Response('', { status: 503, headers: { 'retry-after': '1' } })],
  ['a redirect', () => new Response(null, { status: 302, headers: { location: '/' } })],
  ['a page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['half a body', () => new Response('{"a":', { headers: { 'content-type': 'application/json' } })],
  ['no object', () => Response.json([])],
  ['204', () => new Response(null, { status: 204 })],
]

describe('one breaker for each endpoint:', () => {
  // proves: program-guard-breaker-each
  test.each(AWAY)('introspection that answers with %s stops no sign-in', async (_name, answer) => {
    const { program, identity, citizen, stubs, authenticate, check, outages, count, sso } =
      await stubbedProgram()
    stubs.set('introspection', answer)
    expect(await check()).toBe('503 identity_unavailable')
    await repeat(9, authenticate)
    expect([count('introspection'), outages()]).toEqual([5, ['introspection']])
    await expect(signInThrough(program.sso, identity, citizen)).resolves.toBeDefined()
    expect(await sso.health()).toMatchObject({
      identity: 'down',
      lastError: expect.stringMatching(/^introspection: /),
    })
  })

  test.each(AWAY)(
    'after a check that got %s, begin/ sends nobody to a service that is away',
    async (_name, answer) => {
      const { stubs, check, begin, count } = await stubbedProgram()
      stubs.set('introspection', answer)
      stubs.set('discovery', answer)
      expect(await check()).toBe('503 identity_unavailable')
      expect(await outcome(await begin())).toBe('503 identity_unavailable')
      stubs.delete('discovery')
      const asked = count('discovery')
      expect([(await begin()).status, count('discovery') - asked]).toEqual([200, 1])
    },
  )

  // proves: program-guard-breaker-each
  test.each(AWAY)(
    'a token endpoint that answers with %s ends no check, and begin/ sends nobody away',
    async (_name, answer) => {
      const { program, stubs, check, begin, outages, clock, count } = await stubbedProgram()
      stubs.set('token', answer)
      await repeat(5, () => openForgedCallback(program))
      const refused = await begin()
      expect(await outcome(refused)).toBe('503 identity_unavailable')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(4)
      expect([await check(), outages()]).toEqual(['ok', ['token']])
      stubs.delete('token')
      await clock.advance(6001)
      const asked = count('token')
      expect(await openForgedCallback(program)).toBe('sso_error=unavailable')
      expect(count('token') - asked).toBe(1)
      expect(program.events).toContainEqual({
        type: 'identity_recovered',
        endpoint: 'token',
        at: clock.now(),
      })
    },
  )

  // proves: program-guard-breaker-each
  test('an outage of the key set stops neither checks nor renewals, nor sign-ins with a known key', async () => {
    const { program, identity, citizen, stubs, check, refreshToken, outages, clock } = await stubbedProgram()
    stubs.set('key set', () => new Response('oops', { status: 500 }))
    await identity.rotateKeys()
    await repeat(6, () => signInThrough(program.sso, identity, citizen).catch(() => undefined))
    expect(outages()).toEqual(['key set'])
    expect(await check()).toBe('ok')
    await clock.advance(880_000)
    const renewed = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    expect(renewed.status).toBe(200)
    expect(outages()).toEqual(['key set'])
  })

  // proves: program-guard-breaker-each
  test('an outage of revocation affects no citizen: health is degraded, and says why', async () => {
    const { program, identity, citizen, stubs, check, begin, outages, sso } = await stubbedProgram()
    stubs.set('revocation', () => new Response('oops', { status: 502 }))
    await repeat(6, async () => {
      const { accessToken } = await signInThrough(program.sso, identity, citizen)
      expect((await program.ask('POST', 'logout/', { bearer: accessToken })).status).toBe(204)
    })
    await expect.poll(outages).toEqual(['revocation'])
    expect([(await begin()).status, await check()]).toEqual([200, 'ok'])
    const lastError = 'revocation: the identity service answers 502'
    expect(await sso.health()).toMatchObject({ identity: 'degraded', lastError })
  })

  test('an outage of discovery stops no check: the last document is used', async () => {
    const { program, stubs, clock, outages, refreshToken, begin, count } = await stubbedProgram()
    stubs.set('discovery', () => new Response('oops', { status: 500 }))
    await clock.advance(3_600_000)
    const renewed = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    const { access_token: token } = (await renewed.json()) as { access_token: string }
    await repeat(6, async () => {
      await clock.advance(30_000)
      const found = await program.sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
      expect(found.status).toBe('ok')
    })
    await repeat(5, begin)
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
    const { stubs, check, authenticate, sso, outages } = await stubbedProgram()
    stubs.set('introspection', () => Response.json({ active: true, sub: 'x' }))
    expect(await check()).toBe('503 identity_unavailable')
    await repeat(8, authenticate)
    expect(outages()).toEqual([])
    expect(await sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: 'introspection: introspection answered without a required field',
    })
  })
})
