import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { ask, goThrough, openSignedIn, shows, stateOf, type Visit, visit } from '../testing/chromium.ts'

const NO_STORAGE = `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError') } })`
const FULL_STORAGE = `Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError') }`

let browser: Browser
let here: Visit

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  here = await visit(browser)
})
afterEach(() => here.close())

const count = (name: string) => here.program.requests(name).length

test('a citizen signs in, and the address holds nothing of the return', async () => {
  const page = await here.open()
  expect(await stateOf(page)).toEqual({ status: 'signed_out', problem: null, returnTo: null })
  await goThrough(page)
  expect(await shows(page, 'signed_in')).toMatchObject({ justSignedIn: true, returnTo: '/permits' })
  expect(await page.evaluate('addressAfterStart')).toBe(`${here.app.origin}/signed-in`)
  expect(await ask(page)).toBe(200)
})

test('a reload of the return finds the citizen signed in, and exchanges nothing', async () => {
  const page = await openSignedIn(here)
  await page.reload()
  expect(await shows(page, 'signed_in')).toMatchObject({ justSignedIn: false })
  expect(count('exchange')).toBe(1)
})

test('back to the identity service and on again: the second return is ignored', async () => {
  const page = await openSignedIn(here)
  await Promise.all([page.waitForURL('**/central/authorize*'), page.goBack()])
  await Promise.all([page.waitForURL('**/signed-in*'), page.click('#go')])
  await page.evaluate('started')
  expect(await shows(page, 'signed_in')).toMatchObject({ justSignedIn: false })
  expect(page.url()).toBe(`${here.app.origin}/signed-in`)
  expect([count('callback'), count('exchange')]).toEqual([2, 1])
})

test('a citizen who goes back without an end may start again', async () => {
  const page = await here.open()
  await Promise.all([page.waitForURL('**/central/authorize*'), page.evaluate('void sso.signIn()')])
  await page.goBack()
  await shows(page, 'signed_out')
  await goThrough(page)
  await shows(page, 'signed_in')
})

test.each([
  ['cancelled', 'You did not finish signing in.', 'restart'],
  ['existing_account', 'You already have an account here.', 'link'],
  ['unavailable', 'Sign-in is not available right now.', 'retry'],
])('a return with %s tells the citizen, and a new start succeeds', async (outcome, words, action) => {
  here.program.settings.outcome = outcome
  const page = await here.open()
  await goThrough(page)
  expect(await stateOf(page)).toMatchObject({
    status: 'signed_out',
    problem: { action },
    returnTo: '/permits',
  })
  expect(await page.textContent('#note')).toContain(words)
  expect(page.url()).toBe(`${here.app.origin}/signed-in`)
  here.program.settings.outcome = 'signed-in'
  await goThrough(page)
  await shows(page, 'signed_in')
})

// proves: program-7-callback-errors-actionable
test('a return in another browser shows the problem, and the first browser can still finish', async () => {
  const page = await here.open()
  await Promise.all([page.waitForURL('**/central/authorize*'), page.evaluate('void sso.signIn()')])
  const code = here.program.handOff(here.program.requests('begin')[0]?.body['code_challenge'])
  const elsewhere = await browser.newContext()
  const other = await elsewhere.newPage()
  await other.goto(`${here.app.origin}/signed-in?sso_code=${code}`)
  await other.evaluate('started')
  expect(await stateOf(other)).toMatchObject({ problem: { code: 'flow_not_found', action: 'restart' } })
  expect(await other.textContent('#note')).toContain('another browser')
  expect(count('exchange')).toBe(0)
  await page.goto(`${here.app.origin}/signed-in?sso_code=${code}`)
  await shows(page, 'signed_in')
  await elsewhere.close()
})

// proves: threat-app-login-csrf
test('a code from another sign-in signs nobody in', async () => {
  const theirs = here.program.handOff('their-own-challenge')
  const page = await here.open()
  await Promise.all([page.waitForURL('**/central/authorize*'), page.evaluate('void sso.signIn()')])
  await page.goto(`${here.app.origin}/signed-in?sso_code=${theirs}`)
  expect(await shows(page, 'signed_out')).toMatchObject({ problem: { code: 'handoff_refused' } })
})

test('a prefetch of the callback spends nothing', async () => {
  const page = await here.open()
  await Promise.all([page.waitForURL('**/central/authorize*'), page.evaluate('void sso.signIn()')])
  const prefetch = page.waitForResponse('**/callback/**')
  await page.evaluate(`{
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.href = document.querySelector('#go').href
    document.head.append(link)
  }`)
  expect((await prefetch).status()).toBe(204)
  expect(count('exchange')).toBe(0)
  await Promise.all([page.waitForURL('**/signed-in*'), page.click('#go')])
  await shows(page, 'signed_in')
})

test('the return opened twice at once signs in once, and leaves both tabs signed in', async () => {
  const page = await here.open()
  await Promise.all([page.waitForURL('**/central/authorize*'), page.evaluate('void sso.signIn()')])
  const code = here.program.handOff(here.program.requests('begin')[0]?.body['code_challenge'])
  const gate = here.program.hold('exchange')
  const [first, second] = [await here.context.newPage(), await here.context.newPage()]
  await first.goto(`${here.app.origin}/signed-in?sso_code=${code}`)
  await gate.reached
  await second.goto(`${here.app.origin}/signed-in?sso_code=${code}`)
  gate.open()
  await Promise.all([shows(first, 'signed_in'), shows(second, 'signed_in')])
})

test('linking sends the old local token, and the citizen is signed in after it', async () => {
  const page = await here.open()
  await goThrough(page, 'sso.linkAccount({ bearer: "old-local-token" })')
  await shows(page, 'signed_in')
  expect(here.program.requests('begin')[0]).toMatchObject({ bearer: 'old-local-token', body: { link: true } })
})

test.each([
  ['503', { status: 503, body: { code: 'identity_unavailable' } }, 'unavailable'],
  ['no network', 'drop' as const, 'unavailable'],
  ['429', { status: 429, headers: { 'retry-after': '9' }, body: { code: 'throttled' } }, 'throttled'],
])('%s at the start of a sign-in shows the problem, and the page stays', async (_what, reply, code) => {
  const page = await here.open()
  here.program.answerNext('begin', reply)
  await page.evaluate('sso.signIn()')
  expect(await stateOf(page)).toMatchObject({ status: 'signed_out', problem: { code } })
  expect(page.url()).toBe(`${here.app.origin}/`)
  if (code === 'throttled')
    expect(await page.textContent('#note')).toBe('Too many tries. Please wait 9 seconds.')
})

test.each([NO_STORAGE, FULL_STORAGE])(
  'a browser that blocks storage shows the problem, and the page still works',
  async (script) => {
    const blocked = await visit(browser, script)
    const page = await blocked.open()
    await page.evaluate('sso.signIn()')
    expect(await stateOf(page)).toMatchObject({ problem: { code: 'storage_blocked', action: 'none' } })
    expect(page.url()).toBe(`${blocked.app.origin}/`)
    expect(await ask(page, '/api/notice')).toBe(200)
    await blocked.close()
  },
)

// proves: program-4.3.5-no-token-in-address, threat-app-address-leak
test('no address that the browser requests, shows or sends as referer contains a token or a verifier', async () => {
  const page = await openSignedIn(here)
  here.program.refuseAccess('access_expired')
  await ask(page)
  await page.goto(`${here.app.origin}/permits`)
  await ask(page)
  await page.evaluate('sso.signOut()')
  const all = [...here.addresses, ...here.program.seen.flatMap(({ path, referer }) => [path, referer])]
  const secrets = here.program.secrets()
  expect(secrets.length).toBeGreaterThan(4)
  for (const secret of secrets) expect(all.filter((address) => address.includes(`${secret}`))).toEqual([])
  const pages = new Set(here.addresses.filter((address) => address.includes('sso_code')))
  expect(pages.size).toBe(1)
  expect(here.program.seen.filter(({ referer }) => referer.includes('sso_code'))).toEqual([])
})
