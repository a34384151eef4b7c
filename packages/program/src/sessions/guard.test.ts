import { describe, expect, test } from 'vitest'
import { outcome, type TestProgram, testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import { secret } from '../platform/index.ts'
import type { AuthResult } from '../program-sso.ts'
import { signInThrough } from '../testing/index.ts'

const signIn = async (program: TestProgram) => {
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  return { subject: citizen.subject, ...(await signInThrough(program.sso, program.identity, citizen)) }
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const word = (result: AuthResult<unknown>) =>
  result.status === 'ok' ? 'ok' : `${result.http} ${result.code}`
const introspections = (program: TestProgram) =>
  program.identity.log.filter(({ path }) => path.includes('introspect')).length

describe('a token is refused', () => {
  // proves: program-5-local-bearer
  test.each<[string, Record<string, string | string[]>]>([
    ['401 missing_token', {}],
    ['401 missing_token', { authorization: '' }],
    ['401 missing_token', { authorization: 'Basic abc' }],
    ['401 missing_token', { authorization: 'Bearer' }],
    ['401 missing_token', { authorization: 'Bearer a b' }],
    ['401 missing_token', { authorization: ['Bearer a', 'Bearer b'] }],
    ['401 wrong_token_type', { authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }],
    ['401 wrong_token_type', { authorization: `Bearer ppr_${'A'.repeat(43)}` }],
    ['401 wrong_token_type', { authorization: `Bearer ssoc_${'A'.repeat(43)}` }],
    ['401 wrong_token_type', { authorization: `Bearer ppa_${'A'.repeat(42)}` }],
    ['401 token_unknown', { authorization: `Bearer ppa_${'A'.repeat(43)}` }],
  ])('with %s: %j', async (expected, headers) => {
    const result = await testProgram().sso.authenticate({ headers })
    expect(word(result)).toBe(expected)
    expect(result).toMatchObject({ clearLocal: false })
  })

  // proves: program-4.3.7-central-tokens-refused, threat-foreign-token-at-program
  test('as ID token, central token or refresh token of this very citizen', async () => {
    const program = testProgram()
    const central: Record<string, string>[] = []
    const seeing: typeof fetch = async (input, init) => {
      const answer = await program.identity.fetch(input, init)
      if (String(input).endsWith('/o/token/'))
        central.push((await answer.clone().json()) as (typeof central)[0])
      return answer
    }
    const sso = createProgramSso({ ...program.config, fetch: seeing })
    const { refreshToken } = await signIn({ ...program, sso })
    const [{ id_token = '', access_token = '', refresh_token = '' } = {}] = central
    for (const token of [refreshToken, id_token, access_token, refresh_token]) {
      expect(token.length).toBeGreaterThan(20)
      expect(word(await sso.authenticate(bearer(token)))).toBe('401 wrong_token_type')
      const answer = await sso.handle(
        new Request('https://permits.example.test/api/v1/sso/status/', bearer(token)),
      )
      expect(answer?.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    }
  })

  // proves: program-1.5-local-tokens-alone, threat-foreign-token-at-program
  test('of another program', async () => {
    const { accessToken } = await signIn(testProgram())
    expect(word(await testProgram().sso.authenticate(bearer(accessToken)))).toBe('401 token_unknown')
  })

  // proves: program-5.2-access-15-minutes
  test('after fifteen minutes, while the session stays open', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    await program.clock.advance(900_000)
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({
      code: 'access_expired',
      clearLocal: false,
    })
  })

  // proves: program-5.2-session-14-days, program-8-session-and-check
  test('after fourteen days, for good', async () => {
    const program = testProgram()
    const { refreshToken } = await signIn(program)
    await program.clock.advance(14 * 86_400_000)
    expect(
      await outcome(await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })),
    ).toBe('401 session_expired')
  })

  test('when the account was deleted', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    program.accounts.all.clear()
    expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({
      code: 'session_revoked',
      clearLocal: true,
    })
  })
})

describe('the 30-second ceiling', () => {
  // proves: program-5.5-30-seconds, threat-after-the-end
  test.each(['endCentralSession', 'suspend', 'resetPassword'] as const)(
    '%s takes effect within 30 seconds of use',
    async (act) => {
      const program = testProgram()
      const { accessToken, subject } = await signIn(program)
      program.identity[act](subject)
      expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('ok')
      await program.clock.advance(30_000)
      expect(await program.sso.authenticate(bearer(accessToken))).toMatchObject({
        code: 'session_ended',
        clearLocal: true,
      })
      expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('401 session_ended')
      expect(program.events.at(-1)).toMatchObject({ type: 'session_ended', cause: 'central_ended' })
    },
  )

  // proves: program-5.5-30-seconds, threat-after-the-end
  test('before 25 seconds there is no check; from 25 seconds on, it runs in the background', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    await program.clock.advance(24_999)
    await program.sso.authenticate(bearer(accessToken))
    expect(introspections(program)).toBe(0)
    await program.clock.advance(1)
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('ok')
    await expect.poll(() => introspections(program)).toBe(1)
  })

  // proves: program-guard-one-worker, threat-after-the-end
  test('40 requests on two instances make one introspection', async () => {
    const program = testProgram()
    const other = program.another()
    const { accessToken } = await signIn(program)
    await program.clock.advance(30_000)
    const asked = Array.from({ length: 40 }, (_, n) =>
      (n % 2 ? program.sso : other).authenticate(bearer(accessToken)),
    )
    for (let i = 0; i < 20; i += 1) await program.clock.advance(50)
    expect((await Promise.all(asked)).map(word)).toEqual(Array(40).fill('ok'))
    expect(introspections(program)).toBe(1)
  })

  // proves: threat-outage-as-revocation
  test.each(['refused', 'timeout', '500', '429'] as const)(
    'an outage (%s) is 503, ends nothing, and 200 follows after it',
    async (kind) => {
      const program = testProgram()
      const { accessToken } = await signIn(program)
      await program.clock.advance(30_000)
      program.identity.outage(kind)
      const result = await program.sso.authenticate(bearer(accessToken))
      expect(result).toMatchObject({ http: 503, code: 'identity_unavailable', clearLocal: false })
      if (result.status === 'ok') throw new Error('ok')
      expect(program.sso.refuse(result).headers.get('retry-after')).toMatch(/^\d+$/)
      program.identity.outage('off')
      await program.clock.advance(Number(program.sso.refuse(result).headers.get('retry-after')) * 1000)
      expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('ok')
    },
  )

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test('a refused client secret is 503 misconfigured and ends nothing', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    await program.clock.advance(30_000)
    program.identity.rotateClientSecret()
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('503 misconfigured')
  })

  // proves: program-guard-401-or-503
  test('a lost encryption key is 503 misconfigured and ends nothing', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    await program.clock.advance(30_000)
    const other = createProgramSso({
      ...program.config,
      encryptionKeys: [{ id: 'new', key: secret(btoa('x'.repeat(32))) }],
    })
    expect(word(await other.authenticate(bearer(accessToken)))).toBe('503 misconfigured')
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('ok')
  })

  // proves: program-guard-401-or-503, threat-outage-as-revocation
  test('a database that throws is 503 and ends nothing', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    program.store.findSessionByAccess = () => Promise.reject(new Error('connection terminated'))
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('503 misconfigured')
  })

  // proves: program-guard-renewal
  test('central tokens are renewed near their end, once, and an idle session survives their end', async () => {
    const program = testProgram()
    const { refreshToken } = await signIn(program)
    await program.clock.advance(3_600_000)
    const refreshed = await program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    expect(refreshed.status).toBe(200)
    expect(program.identity.log.filter(({ path }) => path === '/o/token/')).toHaveLength(2)
  })

  // proves: program-guard-breaker-opens-and-probes
  test('after five failures the breaker opens and nothing is sent, and one probe closes it', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    await program.clock.advance(30_000)
    program.identity.outage('500')
    for (let i = 0; i < 8; i += 1) await program.sso.authenticate(bearer(accessToken))
    expect(introspections(program)).toBe(5)
    expect(await program.sso.health()).toMatchObject({ identity: 'down' })
    program.identity.outage('off')
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('503 identity_unavailable')
    await program.clock.advance(6001)
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('ok')
    expect(program.events.map(({ type }) => type)).toEqual([
      'provisioned',
      'identity_outage',
      'identity_recovered',
    ])
  })
})

describe('refresh', () => {
  const rotation_id = 'rotation-id-of-one-app'

  // proves: program-5.2-refresh-rotates
  test('gives a new pair, and the same pair again to a retry', async () => {
    const program = testProgram()
    const { refreshToken: refresh_token, accessToken } = await signIn(program)
    const ask = async () =>
      (await program.ask('POST', 'refresh/', { body: { refresh_token, rotation_id } })).json() as Promise<{
        access_token: string
      }>
    const [first, second] = [await ask(), await ask()]
    expect(second).toEqual(first)
    expect(word(await program.sso.authenticate(bearer(first.access_token)))).toBe('ok')
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('ok')
  })

  // proves: program-5.2-refresh-rotates, threat-program-replay
  test('with another rotation id ends the session', async () => {
    const program = testProgram()
    const { refreshToken: refresh_token, accessToken } = await signIn(program)
    await program.ask('POST', 'refresh/', { body: { refresh_token, rotation_id } })
    const thief = { refresh_token, rotation_id: 'rotation-id-of-a-thief' }
    expect(await outcome(await program.ask('POST', 'refresh/', { body: thief }))).toBe('401 refresh_reused')
    expect(word(await program.sso.authenticate(bearer(accessToken)))).toBe('401 session_revoked')
    expect(program.events.map(({ type }) => type)).toContain('refresh_reuse')
  })

  // proves: program-4.2-503-keeps-credentials, program-refresh-central-check-first
  test('during an outage is 503 and spends nothing', async () => {
    const program = testProgram()
    const { refreshToken: refresh_token } = await signIn(program)
    await program.clock.advance(30_000)
    program.identity.outage('timeout')
    expect(await outcome(await program.ask('POST', 'refresh/', { body: { refresh_token } }))).toBe(
      '503 identity_unavailable',
    )
    program.identity.outage('off')
    expect((await program.ask('POST', 'refresh/', { body: { refresh_token } })).status).toBe(200)
  })

  test.each([
    ['401 refresh_invalid', { refresh_token: 'x' }],
    ['401 refresh_invalid', { refresh_token: `ppr_${'A'.repeat(43)}` }],
    ['401 refresh_invalid', { refresh_token: `ppa_${'A'.repeat(43)}` }],
    ['400 invalid_json', { refresh_token: 1 }],
    ['400 invalid_json', { refresh_token: 'x', rotation_id: 'short' }],
    ['400 unknown_field', { refresh_token: 'x', grant_type: 'refresh_token' }],
  ])('is refused with %s: %j', async (expected, body) => {
    expect(await outcome(await testProgram().ask('POST', 'refresh/', { body }))).toBe(expected)
  })

  // proves: program-limits-session
  test('the seventh in a minute waits', async () => {
    const program = testProgram()
    const { refreshToken: refresh_token } = await signIn(program)
    const outcomes: string[] = []
    for (let i = 0; i < 7; i += 1)
      outcomes.push(
        await outcome(await program.ask('POST', 'refresh/', { body: { refresh_token, rotation_id } })),
      )
    expect(outcomes).toEqual([...Array(6).fill('200'), '429 throttled'])
  })
})

describe('logout', () => {
  // proves: program-4.2-logout, program-5.4-logout-is-local
  test('ends this session, answers 204 again, revokes the central grant, and leaves other sessions', async () => {
    const program = testProgram()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const one = await signInThrough(program.sso, program.identity, citizen)
    const two = await signInThrough(program.sso, program.identity, citizen)
    expect((await program.ask('POST', 'logout/', { bearer: one.accessToken })).status).toBe(204)
    expect((await program.ask('POST', 'logout/', { bearer: one.accessToken })).status).toBe(204)
    expect(word(await program.sso.authenticate(bearer(one.accessToken)))).toBe('401 session_revoked')
    expect(word(await program.sso.authenticate(bearer(two.accessToken)))).toBe('ok')
    await expect.poll(() => program.identity.log.filter(({ path }) => path === '/o/revoke/').length).toBe(1)
  })

  // proves: program-4.2-logout
  test('works while the identity service is away', async () => {
    const program = testProgram()
    const { accessToken } = await signIn(program)
    program.identity.outage('timeout')
    expect((await program.ask('POST', 'logout/', { bearer: accessToken })).status).toBe(204)
  })

  // proves: program-4.2-logout, program-5-local-bearer
  test.each([
    ['401 missing_token', {}],
    ['401 token_unknown', { bearer: `ppa_${'A'.repeat(43)}` }],
    ['401 wrong_token_type', { bearer: 'eyJ.e.e' }],
  ])('is refused with %s', async (expected, options) => {
    expect(await outcome(await testProgram().ask('POST', 'logout/', options))).toBe(expected)
  })
})
