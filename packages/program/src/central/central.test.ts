import { describe, expect, test } from 'vitest'
import { askOf, beginSignIn, openCallback, testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import { systemRandom } from '../platform/index.ts'
import { storeClock } from '../store-clock.ts'
import { fakeClock, signInThrough } from '../testing/index.ts'
import { createBreaker } from './breaker.ts'

describe('the breaker', () => {
  const make = () => {
    const clock = fakeClock()
    const changes: string[] = []
    const breaker = createBreaker({
      clock,
      random: systemRandom,
      changed: (state) => void changes.push(state),
    })
    const fail = (times: number) => Array.from({ length: times }).forEach(() => breaker.failed('away'))
    return { clock, changes, breaker, fail }
  }

  test('opens at the fifth failure in ten seconds, not at the fourth', () => {
    const { breaker, fail } = make()
    fail(4)
    expect(breaker.admits()).toBe(true)
    fail(1)
    expect(breaker.admits()).toBe(false)
  })

  test('stays closed when failures are far apart', async () => {
    const { breaker, clock, fail } = make()
    for (let i = 0; i < 10; i += 1) {
      fail(1)
      await clock.advance(2501)
    }
    expect(breaker.admits()).toBe(true)
  })

  // proves: program-guard-breaker-opens-and-probes
  test('lets one probe through after the pause, and opens again when that fails', async () => {
    const { breaker, clock, fail, changes } = make()
    fail(5)
    await clock.advance(6001)
    expect([breaker.admits(), breaker.admits()]).toEqual([true, false])
    fail(1)
    expect(breaker.admits()).toBe(false)
    await clock.advance(6001)
    expect(breaker.admits()).toBe(true)
    breaker.succeeded()
    expect([breaker.admits(), breaker.admits()]).toEqual([true, true])
    expect(changes).toEqual(['outage', 'recovered'])
  })

  test('a probe without a result does not keep it open', async () => {
    const { breaker, clock, fail } = make()
    fail(5)
    await clock.advance(6001)
    breaker.admits()
    await clock.advance(30_000)
    expect(breaker.admits()).toBe(true)
  })

  // proves: threat-clock-jumps
  test('a clock that goes back an hour does not keep it open for one', async () => {
    const { breaker, clock, fail } = make()
    fail(5)
    await clock.advance(-3_600_000)
    expect(breaker.admits()).toBe(true)
  })
})

describe('keys, metadata and renewal', () => {
  // proves: threat-forged-id-token
  test('an issuer that differs by a slash is refused, and the log shows both', async () => {
    const program = testProgram()
    const sso = createProgramSso({
      ...program.config,
      identity: { ...program.config.identity, issuer: 'https://id.example.test/' },
    })
    const body = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
    const answer = await askOf(sso, 'POST', 'begin/', { body })
    expect(answer.status).toBe(503)
    expect(program.logged.join()).toContain('trailing slash')
  })

  // proves: program-4.3.4-key-rotation
  test('known keys go on working while the key set is away', async () => {
    const program = testProgram({ fetch: (...request) => away(...request) })
    let keysAway = false
    const away: typeof fetch = async (input, init) => {
      if (keysAway && String(input).includes('jwks')) throw new TypeError('fetch failed')
      return program.identity.fetch(input, init)
    }
    // The program is made before its fetch, which uses the fake of this program.
    const sso = createProgramSso({ ...program.config, fetch: away })
    await signInThrough(sso, program.identity, program.identity.addCitizen({ email: 'a@example.test' }))
    keysAway = true
    await expect(
      signInThrough(sso, program.identity, program.identity.addCitizen({ email: 'b@example.test' })),
    ).resolves.toBeDefined()
    await program.identity.rotateKeys()
    await expect(
      signInThrough(sso, program.identity, program.identity.addCitizen({ email: 'c@example.test' })),
    ).rejects.toThrow('sso_error=unavailable')
  })

  test('six requests on two instances renew an old session once', async () => {
    const program = testProgram({ session: { accessTtlMs: 900_000 } })
    const other = program.another()
    const { refreshToken } = await signInThrough(
      program.sso,
      program.identity,
      program.identity.addCitizen({ email: 'a@example.test' }),
    )
    await program.clock.advance(890_000)
    const body = { refresh_token: refreshToken, rotation_id: 'rotation-id-of-one-app' }
    const asked = Array.from({ length: 6 }, (_, n) =>
      askOf(n % 2 ? program.sso : other, 'POST', 'refresh/', { body }),
    )
    for (let i = 0; i < 20; i += 1) await program.clock.advance(50)
    expect((await Promise.all(asked)).map((answer) => answer.status)).toEqual(Array(6).fill(200))
    expect(program.identity.log.filter(({ path }) => path === '/o/token/')).toHaveLength(2)
  })

  // proves: program-guard-renewal
  test('a renewal whose reply is lost ends nothing while the present token works', async () => {
    const program = testProgram()
    let lose = false
    const losing: typeof fetch = async (input, init) => {
      const answer = await program.identity.fetch(input, init)
      if (lose && String(input).includes('/o/token/')) throw new DOMException('timeout', 'TimeoutError')
      return answer
    }
    const sso = createProgramSso({ ...program.config, fetch: losing })
    const { accessToken } = await signInThrough(
      sso,
      program.identity,
      program.identity.addCitizen({ email: 'a@example.test' }),
    )
    lose = true
    await program.clock.advance(880_000)
    expect(await sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })).toMatchObject({
      status: 'ok',
    })
  })

  // proves: program-4.3.3-iss-checked, threat-forged-id-token
  test('with the iss of another issuer, no code is sent (RFC 9207)', async () => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    const back = new URL(
      await program.identity.authorize(url, program.identity.addCitizen({ email: 'a@example.test' })),
    )
    back.searchParams.set('iss', 'https://evil.example.test')
    await openCallback(program, back.href)
    expect(program.identity.log.map(({ path }) => path)).not.toContain('/o/token/')
  })
})

describe('the clock', () => {
  // proves: program-clock-instances-agree
  test('follows the store, so that instances agree', async () => {
    const machine = fakeClock()
    const clock = storeClock({ now: async () => new Date(machine.now().getTime() + 25_000) }, machine)
    await clock.align()
    expect(clock.now().getTime() - machine.now().getTime()).toBe(25_000)
  })

  // proves: program-clock-instances-agree
  test('keeps going when the store does not answer', async () => {
    const machine = fakeClock()
    const clock = storeClock({ now: () => Promise.reject(new Error('gone')) }, machine)
    await clock.align()
    expect(clock.now()).toEqual(machine.now())
  })
})
