import { describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/program.ts'
import type { RecentSignIn } from '../program-sso.ts'
import { type ForgeIdToken, signInThrough } from '../testing/index.ts'

const ANA = { email: 'ana@example.test' }
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport'

const claiming =
  (changes: Record<string, unknown>): ForgeIdToken =>
  ({ claims, keys }) =>
    keys.sign({ ...claims, ...changes })

/** A citizen who has just signed in with such an ID token, and what a check of a route says. */
async function signedIn(forge: ForgeIdToken | null = null) {
  const program = testProgram()
  const citizen = program.identity.addCitizen(ANA)
  if (forge) program.identity.forgeNextIdToken(forge)
  const { accessToken, refreshToken } = await signInThrough(program.sso, program.identity, citizen)
  const check = async (recent: RecentSignIn, bearer = accessToken) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return (await program.sso.requireRecentSignIn(recent).authenticate({ headers })).status
  }
  return { ...program, citizen, check, refreshToken }
}

describe('a sign-in is recent', () => {
  // proves: program-recent-sign-in
  test('up to the last second that the route allows, however often its tokens are refreshed', async () => {
    const { clock, check, ask, refreshToken } = await signedIn()
    await clock.advance(300_000)
    expect(await check({ withinSeconds: 300 })).toBe('ok')
    await clock.advance(1)
    expect(await check({ withinSeconds: 300 })).toBe('insufficient')
    const renewed = await ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
    const { access_token: next } = (await renewed.json()) as { access_token: string }
    expect(await check({ withinSeconds: 300 }, next)).toBe('insufficient')
    expect(await check({ withinSeconds: 301 }, next)).toBe('ok')
  })

  // proves: program-recent-sign-in, core-3.1.3.7-auth-time
  test('never by a new ID token of an old central session, which has a new iat', async () => {
    const first = await signedIn()
    await first.clock.advance(3_600_000)
    const { accessToken } = await signInThrough(first.sso, first.identity, first.citizen)
    expect(await first.check({ withinSeconds: 3_599 }, accessToken)).toBe('insufficient')
    expect(await first.check({ withinSeconds: 3_600 }, accessToken)).toBe('ok')
  })

  // proves: program-recent-sign-in, core-3.1.3.7-auth-time
  test('never without auth_time, whatever iat says', async () => {
    const { check, sso } = await signedIn(claiming({ auth_time: undefined }))
    expect(await check({ withinSeconds: 999_999_999 })).toBe('insufficient')
    expect((await sso.sessions.list('account-1'))[0]).toMatchObject({ authenticatedAt: null, acr: PASSWORD })
  })

  test('as old as the token says, and no older than the clocks differ', async () => {
    for (const [skewSeconds, ageSeconds] of [
      [50, 100],
      [-50, 100],
      [-400, 100 + 340],
    ] as const) {
      const program = testProgram()
      const citizen = program.identity.addCitizen(ANA)
      program.identity.skew(skewSeconds)
      program.identity.forgeNextIdToken(({ claims, keys }) =>
        keys.sign({ ...claims, auth_time: Number(claims['iat']) - 100 }),
      )
      await signInThrough(program.sso, program.identity, citizen)
      const [session] = await program.sso.sessions.list('account-1')
      const signedInAt = program.clock.now().getTime() - ageSeconds * 1000
      expect(session?.authenticatedAt?.getTime()).toBe(signedInAt)
    }
  })

  // proves: program-recent-sign-in
  test('only by a class that counts, if the route names some', async () => {
    const by = async (acr: unknown, wanted: string | readonly string[]) =>
      (await signedIn(claiming({ acr }))).check({ withinSeconds: 300, acr: wanted })
    expect(await by('phr', 'phr')).toBe('ok')
    expect(await by('phrh', ['phr', 'phrh'])).toBe('ok')
    expect(await by(PASSWORD, ['phr', 'phrh'])).toBe('insufficient')
    expect(await by(undefined, 'phr')).toBe('insufficient')
    expect(await by('phrh', 'phr')).toBe('insufficient')
    expect(await by('phr', 'PHR')).toBe('insufficient')
    expect(await by(PASSWORD, [])).toBe('ok')
  })
})

describe('a check that makes no sense is refused at once', () => {
  const { sso } = testProgram()
  test.each([0, 59, -1, 1.5, NaN, Infinity, 1_000_000_000])('withinSeconds: %s', (withinSeconds) => {
    expect(() => sso.requireRecentSignIn({ withinSeconds })).toThrow('withinSeconds must be a whole number')
  })
  test.each([[''], ['a b'], ['a"b'], ['größer'], ['a\nb'], [Array(21).fill('a')], ['a'.repeat(256)]])(
    'acr: %j',
    (acr) => {
      expect(() => sso.requireRecentSignIn({ withinSeconds: 300, acr })).toThrow('acr must be up to 20 names')
    },
  )
})
