import { describe, expect, test } from 'vitest'
import { askOf, outcome } from '../../testing/program.ts'
import { openForgedCallback, repeat, stubbedProgram } from '../../testing/stubbed-program.ts'
import { createProgramSso } from '../create.ts'
import { signInThrough } from '../testing/index.ts'

describe('a 429 is no outage:', () => {
  const tooMany =
    (headers: Record<string, string> = {}) =>
    () =>
      new Response('slow down', { status: 429, headers })

  // proves: program-guard-429-is-no-outage
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
    const { stubs, check, authenticate, clock, count, sso, outages } = await stubbedProgram()
    stubs.set('introspection', tooMany(headers))
    expect(await check()).toBe('503 identity_unavailable')
    expect([count('introspection'), outages()]).toEqual([1, []])
    expect(await authenticate()).toMatchObject({ http: 503, retryAfterSeconds: seconds })
    expect(await sso.health()).toMatchObject({
      identity: 'degraded',
      lastError: 'introspection: the identity service answers 429',
    })
    stubs.delete('introspection')
    await clock.advance(seconds * 1000 - 1)
    expect(await authenticate()).toMatchObject({ http: 503, retryAfterSeconds: 1 })
    expect(count('introspection')).toBe(1)
    await clock.advance(1)
    expect(await authenticate()).toMatchObject({ status: 'ok' })
    expect(await sso.health()).toMatchObject({ identity: 'up' })
  })

  // proves: program-guard-429-is-no-outage, threat-stranger-uses-budget
  test('of introspection stops no sign-in, however often it comes', async () => {
    const { program, identity, citizen, stubs, check, outages } = await stubbedProgram()
    stubs.set('introspection', tooMany({ 'retry-after': '2' }))
    await repeat(8, async () => expect(await check()).toBe('503 identity_unavailable'))
    await expect(signInThrough(program.sso, identity, citizen)).resolves.toBeDefined()
    expect(outages()).toEqual([])
  })

  // proves: program-guard-429-is-no-outage
  test('of the token endpoint stops no check; begin/ answers 503 and says when to try again', async () => {
    const { program, stubs, check, begin, clock, count, outages } = await stubbedProgram()
    stubs.set('token', tooMany({ 'retry-after': '40' }))
    expect(await openForgedCallback(program)).toBe('sso_error=unavailable')
    const refused = await begin()
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual([
      '503 identity_unavailable',
      '40',
    ])
    expect([await check(), outages(), count('token')]).toEqual(['ok', [], 2])
    await clock.advance(10_000)
    expect((await begin()).status).toBe(200)
  })

  test('of discovery: begin/ says when to try again if the document was never read; a read document is used', async () => {
    const { program, config, stubs, clock, begin } = await stubbedProgram()
    const answer = tooMany({ 'retry-after': '17' })
    const sso = createProgramSso({ ...config, fetch: async () => answer() })
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    const refused = await askOf(sso, 'POST', 'begin/', { body })
    expect([await outcome(refused), refused.headers.get('retry-after')]).toEqual([
      '503 identity_unavailable',
      '17',
    ])
    stubs.set('discovery', answer)
    await clock.advance(3_600_000)
    expect([(await begin()).status, (await begin()).status]).toEqual([200, 200])
    expect(program.events.map(({ type }) => type)).not.toContain('identity_outage')
  })

  test('one that comes late does not shorten the wait of another, nor does an answer that was on its way', async () => {
    const { stubs, check, authenticate, count } = await stubbedProgram()
    stubs.set('introspection', tooMany({ 'retry-after': '50' }))
    await check()
    stubs.set('introspection', tooMany({ 'retry-after': '1' }))
    expect(await authenticate()).toMatchObject({ retryAfterSeconds: 50 })
    expect(count('introspection')).toBe(1)
  })

  test('a clock that goes back an hour does not stretch the wait', async () => {
    const { stubs, check, authenticate, clock } = await stubbedProgram()
    stubs.set('introspection', tooMany({ 'retry-after': '60' }))
    await check()
    stubs.delete('introspection')
    await clock.advance(-3_600_000)
    expect(await authenticate()).toMatchObject({ status: 'ok' })
  })
})
