import { describe, expect, test } from 'vitest'
import { testProgram } from '../../testing/program.ts'
import { secret, systemRandom } from '../platform/index.ts'
import { fakeClock, signInThrough } from '../testing/index.ts'
import { createBudget } from './budget.ts'
import { createCentral } from './central.ts'

describe('the budget', () => {
  // proves: program-8-below-service-limits, program-limits-below-service-limits
  test('is full in any sliding minute, and no purpose uses more than its share', async () => {
    const clock = fakeClock()
    const budget = createBudget(clock, 10, { 'sign-in': 6, renewal: 9 })
    const taken = (purpose: 'sign-in' | 'renewal') =>
      Array.from({ length: 20 }, () => budget.reserve(purpose)).filter(Boolean).length
    expect([taken('sign-in'), taken('renewal'), budget.left()]).toEqual([6, 4, 0])
    await clock.advance(59_999)
    expect([taken('renewal'), taken('sign-in')]).toEqual([0, 0])
    await clock.advance(1)
    expect([taken('renewal'), taken('sign-in'), budget.left()]).toEqual([9, 1, 0])
  })

  // proves: program-limits-below-service-limits
  test('of any size cannot be used up by sign-ins: sessions are still renewed', async () => {
    const program = testProgram({ throttle: { outboundTokenPerMinute: 2 } })
    const citizen = program.identity.addCitizen({ email: 'a@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    await program.clock.advance(880_000)
    const headers = { authorization: `Bearer ${accessToken}` }
    expect((await program.sso.authenticate({ headers })).status).toBe('ok')
    expect(program.identity.log.filter(({ path }) => path === '/o/token/')).toHaveLength(2)
  })

  const central = (outboundTokenPerMinute: number) => {
    const { identity, clock } = testProgram()
    const settings = {
      ...{ baseUrl: identity.baseUrl, issuer: identity.baseUrl, clientId: identity.clientId },
      clientSecret: async () => secret(identity.clientSecret),
      callbackUrl: 'https://permits.example.test/callback',
      ...{ timeoutMs: 4000, outboundTokenPerMinute, outboundIntrospectPerMinute: 1400 },
    }
    const needs = { settings, clock, random: systemRandom, fetch: identity.fetch, changed: () => undefined }
    const service = createCentral(needs)
    const signIn = () =>
      service.redeemCode({
        parameters: new URLSearchParams({ code: 'x', state: 's' }),
        ...{ state: 's', nonce: 'n', verifier: 'v'.repeat(43), askedAt: clock.now() },
      })
    const renew = () =>
      service.refresh({
        ...{ refreshToken: 'r', subject: 's', idempotencyKey: undefined },
        stillOurs: async () => clock.now(),
      })
    /** How many of these requests are sent. */
    const sent = async (ask: typeof signIn | typeof renew, times: number) => {
      const before = identity.log.length
      for (let n = 0; n < times; n += 1) await ask()
      return identity.log.slice(before).filter(({ path }) => path === '/o/token/').length
    }
    return { clock, signIn, renew, sent }
  }

  // proves: program-limits-fair-shares
  test('of 110: renewals get 99 and leave 11 for sign-ins; sign-ins get 50 and leave 60', async () => {
    const first = central(110)
    expect([await first.sent(first.renew, 120), await first.sent(first.signIn, 60)]).toEqual([99, 11])
    const second = central(110)
    expect([await second.sent(second.signIn, 60), await second.sent(second.renew, 120)]).toEqual([50, 60])
  })

  test.each([1, 2, 3, 10])('of %d lets both have something, in time', async (most) => {
    const { sent, signIn, renew, clock } = central(most)
    expect(await sent(signIn, 20)).toBeGreaterThan(0)
    await clock.advance(60_000)
    expect(await sent(renew, 20)).toBeGreaterThan(0)
  })

  // proves: program-limits-fair-shares
  test('825 sessions renewed at their natural rate, and 50 sign-ins a minute, get all that they ask for', async () => {
    const { sent, signIn, renew, clock } = central(110)
    let [renewals, signIns] = [0, 0]
    for (let second = 0; second < 180; second += 1) {
      renewals += await sent(renew, 1)
      if (second % 6 < 5) signIns += await sent(signIn, 1)
      await clock.advance(1000)
    }
    expect([renewals, signIns]).toEqual([180, 150])
  })

  // proves: program-8-below-service-limits
  test('is used up before the identity service answers 429: 503, and nothing is sent', async () => {
    const program = testProgram({ throttle: { outboundIntrospectPerMinute: 1 } })
    const citizens = ['a', 'b'].map((name) => program.identity.addCitizen({ email: `${name}@example.test` }))
    const signedIn = await Promise.all(
      citizens.map((citizen) => signInThrough(program.sso, program.identity, citizen)),
    )
    await program.clock.advance(30_000)
    const results = await Promise.all(
      signedIn.map(({ accessToken }) =>
        program.sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } }),
      ),
    )
    expect(results.map(({ status }) => status).toSorted()).toEqual(['ok', 'unavailable'])
  })
})
