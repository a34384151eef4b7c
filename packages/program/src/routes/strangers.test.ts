import { describe, expect, test } from 'vitest'
import { askOf, proof, type TestProgram, testProgram } from '../../testing/program.ts'
import { signInThrough } from '../testing/index.ts'

/** Begins a sign-in from an address. Returns its state. */
async function beginFrom(
  program: TestProgram,
  ip: string,
): Promise<{ status: number; state: string; url: string }> {
  const body = {
    return_uri: 'https://permits.example.test/signed-in',
    code_challenge: (await proof()).challenge,
  }
  const answer = await program.ask('POST', 'begin/', { body, ip })
  const { authorization_url: url = '' } = (await answer.json()) as { authorization_url?: string }
  return {
    url,
    status: answer.status,
    state: URL.canParse(url) ? (new URL(url).searchParams.get('state') ?? '') : '',
  }
}

const comeBack = (program: TestProgram, ip: string, state: string, code = 'made-up') =>
  program.ask('GET', `callback/?${new URLSearchParams({ code, state })}`, { ip })

const signInMany = (program: TestProgram, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      signInThrough(
        program.sso,
        program.identity,
        program.identity.addCitizen({ email: `c${n}@example.test` }),
      ),
    ),
  )

const statusOf = async (program: TestProgram, { accessToken }: { accessToken: string }) =>
  (await program.sso.authenticate({ headers: { authorization: `Bearer ${accessToken}` } })).status

// proves: program-guard-4xx-is-an-answer, threat-stranger-opens-breaker
test('55 invented codes in a minute from one address affect no other citizen: sign-ins begin, sessions are checked', async () => {
  const program = testProgram()
  const signedIn = await signInMany(program, 8)
  await program.clock.advance(30_000)
  const states: string[] = []
  for (let n = 0; n < 55; n += 1) states.push((await beginFrom(program, '192.0.2.1')).state)
  const begun: number[] = []
  const checked: string[] = []
  for (let n = 0; n < 48; n += 6) {
    await Promise.all(states.splice(0, 7).map((state) => comeBack(program, '192.0.2.1', state)))
    for (const session of signedIn.splice(0, 1)) checked.push(await statusOf(program, session))
    for (let m = 1; m <= 6; m += 1) begun.push((await beginFrom(program, `198.51.100.${n + m}`)).status)
  }
  expect(begun).toEqual(Array(48).fill(200))
  expect(checked).toEqual(Array(8).fill('ok'))
  expect(program.events.map(({ type }) => type)).not.toContain('identity_outage')
})

const MINUTE = 60_000
const codesSent = ({ identity }: TestProgram) =>
  identity.log.filter(({ path }) => path === '/o/token/').length

/** A sign-in from an address, up to the callback. Returns the status, or the `sso_error`. */
async function signInFrom(program: TestProgram, ip: string): Promise<string> {
  const { url } = await beginFrom(program, ip)
  const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
  const back = new URL(await program.identity.authorize(url, citizen))
  const answer = await program.ask('GET', `callback/${back.search}`, { ip })
  const location = answer.headers.get('location')
  if (location === null) return String(answer.status)
  return new URL(location).searchParams.get('sso_error') ?? 'sso_code'
}

async function repeated<Value>(times: number, work: (n: number) => Promise<Value>): Promise<Value[]> {
  const all: Value[] = []
  for (let n = 0; n < times; n += 1) all.push(await work(n))
  return all
}

describe('invalid codes', () => {
  const junk = async (program: TestProgram, ip: string, sso = program.sso) => {
    const { state } = await beginFrom(program, ip)
    return askOf(sso, 'GET', `callback/?code=made-up&state=${state}`, { ip })
  }

  // proves: program-limits-refused-codes, threat-stranger-uses-budget
  test('cost ten requests a minute for an address; then a page is shown, and the state is not spent', async () => {
    const program = testProgram()
    const answers = await repeated(15, () => junk(program, '192.0.2.1'))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(302), ...Array(5).fill(429)])
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('60')
    expect(codesSent(program)).toBe(10)
    const { url } = await beginFrom(program, '192.0.2.1')
    const citizen = program.identity.addCitizen({ email: 'ana@example.test' })
    const { search } = new URL(await program.identity.authorize(url, citizen))
    const openCallback = () => program.ask('GET', `callback/${search}`, { ip: '192.0.2.1' })
    await program.clock.advance(MINUTE - 1)
    expect((await openCallback()).status).toBe(429)
    await program.clock.advance(1)
    expect((await openCallback()).headers.get('location')).toContain('sso_code=')
  })

  // proves: program-limits-refused-codes
  test('are counted by all instances together', async () => {
    const program = testProgram()
    const other = program.another()
    await repeated(5, () => junk(program, '192.0.2.1'))
    await repeated(5, () => junk(program, '192.0.2.1', other))
    expect((await junk(program, '192.0.2.1', other)).status).toBe(429)
    expect((await junk(program, '192.0.2.1')).status).toBe(302)
    expect((await junk(program, '192.0.2.1')).status).toBe(429)
    expect(codesSent(program)).toBe(11)
  })

  // proves: threat-stranger-uses-budget
  test('of one address do not count for another, not even all at once', async () => {
    const program = testProgram()
    const states = await repeated(55, async () => (await beginFrom(program, '192.0.2.1')).state)
    await Promise.all(states.map((state) => comeBack(program, '192.0.2.1', state)))
    expect(codesSent(program)).toBeLessThanOrEqual(22)
    expect(await signInFrom(program, '192.0.2.2')).toBe('sso_code')
  })

  test('include codes whose ID token fails a check, because a stranger can cause that', async () => {
    const program = testProgram()
    const outcomes = await repeated(12, () => {
      program.identity.tamperNextIdToken('nonce')
      return signInFrom(program, '192.0.2.1')
    })
    expect(outcomes).toEqual([...Array(10).fill('unavailable'), '429', '429'])
  })

  // proves: program-limits-refused-codes
  test.each<[string, string]>([
    ['the citizen said no', 'error=access_denied'],
    ['no code', ''],
    ['a foreign iss', 'code=x&iss=https://evil.example.test'],
  ])('do not include what costs no request: %s', async (_name, query) => {
    const program = testProgram()
    await repeated(20, async () => {
      const { state } = await beginFrom(program, '192.0.2.1')
      return program.ask('GET', `callback/?${query}&state=${state}`, { ip: '192.0.2.1' })
    })
    expect([codesSent(program), await signInFrom(program, '192.0.2.1')]).toEqual([0, 'sso_code'])
  })

  test('that are brought twice, or with an unknown state, do not count', async () => {
    const program = testProgram()
    const { state } = await beginFrom(program, '192.0.2.1')
    await repeated(30, () => comeBack(program, '192.0.2.1', state))
    await repeated(30, () => comeBack(program, '192.0.2.1', 'A'.repeat(43)))
    expect([codesSent(program), await signInFrom(program, '192.0.2.1')]).toEqual([1, 'sso_code'])
  })

  test('may be allowed or forbidden by the program: one, and no limit', async () => {
    const strict = testProgram({ throttle: { callbackFailuresPerIp: { limit: 1, windowMs: 10 * MINUTE } } })
    expect((await repeated(2, () => junk(strict, '192.0.2.1'))).map(({ status }) => status)).toEqual([
      302, 429,
    ])
    await strict.clock.advance(10 * MINUTE - 1)
    expect((await junk(strict, '192.0.2.1')).status).toBe(429)
    await strict.clock.advance(1)
    expect((await junk(strict, '192.0.2.1')).status).toBe(302)
    const open = testProgram({ throttle: false })
    const answers = await repeated(30, () => junk(open, '192.0.2.1'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
  })
})

describe('the token requests of a minute', () => {
  // proves: program-limits-fair-shares, threat-stranger-uses-budget
  test.each([
    ['an IPv4 address', () => '192.0.2.1'],
    ['an IPv6 site of 48 bits', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
  ])('are at most 20 % for %s, whatever their result; others can sign in', async (_name, address) => {
    const program = testProgram()
    const outcomes = await repeated(25, (n) => signInFrom(program, address(n)))
    expect(outcomes).toEqual([...Array(22).fill('sso_code'), ...Array(3).fill('429')])
    expect(await signInFrom(program, '198.51.100.1')).toBe('sso_code')
    expect(await signInFrom(program, '2001:db8:8::1')).toBe('sso_code')
    await program.clock.advance(MINUTE)
    expect(await signInFrom(program, address(0))).toBe('sso_code')
  })

  // proves: program-limits-fair-shares, threat-stranger-uses-budget
  test('cannot be used up by sign-ins of any number of addresses: sessions are renewed', async () => {
    const program = testProgram()
    const [session] = await signInMany(program, 1)
    await program.clock.advance(880_000)
    const outcomes = await repeated(60, (n) => signInFrom(program, `192.0.2.${n}`))
    expect(outcomes).toEqual([...Array(50).fill('sso_code'), ...Array(10).fill('unavailable')])
    const sent = codesSent(program)
    expect(session && (await statusOf(program, session))).toBe('ok')
    expect(codesSent(program)).toBe(sent + 1)
  })
})
