import { describe, expect, test } from 'vitest'
import { browserOf } from '../../testing/cookie-browser.ts'
import {
  BASE,
  beginSignIn,
  lateProgram,
  outcome,
  patiently,
  type TestProgram,
  testProgram,
} from '../../testing/program.ts'
import { secret } from '../platform/index.ts'

// A browser that follows both answers of two clicks opens one callback twice, and shows the second answer.

const ANA = 'ana@example.test'
type Ask = (url: string, from?: { ip?: string; headers?: Record<string, string> }) => Promise<Response>
const openWith =
  ({ sso }: Pick<TestProgram, 'sso'>): Ask =>
  async (url, { ip, headers = {} } = {}) =>
    (await sso.handle(new Request(url, { headers }), ip === undefined ? {} : { ip })) ?? Response.error()
const locationOf = (response: Response) => response.headers.get('location') ?? ''
const codeOf = (response: Response) => new URL(locationOf(response)).searchParams.get('sso_code')
const redeemed = ({ identity }: TestProgram) => identity.log.filter(({ path }) => path === '/o/token/').length
const CANCELLED = `${BASE}/signed-in?sso_error=cancelled`

/** A sign-in of an app that has come back from the identity service. */
async function landing(program = testProgram()) {
  const { url, verifier } = await beginSignIn(program)
  const citizen = program.identity.addCitizen({ email: ANA })
  const exchange = async (code: string | null) =>
    outcome(await program.ask('POST', 'exchange/', { body: { code, code_verifier: verifier } }))
  const authorize = async () => program.identity.authorize(url, citizen)
  return { program, url, authorize, callback: await authorize(), exchange, open: openWith(program) }
}

describe('an app whose callback comes again', () => {
  // proves: program-callback-repeated
  test('gets the same redirect, after one exchange at the centre, and its code opens one session', async () => {
    const { program, callback, exchange, open } = await landing()
    const [first, again] = [await open(callback), await open(callback)]
    expect(locationOf(first)).toMatch(/\?sso_code=ssoc_[\w-]{43}$/)
    expect([again.status, locationOf(again)]).toEqual([302, locationOf(first)])
    expect(redeemed(program)).toBe(1)
    expect(await exchange(codeOf(again))).toBe('200')
    expect(await exchange(codeOf(first))).toBe('401 handoff_invalid')
    expect(program.events.map(({ type }) => type)).toEqual(['provisioned'])
  })

  // proves: program-callback-repeated
  test('while the centre still answers the first one, waits for it, on another instance, too', async () => {
    const { program, asked, release } = lateProgram()
    const { callback, exchange, open } = await landing(program)
    const first = open(callback)
    await asked
    const again = [open(callback), openWith({ sso: program.another() })(callback)]
    await program.clock.advance(600)
    release()
    const answers = await patiently(program, Promise.all([first, ...again]))
    const [code, ...others] = answers.map(codeOf)
    expect(others).toEqual([code, code])
    expect(redeemed(program)).toBe(1)
    expect(await exchange(code ?? null)).toBe('200')
  })

  test('after the key for sealing was replaced gets the same redirect', async () => {
    const { program, callback, open } = await landing()
    const first = await open(callback)
    const newer = { id: 'newer', key: secret(Buffer.alloc(32, 7).toString('base64')) }
    const encryptionKeys = [newer, ...program.config.encryptionKeys] as const
    const again = await openWith({ sso: program.another({ encryptionKeys }) })(callback)
    expect(locationOf(again)).toBe(locationOf(first))
  })

  // proves: program-4.3.3-state-once, threat-program-replay
  test('with another code is refused at once, whether that code is good or not', async () => {
    const { program, callback, authorize, exchange, open } = await landing()
    const first = await open(callback)
    const invented = new URL(callback)
    invented.searchParams.set('code', 'invented')
    for (const other of [await authorize(), invented.href])
      expect(locationOf(await open(other))).toBe(CANCELLED)
    expect(redeemed(program)).toBe(1)
    expect(await exchange(codeOf(first))).toBe('200')
  })

  // proves: program-callback-repeated, threat-program-replay
  test.each([
    ['another address', { ip: '198.51.100.9', headers: { 'user-agent': 'Firefox' } }],
    ['another browser', { ip: '203.0.113.7', headers: { 'user-agent': 'curl' } }],
  ])('from %s is refused, also while the first one is under way', async (_what, other) => {
    const { program, asked, release } = lateProgram()
    const { callback, open } = await landing(program)
    const own = { ip: '203.0.113.7', headers: { 'user-agent': 'Firefox' } }
    const first = open(callback, own)
    await asked
    expect(locationOf(await open(callback, other))).toBe(CANCELLED)
    release()
    expect(codeOf(await first)).toMatch(/^ssoc_/)
    expect(locationOf(await open(callback, other))).toBe(CANCELLED)
    expect(codeOf(await open(callback, own))).toBe(codeOf(await first))
  })

  // proves: program-4.3.3-state-once, threat-program-replay
  test('is refused once the code was exchanged, and once it has expired', async () => {
    const used = await landing()
    expect(await used.exchange(codeOf(await used.open(used.callback)))).toBe('200')
    expect(locationOf(await used.open(used.callback))).toBe(CANCELLED)
    const late = await landing()
    await late.open(late.callback)
    await late.program.clock.advance(89_999)
    expect(codeOf(await late.open(late.callback))).toMatch(/^ssoc_/)
    await late.program.clock.advance(1)
    expect(locationOf(await late.open(late.callback))).toBe(CANCELLED)
    expect(redeemed(late.program)).toBe(1)
  })

  // proves: program-callback-repeated
  test.each(['cancelled', 'unavailable', 'existing_account'])(
    'and was answered %s, is answered so again, with one event',
    async (word) => {
      const { program, url, callback, open } = await landing()
      program.accounts.emailBelongsToLocalAccount = async () => word === 'existing_account'
      if (word === 'unavailable') program.identity.tamperNextIdToken('nonce')
      const address = word === 'cancelled' ? program.identity.decline(url) : callback
      const answers = [await open(address), await open(address), await open(address)]
      expect(answers.map(locationOf)).toEqual(Array(3).fill(`${BASE}/signed-in?sso_error=${word}`))
      expect(program.events.map(({ type }) => type)).toEqual(['callback_refused'])
      expect(redeemed(program)).toBe(word === 'cancelled' ? 0 : 1)
    },
  )

  // proves: threat-program-replay
  test('and was cancelled, is not signed in by a code that comes later', async () => {
    const { program, url, callback, open } = await landing()
    await open(program.identity.decline(url))
    expect(locationOf(await open(callback))).toBe(CANCELLED)
    expect(redeemed(program)).toBe(0)
  })

  test('does not wait for ever for a process that has died', async () => {
    const { program, asked } = lateProgram()
    const { callback, open } = await landing(program)
    void open(callback)
    await asked
    expect(locationOf(await patiently(program, open(callback)))).toBe(CANCELLED)
    expect(program.clock.now().getTime()).toBeLessThan(Date.parse('2026-01-05T10:00:30Z'))
  })

  test('is refused if its return address has left the list', async () => {
    const { program, callback, open } = await landing()
    await open(callback)
    const sso = program.another({ program: { baseUrl: BASE, returnUris: [`${BASE}/other`] } })
    expect((await openWith({ sso })(callback)).headers.get('location')).toBe(`${BASE}/api/v1/sso/callback/`)
  })
})

describe('a browser of cookie mode whose callback comes again', () => {
  const pages = { cookies: {} }
  const sessionOf = (response: Response) =>
    response.headers
      .getSetCookie()
      .flatMap((line) => /^__Host-portico=(ppc_[\w-]{43});/.exec(line)?.[1] ?? [])

  /** A browser at the callback, which has not seen any answer to it. */
  async function atCallback(program = testProgram(pages), path = '/permits') {
    const browser = browserOf(program.sso)
    const citizen = program.identity.addCitizen({ email: ANA })
    const begun = await browser.open(`/api/v1/sso/login?return_to=${encodeURIComponent(path)}`)
    const callback = await program.identity.authorize(locationOf(begun), citizen)
    const headers: Record<string, string> = {
      ...browser.headers(),
      accept: 'text/html',
      'sec-fetch-mode': 'navigate',
    }
    const open = openWith(program)
    const visit = (cookie: string) => program.sso.authenticate({ headers: { cookie }, method: 'GET' })
    return { program, callback, headers, open: (own = headers) => open(callback, { headers: own }), visit }
  }

  // proves: program-callback-repeated, program-cookie-sign-in
  test('gets the cookie of the same session again, and ends on the page', async () => {
    const { program, open, visit } = await atCallback()
    const [first, again] = [await open(), await open()]
    expect([again.status, locationOf(again)]).toEqual([303, `${BASE}/permits`])
    expect(sessionOf(first)).toHaveLength(1)
    expect(sessionOf(again)).toEqual(sessionOf(first))
    expect(await visit(`__Host-portico=${sessionOf(again)[0]}`)).toMatchObject({ status: 'ok' })
    expect(redeemed(program)).toBe(1)
    expect(await program.sso.sessions.list('account-1')).toHaveLength(1)
    expect(program.events.map(({ type }) => type)).toEqual(['provisioned'])
  })

  // proves: program-callback-repeated
  test('while the first one is under way, waits for its session', async () => {
    const { program, asked, release } = lateProgram(pages)
    const { open } = await atCallback(program)
    const first = open()
    await asked
    const again = [open(), open()]
    await program.clock.advance(600)
    release()
    const [one, ...others] = (await patiently(program, Promise.all([first, ...again]))).map(sessionOf)
    expect(one).toHaveLength(1)
    expect(others).toEqual([one, one])
    expect(redeemed(program)).toBe(1)
  })

  // proves: program-cookie-own-browser
  test('without the cookie of the sign-in gets no session, whatever else it knows', async () => {
    const { program, headers, open } = await atCallback()
    await open()
    const other = await atCallback(program)
    for (const cookie of ['', other.headers['cookie'] ?? '', `${headers['cookie']}; ${headers['cookie']}`]) {
      const again = await open({ ...headers, cookie })
      expect([locationOf(again), sessionOf(again)]).toEqual([`${BASE}/permits`, []])
    }
  })

  test('gets no session that has ended, and none after 90 seconds', async () => {
    const ended = await atCallback()
    await ended.open()
    await ended.program.sso.sessions.revokeAll('account-1')
    const late = await atCallback()
    await late.open()
    await late.program.clock.advance(90_000)
    for (const { open } of [ended, late]) {
      const again = await open()
      expect([again.status, locationOf(again), sessionOf(again)]).toEqual([303, `${BASE}/permits`, []])
    }
  })

  test('with another code leads to the page without a session', async () => {
    const { program, callback, headers, open } = await atCallback()
    await open()
    const other = new URL(callback)
    other.searchParams.set('code', 'another')
    const again = await openWith(program)(other.href, { headers })
    expect([locationOf(again), sessionOf(again)]).toEqual([`${BASE}/permits`, []])
  })

  // proves: program-callback-repeated
  test('is signed in by a reload after its account could not be made', async () => {
    const { program, open } = await atCallback()
    const { provision } = program.accounts
    program.accounts.provision = () => Promise.reject(new Error('users table is locked'))
    expect((await open()).status).toBe(503)
    program.accounts.provision = provision
    expect(sessionOf(await open())).toHaveLength(1)
    expect(redeemed(program)).toBe(1)
  })

  // proves: program-callback-repeated
  test('and was refused, gets the same page again', async () => {
    const { program, open } = await atCallback()
    program.accounts.emailBelongsToLocalAccount = async () => true
    const answers = [await open(), await open()]
    const page = `${BASE}/api/v1/sso/callback/?sso_error=existing_account&return_to=%2Fpermits`
    expect(answers.map((answer) => answer.headers.get('location'))).toEqual([page, page])
    expect(program.events).toHaveLength(1)
  })
})
