import { describe, expect, test } from 'vitest'
import {
  BASE,
  beginSignIn,
  openCallback,
  outcome,
  proof,
  type TestProgram,
  testProgram,
} from '../../testing/program.ts'
import { createProgramSso } from '../create.ts'
import { PROGRAM_ERROR_CODES } from '../index.ts'
import { secret } from '../platform/index.ts'
import { signInThrough } from '../testing/index.ts'

const ADDRESS = '192.0.2.1'
const GOOD = { return_uri: 'https://permits.example.test/signed-in', code_challenge: 'A'.repeat(43) }
const landed = async (program: TestProgram, options: { link?: string } = {}) => {
  const { url, verifier } = await beginSignIn(program, options)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const { code } = await openCallback(program, await program.identity.authorize(url, citizen))
  return { code: code ?? '', code_verifier: verifier }
}

/** How many requests are accepted before the first one that is refused. */
async function letThrough(most: number, ask: () => Promise<Response | null>): Promise<number> {
  for (let n = 0; n < most; n += 1) if ((await ask())?.status === 429) return n
  return most
}

describe('each limit is exact, and ends with its window', () => {
  // proves: program-4.2-429-retry-after, program-limits-per-address
  test.each<[string, number, (program: TestProgram) => Promise<Response | null>]>([
    ['begin per address', 60, (p) => p.ask('POST', 'begin/', { body: GOOD, ip: ADDRESS })],
    ['callback per address', 120, (p) => p.ask('GET', `callback/?state=${'A'.repeat(43)}`, { ip: ADDRESS })],
    [
      'failed exchanges per address',
      10,
      (p) =>
        p.ask('POST', 'exchange/', {
          body: { code: `ssoc_${'A'.repeat(43)}`, code_verifier: 'a'.repeat(43) },
          ip: ADDRESS,
        }),
    ],
  ])('%s: %d a minute', async (_name, limit, ask) => {
    const program = testProgram()
    expect(await letThrough(limit + 5, () => ask(program))).toBe(limit)
    const refused = await ask(program)
    expect(Number(refused?.headers.get('retry-after'))).toBe(60)
    await program.clock.advance(59_999)
    expect((await ask(program))?.status).toBe(429)
    await program.clock.advance(1)
    expect((await ask(program))?.status).not.toBe(429)
  })

  // proves: program-4.2-429-retry-after, program-limits-exchange
  test('exchange per address: 60 a minute, whatever becomes of them', async () => {
    const program = testProgram({ throttle: { exchangeFailuresPerIp: { limit: 1000, windowMs: 60_000 } } })
    const body = { code: `ssoc_${'A'.repeat(43)}`, code_verifier: 'a'.repeat(43) }
    const ask = () => program.ask('POST', 'exchange/', { body, ip: ADDRESS })
    expect(await letThrough(65, ask)).toBe(60)
    expect(await outcome(await ask())).toBe('429 throttled')
  })

  // proves: program-limits-session
  test('status per session: 60 a minute', async () => {
    const program = testProgram()
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const { accessToken } = await signInThrough(program.sso, program.identity, citizen)
    expect(await letThrough(65, () => program.ask('GET', 'status/', { bearer: accessToken }))).toBe(60)
  })

  // proves: program-limits-link-per-account
  test('begin with a link per account: 5 in ten minutes', async () => {
    const program = testProgram({
      legacy: {
        authenticate: async () => ({ accountId: 'old-1', sessionRef: 'r' }),
        closeLegacyAccess: async () => undefined,
      },
    })
    program.accounts.all.set('old-1', { id: 'old-1', name: 'Ana', email: 'ana@example.test' })
    const begin = () => program.ask('POST', 'begin/', { body: { ...GOOD, link: true }, bearer: 'old' })
    expect(await letThrough(10, begin)).toBe(5)
    await program.clock.advance(600_000)
    expect((await begin()).status).toBe(200)
  })

  // proves: program-exchange-five-wrong-verifiers
  test('wrong verifiers per code: the fifth one invalidates it, and then the right one is refused', async () => {
    const program = testProgram()
    const body = await landed(program)
    for (let n = 0; n < 5; n += 1) {
      const wrong = { ...body, code_verifier: (await proof()).verifier }
      expect(await outcome(await program.ask('POST', 'exchange/', { body: wrong }))).toBe(
        '401 handoff_invalid',
      )
    }
    expect(await outcome(await program.ask('POST', 'exchange/', { body }))).toBe('401 handoff_invalid')
    expect(program.accounts.all.size).toBe(0)
  })

  // proves: program-4.2-429-retry-after
  test('a callback that is throttled spends nothing: the same address works a minute later', async () => {
    const program = testProgram({ throttle: { callbackPerIp: { limit: 1, windowMs: 60_000 } } })
    const { url } = await beginSignIn(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const back = new URL(await program.identity.authorize(url, citizen))
    const visit = () => program.ask('GET', `callback/${back.search}`, { ip: ADDRESS })
    await program.ask('GET', 'callback/?state=x', { ip: ADDRESS })
    expect((await visit()).status).toBe(429)
    await program.clock.advance(60_000)
    expect((await visit()).headers.get('location')).toContain('sso_code=')
  })
})

test('the page that an unknown callback leads to is no second try', async () => {
  const program = testProgram({ throttle: { callbackPerIp: { limit: 2, windowMs: 60_000 } } })
  const visit = (query: string) => program.ask('GET', `callback/${query}`, { ip: ADDRESS })
  for (const state of ['x', 'A'.repeat(43)]) {
    expect((await visit(`?code=x&state=${state}`)).headers.get('location')).toBe(
      `${BASE}/api/v1/sso/callback/`,
    )
    expect((await visit('')).status).toBe(400)
  }
  expect((await visit('?code=x&state=x')).status).toBe(429)
  expect((await visit('')).status).toBe(400)
})

describe('a key that was removed too early', () => {
  const without = (program: TestProgram) =>
    createProgramSso({
      ...program.config,
      encryptionKeys: [{ id: 'new', key: secret(btoa('n'.repeat(32))) }],
    })

  // proves: program-callback-key-missing
  test('between callback and exchange is 503, and the code stays valid', async () => {
    const program = testProgram()
    const body = await landed(program)
    const keyless = { ...program, sso: without(program) }
    const request = () =>
      new Request('https://permits.example.test/api/v1/sso/exchange/', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const refused = await keyless.sso.handle(request())
    expect(refused && (await outcome(refused))).toBe('503 misconfigured')
    expect((await program.sso.handle(request()))?.status).toBe(200)
  })

  // proves: program-callback-key-missing
  test('between begin and callback is unavailable, and the reason names the key', async () => {
    const program = testProgram()
    const { url } = await beginSignIn(program)
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const callback = await program.identity.authorize(url, citizen)
    expect(await openCallback({ ...program, sso: without(program) } as TestProgram, callback)).toMatchObject({
      error: 'unavailable',
    })
    expect(program.events).toMatchObject([{ reason: expect.stringContaining('sealed with test') }])
  })

  test('behind a new one in front still opens everything', async () => {
    const program = testProgram()
    const body = await landed(program)
    const added = { id: 'new', key: secret(btoa('n'.repeat(32))) }
    const sso = createProgramSso({
      ...program.config,
      encryptionKeys: [added, ...program.config.encryptionKeys],
    })
    const pair = await signInThrough(
      sso,
      program.identity,
      program.identity.addCitizen({ email: 'b@example.test' }),
    )
    await program.clock.advance(30_000)
    const headers = { authorization: `Bearer ${pair.accessToken}` }
    expect(await sso.authenticate({ headers })).toMatchObject({ status: 'ok' })
    expect((await program.ask('POST', 'exchange/', { body })).status).toBe(200)
  })
})

describe('a forced link', () => {
  const program = () => {
    const made = testProgram({
      legacy: {
        authenticate: async (token) => ({ accountId: token.reveal(), sessionRef: `of ${token.reveal()}` }),
        closeLegacyAccess: async () => undefined,
      },
    })
    for (const id of ['mallory', 'ana'])
      made.accounts.all.set(id, { id, name: id, email: `${id}@example.test` })
    return made
  }

  // proves: program-linking-bearer-of-other-account
  test('with the bearer of another account is a conflict: the code is burned, nobody is linked', async () => {
    const made = program()
    const body = await landed(made, { link: 'mallory' })
    expect(await outcome(await made.ask('POST', 'exchange/', { body, bearer: 'ana' }))).toBe(
      '401 handoff_conflict',
    )
    expect(await outcome(await made.ask('POST', 'exchange/', { body, bearer: 'mallory' }))).toBe(
      '401 handoff_invalid',
    )
    expect([await made.sso.identityOf('mallory'), await made.sso.identityOf('ana')]).toEqual([null, null])
  })

  // proves: program-4.3.5-sso-code-once-and-bound
  test("a victim's code with an attacker's verifier of another sign-in opens nothing", async () => {
    const made = program()
    const victims = await landed(made)
    const attackers = await landed(made, { link: 'mallory' })
    const mixed = { code: victims.code, code_verifier: attackers.code_verifier }
    expect(await outcome(await made.ask('POST', 'exchange/', { body: mixed }))).toBe('401 handoff_invalid')
    expect((await made.ask('POST', 'exchange/', { body: victims })).status).toBe(200)
    expect(await made.sso.identityOf('mallory')).toBeNull()
  })
})

describe('hints', () => {
  test('name the place in the reference where the code is explained, with each code listed', async () => {
    const answer = await testProgram().ask('POST', 'begin/', { body: '[' })
    const { code, hint } = (await answer.json()) as { code: string; hint: string }
    expect(hint).toMatch(new RegExp(`See docs/errors/${code}$`))
    expect(PROGRAM_ERROR_CODES).toContain(code)
  })

  test('are in the response of refuse(), too, but only in development', async () => {
    const hintOf = async (made: TestProgram) => {
      const result = await made.sso.authenticate({ headers: {} })
      if (result.status === 'ok') throw new Error('nobody signed in')
      return ((await made.sso.refuse(result).json()) as { hint?: string }).hint
    }
    expect(await hintOf(testProgram())).toBe('See docs/errors/missing_token')
    const { store } = testProgram()
    expect(
      await hintOf(testProgram({ env: 'production', store: { ...store, name: 'elsewhere' } })),
    ).toBeUndefined()
  })
})

// proves: program-limits-uncounted
test('a request that cannot be counted gets 503, spends nothing, and works when it can be counted again', async () => {
  let isCounted = true
  const { store } = testProgram()
  const hit: typeof store.hit = (...counted) =>
    isCounted ? store.hit(...counted) : Promise.reject(new Error('planned'))
  const program = testProgram({ store: { ...store, hit } })
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const { accessToken, refreshToken } = await signInThrough(program.sso, program.identity, citizen)
  const { url, verifier } = await beginSignIn(program)
  const returned = await program.identity.authorize(url, citizen)
  const landing = () => program.sso.handle(new Request(returned), { ip: ADDRESS })
  const refresh = () => program.ask('POST', 'refresh/', { body: { refresh_token: refreshToken } })
  isCounted = false
  expect((await program.ask('POST', 'begin/', { body: GOOD, ip: ADDRESS })).status).toBe(503)
  expect((await landing())?.status).toBe(503)
  expect((await refresh()).status).toBe(503)
  const asked = new Request('https://permits.example.test/', {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect((await program.sso.authenticate(asked)).status).toBe('ok')
  isCounted = true
  const { code } = await openCallback(program, returned)
  const body = { code: code ?? '', code_verifier: verifier }
  const exchange = () => program.ask('POST', 'exchange/', { body, ip: ADDRESS })
  isCounted = false
  expect((await exchange()).status).toBe(503)
  isCounted = true
  expect((await exchange()).status).toBe(200)
  expect((await refresh()).status).toBe(200)
})
