import { describe, expect, test } from 'vitest'
import { outcome, type TestProgram, testProgram } from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import type { SsoStore } from '../store/index.ts'
import { fakeClock, memoryStore, signInThrough } from '../testing/index.ts'

// The machine of the program and the database each have their own clock.

const SECOND = 1000
const MINUTE = 60 * SECOND

/** A program whose store has its own clock, and a signed-in citizen. */
const signedIn = async () => {
  const stores = fakeClock()
  const program = testProgram({ store: memoryStore({ clock: stores }) as SsoStore })
  const machine = program.clock
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const pair = await signInThrough(program.sso, program.identity, citizen)
  const look = lookWith(program.sso, pair.accessToken)
  /** Moves both clocks. A machine that sleeps, or is set back, moves by less. */
  const pass = async (ms: number, seenByMachineMs = ms) => {
    await stores.advance(ms)
    await machine.advance(seenByMachineMs)
  }
  return { program, citizen, look, pass, machine, stores, ...pair }
}
const lookWith = (sso: TestProgram['sso'], token: string) => async () => {
  const found = await sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
  return found.status === 'ok' ? 'ok' : `${found.http} ${found.code}`
}
const introspections = ({ identity }: TestProgram) =>
  identity.log.filter(({ path }) => path.includes('introspect')).length

describe('the 30 seconds are those of the store', () => {
  // proves: program-clock-store-time, threat-after-the-end
  test.each([
    ['set back 24 seconds', 49 * SECOND, 25 * SECOND],
    ['set back an hour', 31 * SECOND, -60 * MINUTE],
    ['stopped for ten minutes', 10 * MINUTE, 0],
  ])('a machine whose clock is %s sees the end of the central session', async (_name, realMs, seenMs) => {
    const { program, citizen, look, pass } = await signedIn()
    program.identity.endCentralSession(citizen.subject)
    await pass(realMs, seenMs)
    expect(await look()).toBe('401 session_ended')
  })

  // proves: program-clock-store-time
  test('a machine whose clock is set ahead an hour asks nothing too early, and signs nobody out', async () => {
    const { program, look, pass } = await signedIn()
    await pass(24 * SECOND, 60 * MINUTE)
    expect([await look(), introspections(program)]).toEqual(['ok', 0])
  })

  // proves: program-clock-store-time
  test('a machine whose clock is set back keeps no access token alive, and no session', async () => {
    const { program, look, pass, refreshToken } = await signedIn()
    const body = { refresh_token: refreshToken }
    await pass(15 * MINUTE, 0)
    expect(await look()).toBe('401 access_expired')
    await pass(14 * 24 * 60 * MINUTE, 0)
    expect(await outcome(await program.ask('POST', 'refresh/', { body }))).toBe('401 session_expired')
  })

  test('a machine that was stopped while its access token ran out renews it: nobody is signed out', async () => {
    const { program, pass, refreshToken } = await signedIn()
    const body = { refresh_token: refreshToken }
    await program.identity.skew(20 * 60)
    await pass(20 * MINUTE, 0)
    expect(await outcome(await program.ask('POST', 'refresh/', { body }))).toBe('200')
  })

  test('an early check is made after 25 seconds of the store, too', async () => {
    const { program, look, pass } = await signedIn()
    await pass(24_999, 0)
    expect([await look(), introspections(program)]).toEqual(['ok', 0])
    await pass(1, 0)
    expect(await look()).toBe('ok')
    await expect.poll(() => introspections(program)).toBe(1)
  })

  // proves: program-clock-check-age
  test('the first check of a session counts from before its code was redeemed', async () => {
    const stores = fakeClock()
    const program = testProgram({ store: memoryStore({ clock: stores }) as SsoStore })
    const slow: typeof fetch = async (input, init) => {
      const answer = await program.identity.fetch(input, init)
      if (String(input).includes('/o/token/')) await stores.advance(31 * SECOND)
      return answer
    }
    const sso = createProgramSso({ ...program.config, fetch: slow })
    const citizen = program.identity.addCitizen({ email: 'bo@example.test' })
    const { accessToken } = await signInThrough(sso, program.identity, citizen)
    program.identity.endCentralSession(citizen.subject)
    expect(await lookWith(sso, accessToken)()).toBe('401 session_ended')
  })
})

describe('a machine that is suspended', () => {
  // proves: program-clock-check-age, threat-after-the-end
  test.each<[string, boolean]>([
    ['with a clock that goes on', true],
    ['with a clock that stops', false],
  ])(
    'during a check uses an answer from before the suspension for no later request, %s',
    async (_name, goesOn) => {
      const { program, citizen, machine, stores, accessToken } = await signedIn()
      const gate = Promise.withResolvers<void>()
      const held: typeof fetch = async (input, init) => {
        const answer = await program.identity.fetch(input, init)
        if (String(input).includes('introspect') && introspections(program) === 1) await gate.promise
        return answer
      }
      const look = lookWith(createProgramSso({ ...program.config, fetch: held }), accessToken)
      await stores.advance(30 * SECOND)
      await machine.advance(30 * SECOND)
      const before = look()
      await expect.poll(() => introspections(program)).toBe(1)
      program.identity.endCentralSession(citizen.subject)
      await stores.advance(10 * MINUTE)
      if (goesOn) await machine.advance(10 * MINUTE)
      const after = look()
      gate.resolve()
      expect([await before, await after]).toEqual(['401 session_ended', '401 session_ended'])
    },
  )

  // proves: threat-after-the-end
  test('between reading the session and its use checks again', async () => {
    const { program, citizen, machine, stores, look } = await signedIn()
    const read = program.store.findSessionByAccess.bind(program.store)
    program.store.findSessionByAccess = async (hash) => {
      const found = await read(hash)
      await Promise.all([stores.advance(10 * MINUTE), machine.advance(10 * MINUTE)])
      return found
    }
    program.identity.endCentralSession(citizen.subject)
    expect(await look()).toBe('401 session_ended')
  })

  // proves: program-clock-check-age
  test('in the middle of every check answers 503 in the end, and ends nothing', async () => {
    const { program, stores, machine, accessToken } = await signedIn()
    const sleepy: typeof fetch = async (input, init) => {
      const answer = await program.identity.fetch(input, init)
      if (String(input).includes('introspect')) await stores.advance(MINUTE)
      return answer
    }
    const look = lookWith(createProgramSso({ ...program.config, fetch: sleepy }), accessToken)
    await stores.advance(30 * SECOND)
    await machine.advance(30 * SECOND)
    expect(await look()).toBe('503 identity_unavailable')
    expect(introspections(program)).toBe(3)
    expect(program.events.map(({ type }) => type)).not.toContain('session_ended')
  })
})
