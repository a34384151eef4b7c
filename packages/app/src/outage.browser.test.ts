// Takes over 10 s: each test opens a browser context and signs in, and some wait until the app tries again by itself.
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { serveApp } from '../testing/app-server.ts'
import { ask, openSignedIn, shows, stateOf, type Visit, visit } from '../testing/chromium.ts'
import { fakeProgram, refusal } from '../testing/fake-program.ts'

let browser: Browser
let here: Visit
let page: Page

beforeAll(async () => {
  browser = await launchChromium()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  here = await visit(browser)
  page = await openSignedIn(here)
})
afterEach(() => here.close())

const isKept = () => page.evaluate(`Object.keys(localStorage).some((key) => key.endsWith('session'))`)

// proves: program-7-503-offers-retry, threat-app-signed-out
test('503 keeps the tokens, shows a message, and recovers by itself', async () => {
  const away = refusal(503, 'identity_unavailable', { 'retry-after': '1' })
  here.program.answerNext('/api/me', away)
  here.program.answerNext('status', away)
  expect(await ask(page)).toBe(503)
  expect(await stateOf(page)).toMatchObject({ status: 'waiting', problem: { code: 'offline' } })
  expect([await isKept(), await page.textContent('#note')]).toEqual([
    true,
    expect.stringContaining('You are still signed in'),
  ])
  await shows(page, 'signed_in')
  expect(await ask(page)).toBe(200)
  expect([here.program.requests('status').length, here.program.requests('refresh').length]).toEqual([2, 0])
})

// proves: program-app-offline
test('offline keeps the tokens, and recovers when the network is back', async () => {
  here.program.refuseAccess('access_expired')
  await here.context.setOffline(true)
  expect(await ask(page)).toBe('TypeError')
  expect(await stateOf(page)).toMatchObject({ status: 'waiting' })
  expect(await isKept()).toBe(true)
  await here.context.setOffline(false)
  await shows(page, 'signed_in')
  expect(await ask(page)).toBe(200)
})

// proves: program-refresh-central-check-first
test('a page that loads during an outage keeps the tokens, and tries again when it becomes visible', async () => {
  here.program.refuseAccess('access_expired')
  here.program.answerNext('refresh', 'drop')
  await page.evaluate(`{
    const key = Object.keys(localStorage).find((name) => name.endsWith('session'))
    localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key]), accessExpiresAt: 0 })
  }`)
  await page.reload()
  await shows(page, 'waiting')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await shows(page, 'signed_in')
  const ids = here.program.requests('refresh').map(({ body }) => body['rotation_id'])
  expect([ids.length, new Set(ids).size]).toEqual([2, 1])
})

// proves: program-7-429-asks-to-wait
test('429 from refresh waits as long as it asks, and says how long', async () => {
  here.program.refuseAccess('access_expired')
  here.program.answerNext('refresh', refusal(429, 'throttled', { 'retry-after': '600' }))
  expect(await ask(page)).toBe(429)
  expect(await stateOf(page)).toMatchObject({ status: 'waiting', problem: { code: 'throttled' } })
  expect(await page.textContent('#note')).toBe('Too many tries. Please wait 600 seconds.')
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  expect((await stateOf(page)).status).toBe('waiting')
  expect([await isKept(), here.program.requests('refresh').length]).toEqual([true, 1])
})

test('signing out works without a network', async () => {
  await here.context.setOffline(true)
  await page.evaluate('sso.signOut()')
  expect(await stateOf(page)).toEqual({ status: 'signed_out', problem: null, returnTo: null })
  expect(await isKept()).toBe(false)
  await here.context.setOffline(false)
  await page.reload()
  expect((await shows(page, 'signed_out')).status).toBe('signed_out')
})

// proves: program-9.3-own-host, threat-bearer-elsewhere
test('the bearer goes to no other origin, not even by a redirect', async () => {
  const stranger = fakeProgram()
  const elsewhere = await serveApp(stranger)
  await ask(page, `${elsewhere.origin}/api/notice`)
  const location = `${elsewhere.origin}/api/notice?redirected`
  here.program.answerNext('/api/me', { status: 307, headers: { location } })
  await ask(page)
  expect(stranger.seen.map(({ path, bearer }) => [path, bearer])).toEqual([
    ['/api/notice', null],
    ['/api/notice?redirected', null],
  ])
  await elsewhere.close()
})
