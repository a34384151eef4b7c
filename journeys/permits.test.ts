// Takes long, because whole stories are told in a real browser.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addOldAccount } from '../examples/parking-permits/server/index.ts'
import { addCitizen, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { runPortico } from './kit/identity-process.ts'
import { linkIn } from './kit/mail-server.ts'
import { type Guest, openGuest, openPermitsStage, type PermitsStage } from './permits-stage.ts'

let stage: PermitsStage
const guests: Guest[] = []

beforeAll(async () => {
  stage = await openPermitsStage()
})
afterAll(() => stage?.close())

/** No test leaves an error in the console, or a token in an address (contract 4.3, rule 5). */
afterEach(async () => {
  const opened = guests.splice(0)
  await Promise.all(opened.map((guest) => guest.close()))
  expect(opened.flatMap(({ faults }) => faults)).toEqual([])
  const token = /ppa_|ppr_|eyJ[\w-]+\.[\w-]+\.|access_token|refresh_token|id_token|code_verifier/
  expect(opened.flatMap(({ addresses }) => addresses).filter((address) => token.test(address))).toEqual([])
})

async function visit(options: Parameters<typeof openGuest>[1] = {}): Promise<Guest> {
  const guest = await openGuest(stage, options)
  guests.push(guest)
  return guest
}

const operator = async (...args: string[]) => {
  const { code, output } = await runPortico(args, stage.identity.environment).ended
  expect(code, output).toBe(0)
}

// proves: program-app-keyboard-screen-reader
test('somebody without an account registers on the way and comes back signed in, on a phone (contract 1.1, 1.5, 4.3)', async () => {
  const guest = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true })
  const { page } = guest
  const email = 'newcomer@example.test'
  await guest.goTo(stage.permits)
  expect(await guest.inaccessible()).toEqual([])
  await guest.pressOnPage('Sign in')
  await page.waitForURL((url) => url.pathname === '/login/')
  await guest.press('Create an account')
  await guest.fill({ full_name: 'Nina Newcomer', email })
  await guest.press('Create account')
  await page.goto(linkIn(await stage.mailServer.mailTo(email, 'Confirm your email address')))
  await guest.fill({ password: TEST_PASSWORD })
  await guest.press('Set password')
  await guest.press('Continue')
  await guest.isSignedIn('Nina Newcomer')
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('Number plate').fill('PO 1234')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.locator('#permits-list li').waitFor()
  expect(await guest.inaccessible()).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
})

// proves: program-1.7-profile-at-first-sign-in
test('a second program knows the same citizen without a password, and each has an account of its own (contract 1.5, 1.7)', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Two Programs' })
  const guest = await visit()
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Two Programs')
  await guest.goTo(stage.library)
  await guest.pressOnPage('Sign in')
  await guest.page.waitForURL((url) => url.pathname === '/o/authorize/')
  await guest.press('Continue')
  await guest.isSignedIn('Two Programs')
  for (const { pool } of [stage.permits, stage.library]) {
    const { rows } = await pool.query('select 1 from sso.identities where subject = $1', [citizen.subject])
    expect(rows).toHaveLength(1)
  }
})

// proves: program-6-error-cancelled, program-7-callback-errors-actionable
test('cancelling comes back with words and a way to start again (contract 3, 7)', async () => {
  const citizen = await addCitizen(stage.identity.service)
  const guest = await visit()
  await guest.goTo(stage.permits)
  await guest.pressOnPage('Sign in')
  await guest.page.waitForURL((url) => url.pathname === '/login/')
  await guest.fill({ email: citizen.email, password: TEST_PASSWORD })
  await guest.pressMain()
  await guest.press('Cancel')
  await guest.isTold('You did not finish signing in.')
  await guest.pressOnPage('Sign in')
  await guest.page.waitForURL((url) => url.pathname === '/o/authorize/')
  await guest.press('Continue')
  await guest.isSignedIn('Ana Example')
})

// proves: program-1.8-no-merge-by-email
test('an old account is never merged by its e-mail; connected, its permits stay and its password is dead (contract 1.8, 3, 5.6)', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Olga Central' })
  const old = { email: citizen.email, password: 'an old password' }
  const send = (path: string, body: object) =>
    fetch(stage.permits.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await addOldAccount(stage.permits.database.url, { ...old, name: 'Olga Old' })
  const login = () => send('/api/v1/auth/login/', old)
  const { access_token: oldToken } = (await (await login()).json()) as { access_token: string }

  const guest = await visit()
  const { page } = guest
  await guest.signIn(stage.permits, citizen.email)
  await guest.isTold(/already have an account here/)
  await guest.pressOnPage('Connect my old account')
  await page.locator('#old-sign-in input[name=email]').fill(old.email)
  await page.locator('#old-sign-in input[name=password]').fill(old.password)
  await guest.pressOnPage('Sign in the old way')
  await guest.pressOnPage('Connect to my central account')
  await guest.page.waitForURL((url) => url.origin === stage.permits.url && url.pathname === '/')
  await page.locator('#connect').waitFor({ state: 'hidden' })
  await guest.isSignedIn('Olga Central')
  const { rows } = await stage.permits.pool.query('select via from sso.identities where subject = $1', [
    citizen.subject,
  ])
  expect(rows).toEqual([{ via: 'linked' }])
  expect((await login()).status).toBe(401)
  const me = await fetch(`${stage.permits.url}/api/v1/me/`, {
    headers: { authorization: `Bearer ${oldToken}` },
  })
  expect(me.status).toBe(401)
})

/** Signs in with an old password. */
async function enterTheOldWay(
  { page, pressOnPage }: Guest,
  { email, password }: { email: string; password: string },
) {
  await page.locator('#old summary').click()
  await page.locator('#old-sign-in input[name=email]').fill(email)
  await page.locator('#old-sign-in input[name=password]').fill(password)
  await pressOnPage('Sign in the old way')
  await page.locator('#connect').waitFor()
}

test('a central account that has another account here: the citizen reads the cause and one next step, and stays signed in', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Carla Central' })
  const old = { email: 'carla.old@example.test', password: 'an old password' }
  await addOldAccount(stage.permits.database.url, { ...old, name: 'Carla Old' })
  const guest = await visit()
  const { page } = guest
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Carla Central')
  await guest.signOut()
  await page.locator('#signed-out').waitFor()
  await enterTheOldWay(guest, old)
  await guest.pressOnPage('Connect to my central account')
  await expect
    .poll(() => page.locator('#notice-text').textContent())
    .toMatch(/already has another parking account/)
  await guest.isSignedIn('Carla Old')
  expect(await page.evaluate('sessionStorage.length')).toBe(0)
  expect(await page.locator('#connect').isVisible()).toBe(true)
  expect(await guest.inaccessible()).toEqual([])
  await guest.pressOnPage('Sign in with your central account')
  await guest.isSignedIn('Carla Central')
})

test('an old account that somebody connected in the meantime: the citizen reads so, and is signed in nowhere', async () => {
  const [owner, late] = [
    await addCitizen(stage.identity.service, { fullName: 'Otto Owner' }),
    await addCitizen(stage.identity.service),
  ]
  const old = { email: 'shared.old@example.test', password: 'an old password' }
  await addOldAccount(stage.permits.database.url, { ...old, name: 'Shared Old' })
  const [first, second] = [await visit(), await visit()]
  for (const guest of [first, second]) {
    await guest.goTo(stage.permits)
    await enterTheOldWay(guest, old)
    await guest.pressOnPage('Connect to my central account')
    await guest.page.waitForURL((url) => url.pathname === '/login/')
  }
  for (const [guest, { email }] of [
    [second, owner],
    [first, late],
  ] as const) {
    await guest.fill({ email, password: TEST_PASSWORD })
    await guest.pressMain()
    await guest.press('Continue')
    if (guest === second) await guest.isSignedIn('Otto Owner')
  }
  await first.isTold(/was connected to a central account in the meantime/)
  await first.page.locator('#signed-out').waitFor()
  expect(await first.page.locator('#who').isVisible()).toBe(false)
  // The old token was tried once more, to find the cause.
  expect(first.faults.splice(0)).toEqual([expect.stringMatching(/401 .*\/api\/v1\/me\/$/)])
})

// proves: program-5.6-linking-needs-local, threat-forced-link
test('a link that somebody else began cannot be finished with a victim’s browser (contract 5.6)', async () => {
  const victim = await addCitizen(stage.identity.service, { fullName: 'Vera Victim' })
  const attacker = { email: 'mallory@example.test', password: 'an old password' }
  const send = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(stage.permits.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  await addOldAccount(stage.permits.database.url, { ...attacker, name: 'Mallory' })
  const login = await send('/api/v1/auth/login/', attacker)
  const opened = (await login.json()) as { access_token: string }
  const authorization = `Bearer ${opened.access_token}`
  const begun = await send(
    '/api/v1/sso/begin/',
    { return_uri: `${stage.permits.url}/signed-in`, code_challenge: 'A'.repeat(43), link: true },
    { authorization },
  )
  const { authorization_url: lure } = (await begun.json()) as { authorization_url: string }

  const guest = await visit()
  await guest.signIn(stage.library, victim.email)
  await guest.isSignedIn('Vera Victim')
  await guest.page.goto(lure)
  if (new URL(guest.page.url()).pathname === '/o/authorize/') await guest.press('Continue')
  await guest.isTold(/another browser/)
  const { rows } = await stage.permits.pool.query('select 1 from sso.identities where subject = $1', [
    victim.subject,
  ])
  expect(rows).toEqual([])
  const me = await fetch(`${stage.permits.url}/api/v1/me/`, { headers: { authorization } })
  expect(await me.json()).toMatchObject({ name: 'Mallory' })
})

// proves: program-4.3.4-issuer-and-subject
test('two browsers that sign a citizen in for the first time at once make one account (contract 4.3, rule 4)', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Two Browsers' })
  const pair = await Promise.all([visit(), visit()])
  await Promise.all(pair.map((guest) => guest.signIn(stage.permits, citizen.email)))
  await Promise.all(pair.map((guest) => guest.isSignedIn('Two Browsers')))
  const { rows } = await stage.permits.pool.query(
    'select account_id from sso.identities where subject = $1',
    [citizen.subject],
  )
  expect(rows).toHaveLength(1)
})

// proves: program-4.3.6-app-cleans-address
test('back, reload and the address of a return once more change nothing (contract 3)', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Bea Back' })
  const guest = await visit()
  const { page } = guest
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Bea Back')
  const callback = guest.addresses.find((address) => address.includes('/sso/callback/'))
  const landing = guest.addresses.find((address) => address.includes('sso_code='))
  await page.reload()
  await guest.isSignedIn('Bea Back')
  for (const address of [callback ?? '', landing ?? '']) {
    await page.goto(address)
    await guest.isSignedIn('Bea Back')
    expect(new URL(page.url()).search).toBe('')
  }
  await page.goBack()
  await page.goForward()
  await guest.isSignedIn('Bea Back')
})

// proves: program-5.4-logout-is-local
test('signing out of a program leaves the centre and other programs alone (contract 3, 5.4)', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Lea Leaver' })
  const guest = await visit()
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Lea Leaver')
  await guest.goTo(stage.library)
  await guest.pressOnPage('Sign in')
  await guest.page.waitForURL((url) => url.pathname === '/o/authorize/')
  await guest.press('Continue')
  await guest.isSignedIn('Lea Leaver')
  await guest.goTo(stage.permits)
  await guest.isSignedIn('Lea Leaver')
  await guest.signOut()
  await guest.isTold(/You are signed out here/)
  stage.library.clock.advance(31_000)
  await guest.goTo(stage.library)
  await guest.isSignedIn('Lea Leaver')
  await guest.page.goto(`${stage.identity.baseUrl}/account/`)
  expect(new URL(guest.page.url()).pathname).toBe('/account/')
})

// proves: program-5.5-central-endings-reach, threat-after-the-end
test.each<[string, (email: string, guest: Guest) => Promise<void>]>([
  ['suspends the citizen', (email) => operator('citizen', 'suspend', email, '--reason', 'a journey')],
  [
    'resets the password',
    async (email) => {
      const other = await openGuest(stage)
      await other.page.goto(`${stage.identity.baseUrl}/recover/`)
      await other.fill({ email })
      await other.pressMain()
      await other.page.goto(linkIn(await stage.mailServer.mailTo(email, /password/i)))
      await other.fill({ password: 'nine patient herons by the canal' })
      await other.pressMain()
      await other.close()
    },
  ],
  [
    'ends the session',
    async (_email, guest) => {
      await guest.page.goto(`${stage.identity.baseUrl}/logout/`)
      await guest.pressMain()
    },
  ],
  [
    'disconnects the program for the citizen',
    async (_email, guest) => {
      await guest.page.goto(`${stage.identity.baseUrl}/account/programs/`)
      await guest.press('Disconnect')
    },
  ],
])(
  'the program signs out within 30 seconds of use when the centre %s (contract 3, 5.5)',
  async (_what, end) => {
    const citizen = await addCitizen(stage.identity.service, { fullName: 'Eva Ended' })
    const guest = await visit()
    await guest.signIn(stage.permits, citizen.email)
    await guest.isSignedIn('Eva Ended')
    await end(citizen.email, guest)
    stage.permits.clock.advance(30_000)
    guest.faults.length = 0
    await guest.goTo(stage.permits)
    await guest.isTold(
      /^You are signed out here, because .* ended at your central account.* Sign in again to go on\.$/,
    )
    // Only the refused request may be an error in the console.
    expect(guest.faults.splice(0).filter((fault) => !fault.startsWith('status: 401'))).toEqual([])
  },
)

// proves: program-processes-any-process
test('two processes of a program share sign-ins: one may begin what the other finishes (contract 5)', async () => {
  const citizen = await addCitizen(stage.identity.service, { fullName: 'Paula Processes' })
  const second = await stage.permits.another()
  const guest = await visit()
  const names = ['begin', 'exchange', 'refresh', 'me', 'permits']
  await guest.page.route(new RegExp(`/api/v1/(sso/)?(${names.join('|')})/`), (route) =>
    /exchange|me/.test(route.request().url())
      ? route.continue({ url: route.request().url().replace(stage.permits.url, second.listening) })
      : route.continue(),
  )
  await guest.signIn(stage.permits, citizen.email)
  await guest.isSignedIn('Paula Processes')
})
