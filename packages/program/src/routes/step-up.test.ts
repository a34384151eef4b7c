import { describe, expect, test } from 'vitest'
import { browserOf, type CookieBrowser, openedCallback, signInWith } from '../../testing/cookie-browser.ts'
import { BASE, openCallback, outcome, proof, type TestProgram, testProgram } from '../../testing/program.ts'
import { type ForgeIdToken, signInThrough } from '../testing/index.ts'

const ANA = 'ana@example.test'
const BEN = 'ben@example.test'
const locationOf = (response: Response) => response.headers.get('location') ?? ''
const claiming =
  (changes: Record<string, unknown>): ForgeIdToken =>
  ({ claims, keys }) =>
    keys.sign({ ...claims, ...changes })
const without = (url: string, ...names: readonly string[]) => {
  const changed = new URL(url)
  for (const name of names) changed.searchParams.delete(name)
  return changed.href
}

interface Asked {
  readonly max_age?: unknown
  readonly acr_values?: unknown
}

/** A citizen who is signed in for an hour, and an app that asks for more. */
async function signedIn() {
  const program = testProgram()
  const { identity, sso, clock } = program
  const ana = identity.addCitizen({ email: ANA })
  const { accessToken } = await signInThrough(sso, identity, ana)
  await clock.advance(600_000)
  return { program, ana, bearer: accessToken }
}

async function begin(program: TestProgram, asked: Asked, bearer?: string) {
  const { verifier, challenge } = await proof()
  const body = { return_uri: `${BASE}/signed-in`, code_challenge: challenge, ...asked }
  const response = await program.ask('POST', 'begin/', { body, ...(bearer !== undefined && { bearer }) })
  const { authorization_url: url = '' } = (await response.clone().json()) as { authorization_url?: string }
  return { response, url, verifier }
}

const land = async ({ program }: { program: TestProgram }, url: string, subject: string) =>
  openCallback(program, await program.identity.authorize(url, { subject }))

describe('an app asks for a newer or a stronger sign-in', () => {
  // proves: program-step-up
  test('with max_age and acr_values, which reach the identity service, and gets a session with the new time', async () => {
    const setting = await signedIn()
    const { program, ana, bearer } = setting
    ana.acr = 'phr'
    const { url, verifier } = await begin(program, { max_age: 270, acr_values: 'phr phrh' }, bearer)
    const { searchParams } = new URL(url)
    expect([searchParams.get('max_age'), searchParams.get('acr_values')]).toEqual(['270', 'phr phrh'])
    const { code } = await land(setting, url, ana.subject)
    const exchanged = await program.ask('POST', 'exchange/', { body: { code, code_verifier: verifier } })
    const { access_token: next } = (await exchanged.json()) as { access_token: string }
    const recent = program.sso.requireRecentSignIn({ withinSeconds: 300, acr: ['phr', 'phrh'] })
    const check = async (token: string) =>
      (await recent.authenticate({ headers: { authorization: `Bearer ${token}` } })).status
    expect([await check(next), await check(bearer)]).toEqual(['ok', 'insufficient'])
  })

  test('and without them, nothing is asked for', async () => {
    const { url } = await begin((await signedIn()).program, {})
    expect([...new URL(url).searchParams.keys()].filter((name) => /max_age|acr/.test(name))).toEqual([])
  })

  // proves: program-step-up, core-3.1.3.7-auth-time, threat-old-sign-in-as-new
  test('a browser that takes max_age out of the address gains nothing, nor does an ID token without auth_time', async () => {
    const setting = await signedIn()
    const { program, ana, bearer } = setting
    const stripped = await begin(program, { max_age: 270 }, bearer)
    expect(await land(setting, without(stripped.url, 'max_age'), ana.subject)).toMatchObject({
      code: null,
      error: 'cancelled',
    })
    for (const claims of [{ auth_time: undefined }, { auth_time: 1 }]) {
      const { url } = await begin(program, { max_age: 270 }, bearer)
      program.identity.forgeNextIdToken(claiming(claims))
      expect((await land(setting, url, ana.subject)).error).toBe('cancelled')
    }
    await expect.poll(() => program.identity.openGrants(ana.subject)).toBe(1)
    expect(program.logged.filter((line) => line.includes('older than max_age'))).toHaveLength(3)
    expect((await program.sso.sessions.list('account-1')).length).toBe(1)
  })

  // proves: program-step-up
  test('max_age=0 takes no sign-in from before it was asked for', async () => {
    const setting = await signedIn()
    const { program, ana, bearer } = setting
    const { url } = await begin(program, { max_age: 0 }, bearer)
    expect((await land(setting, url, ana.subject)).error).toBeNull()
    await program.clock.advance(60_000)
    const again = await begin(program, { max_age: 0 }, bearer)
    expect((await land(setting, without(again.url, 'max_age'), ana.subject)).error).toBe('cancelled')
  })

  // proves: program-step-up
  test('a class that was not asked for is refused, and one that nobody says', async () => {
    const setting = await signedIn()
    const { program, ana, bearer } = setting
    for (const acr of ['urn:example:password', null]) {
      ana.acr = acr
      const { url } = await begin(program, { acr_values: 'phr' }, bearer)
      expect((await land(setting, url, ana.subject)).error).toBe('cancelled')
    }
  })

  // proves: program-step-up
  test('another citizen than the one of the bearer is refused; without a bearer, anybody may sign in', async () => {
    const setting = await signedIn()
    const { program, bearer } = setting
    const ben = program.identity.addCitizen({ email: BEN })
    const { url } = await begin(program, { max_age: 270 }, bearer)
    expect(await land(setting, url, ben.subject)).toMatchObject({ code: null, error: 'cancelled' })
    await expect.poll(() => program.identity.openGrants(ben.subject)).toBe(0)
    const free = await begin(program, { max_age: 270 })
    expect((await land(setting, free.url, ben.subject)).error).toBeNull()
  })

  test.each<Asked>([
    { max_age: -1 },
    { max_age: 1.5 },
    { max_age: '60' },
    { max_age: null },
    { max_age: 1_000_000_000 },
    { acr_values: '' },
    { acr_values: 'phr  phrh' },
    { acr_values: ' phr' },
    { acr_values: ['phr'] },
    { acr_values: 'a"b' },
    { acr_values: Array(21).fill('a').join(' ') },
  ])('%j is refused, and nothing is begun', async (asked) => {
    const { program, bearer } = await signedIn()
    const { response } = await begin(program, asked, bearer)
    expect(await outcome(response)).toBe('400 invalid_json')
  })

  test('a bearer that is over or unknown is refused as anywhere else', async () => {
    const { program, bearer } = await signedIn()
    const [session] = await program.sso.sessions.list('account-1')
    await program.sso.sessions.revoke(session?.id ?? '')
    expect(await outcome((await begin(program, { max_age: 60 }, bearer)).response)).toBe(
      '401 session_revoked',
    )
    expect(await outcome((await begin(program, { max_age: 60 }, 'ppa_x')).response)).toMatch(/^401 /)
  })
})

const login = (query: string) => `/api/v1/sso/login?return_to=%2Fpay%3Fbill%3D7&${query}`

describe('a page asks for a newer or a stronger sign-in, in cookie mode', () => {
  async function page(cookies: { problemPage?: string } = {}) {
    const program = testProgram({ cookies })
    const browser = browserOf(program.sso)
    const ana = program.identity.addCitizen({ email: ANA })
    await signInWith(browser, (url) => program.identity.authorize(url, ana))
    await program.clock.advance(600_000)
    const stepUp = async (query: string, subject = ana.subject, change = (url: string) => url) => {
      const begun = await browser.open(login(query))
      const callback = await program.identity.authorize(change(locationOf(begun)), { subject })
      return (await openedCallback(browser, callback)).answer
    }
    return { program, browser, ana, stepUp }
  }
  const accountOf = async ({ sso }: TestProgram, browser: CookieBrowser) => {
    const found = await sso.authenticate({ headers: browser.headers(), method: 'GET' })
    return found.status === 'ok' ? found.account.email : found.code
  }

  // proves: program-step-up
  test('and comes back to the page with a new session of the same citizen', async () => {
    const { program, browser, stepUp } = await page()
    const before = [...browser.jar.values()]
    expect(locationOf(await stepUp('max_age=270'))).toBe(`${BASE}/pay?bill=7`)
    expect([...browser.jar.values()]).not.toEqual(before)
    expect(await accountOf(program, browser)).toBe(ANA)
  })

  // proves: program-step-up
  test.each([
    ['a sign-in that is too old', 'max_age=270', (url: string) => without(url, 'max_age')],
    ['a class that does not count', 'max_age=270&acr_values=phr%20phrh', (url: string) => url],
  ])('%s gets a page that begins nothing by itself, and stays signed in', async (_name, query, change) => {
    const { program, browser, stepUp } = await page()
    const answered = await stepUp(query, undefined, change)
    expect([answered.status, locationOf(answered)]).toEqual([403, ''])
    expect(await answered.text()).toContain(`href="${BASE}/pay?bill=7"`)
    expect(await accountOf(program, browser)).toBe(ANA)
    expect((await program.sso.sessions.list('account-1')).length).toBe(1)
  })

  // proves: program-step-up
  test('another citizen does not take over the page of the first one', async () => {
    const { program, browser, stepUp } = await page({ problemPage: '/problem' })
    const ben = program.identity.addCitizen({ email: BEN })
    const answered = await stepUp('max_age=270', ben.subject)
    expect(locationOf(answered)).toBe(`${BASE}/problem?sso_error=other_account&return_to=%2Fpay%3Fbill%3D7`)
    expect(await accountOf(program, browser)).toBe(ANA)
    await expect.poll(() => program.identity.openGrants(ben.subject)).toBe(0)
  })

  test('a session that has ended meanwhile binds nobody', async () => {
    const { program, browser, stepUp } = await page()
    const ben = program.identity.addCitizen({ email: BEN })
    await program.sso.sessions.revokeAll('account-1')
    expect(locationOf(await stepUp('max_age=270', ben.subject))).toBe(`${BASE}/pay?bill=7`)
    expect(await accountOf(program, browser)).toBe(BEN)
  })

  test.each([
    'max_age=',
    'max_age=-1',
    'max_age=1e3',
    'max_age=1.5',
    'max_age=1234567890',
    'max_age=1&max_age=2',
    'acr_values=',
    'acr_values=a%20%20b',
    'acr_values=a&acr_values=b',
    'acr_values=a%22b',
  ])('%s in the address is refused', async (query) => {
    const { browser } = await page()
    const answered = await browser.open(login(query))
    expect([answered.status, locationOf(answered)]).toEqual([400, ''])
  })
})
