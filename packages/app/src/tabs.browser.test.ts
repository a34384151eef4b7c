// Takes over 10 s: each test opens two tabs in a browser context of its own and signs in there.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { ask, openSignedIn, shows, stateOf, type Visit, visit } from '../testing/chromium.ts'

const NO_LOCKS = `Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })`
const NO_CHANNEL = `delete window.BroadcastChannel`
const EITHER = [
  ['with Web Locks', ''],
  ['without Web Locks', NO_LOCKS],
] as const

let browser: Browser

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())

/** Two tabs of one citizen. The second one is in its own process, or, if the first one opened it, in the same. */
async function twoTabs(script: string, open = (here: Visit, _one: Page) => here.open()) {
  const here = await visit(browser, script)
  const one = await openSignedIn(here)
  const other = await open(here, one)
  await shows(other, 'signed_in')
  return { ...here, one, other }
}

async function openedByTheFirst(here: Visit, one: Page): Promise<Page> {
  const [page] = await Promise.all([
    here.context.waitForEvent('page'),
    one.evaluate('void window.open(location.href)'),
  ])
  await page.waitForFunction('window.started')
  return page
}

// proves: program-5.2-tabs-renew-once, threat-app-signed-out
test.each(EITHER)(
  'two tabs that renew in the same moment do it with one request, %s',
  async (_how, script) => {
    const { program, one, other, close } = await twoTabs(script, openedByTheFirst)
    program.refuseAccess('access_expired')
    expect(await Promise.all([ask(one), ask(other)])).toEqual([200, 200])
    expect(program.requests('refresh')).toHaveLength(1)
    await close()
  },
)

test.each(EITHER)('a tab that comes while another renews waits for it, %s', async (_how, script) => {
  const { program, one, other, close } = await twoTabs(script, openedByTheFirst)
  program.refuseAccess('access_expired')
  const gate = program.hold('refresh')
  const first = ask(one)
  await gate.reached
  const second = ask(other)
  await expect.poll(() => program.requests('/api/me').length).toBe(2)
  gate.open()
  expect(await Promise.all([first, second])).toEqual([200, 200])
  expect(program.requests('refresh')).toHaveLength(1)
  await close()
})

// proves: threat-app-signed-out
test.each(EITHER)(
  'tabs in processes of their own, whose storage may lag, sign nobody out, %s',
  async (_how, script) => {
    const { program, one, other, close } = await twoTabs(script)
    for (let turn = 0; turn < 5; turn += 1) {
      program.refuseAccess('access_expired')
      expect(await Promise.all([ask(one), ask(other), ask(one), ask(other)])).toEqual([200, 200, 200, 200])
    }
    expect([await stateOf(one), await stateOf(other)]).toMatchObject([
      { status: 'signed_in' },
      { status: 'signed_in' },
    ])
    expect(program.liveSessions()).toBe(1)
    const asked = program
      .requests('refresh')
      .map(({ body }) => `${body['refresh_token']} ${body['rotation_id']}`)
    expect(new Set(asked.map((one) => one.split(' ')[0])).size).toBe(new Set(asked).size)
    await close()
  },
)

test('a duplicated tab, with all that its session storage held, goes on with the same session', async () => {
  const { program, one, other, close } = await twoTabs('', openedByTheFirst)
  await one.evaluate('sso.signOut()')
  await shows(other, 'signed_out')
  expect(await other.evaluate('sessionStorage.length')).toBe(0)
  expect(program.liveSessions()).toBe(0)
  await close()
})

test('a sign-out reaches the other tabs, and nobody begins a sign-in', async () => {
  const { program, one, other, close } = await twoTabs('')
  await one.evaluate('sso.signOut()')
  expect(await shows(other, 'signed_out')).toMatchObject({ problem: null })
  expect([program.liveSessions(), program.requests('begin').length]).toEqual([0, 1])
  expect(await one.evaluate('localStorage.length')).toBe(1)
  await close()
})

test('without a channel a sign-out is noticed at the next request', async () => {
  const { one, other, close } = await twoTabs(NO_CHANNEL)
  await one.evaluate('sso.signOut()')
  expect(await ask(other)).toBe(401)
  expect(await stateOf(other)).toMatchObject({ status: 'signed_out' })
  await close()
})

// proves: program-app-tabs-share-ending
test('an ended central session ends all tabs, with the reason', async () => {
  const { program, one, other, close } = await twoTabs('')
  program.endSessions('session_ended')
  expect(await ask(one)).toBe(401)
  for (const page of [one, other]) {
    await page.waitForFunction(`sso.state.problem?.code === 'session_ended'`)
    expect((await stateOf(page)).status).toBe('signed_out')
  }
  await close()
})

test('a tab that was waiting for somebody to sign in learns of it', async () => {
  const here = await visit(browser)
  const idle = await here.open()
  await openSignedIn(here)
  await shows(idle, 'signed_in')
  expect(await ask(idle)).toBe(200)
  await here.close()
})
