// Takes over 10 s: the real service, a sample and Chromium start, and a citizen signs in with a real browser in each test.
import { readFile } from 'node:fs/promises'
import { get } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../packages/program/testing/browser.ts'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { EMAIL, enrol, PASSWORD, type RealStage, startRealStage } from '../testing/enrol.ts'

let stage: RealStage
let chromium: Browser
let context: BrowserContext

beforeAll(async () => {
  chromium = await launchChromium()
  stage = await startRealStage('server-rendered.ts')
  await enrol(stage.service)
})
afterAll(async () => {
  await chromium?.close()
  await stage?.close()
})
afterEach(() => context.close())

async function open(path: string, javaScriptEnabled = false): Promise<Page> {
  context = await chromium.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(stage.sample.base + path)
  return page
}

/** Does what a citizen does on the real pages: the password, then the question whether to continue to the program. */
async function enter(page: Page): Promise<void> {
  await page.fill('input[name=email]', EMAIL)
  await page.fill('input[type=password]', PASSWORD)
  await page.locator('main form button[type=submit]').first().click()
  if (page.url().startsWith(stage.service.baseUrl))
    await page.getByRole('button', { name: 'Continue' }).click()
}

/** The address that a browser without cookies is redirected to. */
const redirectOf = (url: string) =>
  new Promise<string>((resolve, reject) => {
    get(url, (answer) => resolve(answer.resume().headers.location ?? '')).on('error', reject)
  })

const cookieOf = async () =>
  (await context.cookies()).find(({ name }) => /^__Host-portico(-\d+)?$/.test(name))

/** A page at another address that sends a form to the program as soon as the citizen presses its button. */
async function submitFrom(page: Page, origin: string): Promise<string> {
  const form = `<form method="post" action="${stage.sample.base}/permits"><button>Win</button></form>`
  await page.route(`${origin}/`, (route) => route.fulfill({ contentType: 'text/html', body: form }))
  await page.goto(`${origin}/`)
  await page.click('button')
  await page.waitForURL(`${stage.sample.base}/**`)
  return page.innerText('body')
}

// proves: program-cookie-sign-in, program-cookie-logout
test('without JavaScript: a page asks, the citizen signs in and is back, uses a form, downloads, and signs out', async () => {
  const page = await open('/permits?year=2026')
  expect(page.url().startsWith(stage.service.baseUrl)).toBe(true)
  await enter(page)
  expect(page.url()).toBe(`${stage.sample.base}/permits?year=2026`)
  expect(await page.innerText('h1')).toBe('Permits of Ana Example, 2026')
  expect(await cookieOf()).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
    path: '/',
    expires: -1,
  })
  await page.fill('input[name=plate]', 'AB-<b>12')
  await page.click('text=Apply')
  expect(await page.innerText('li')).toBe('AB-<b>12')
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('text=Download')])
  expect(await readFile(await download.path(), 'utf8')).toBe('AB-<b>12')
  await page.click('text=Sign out')
  expect(page.url()).toBe(`${stage.sample.base}/`)
  expect(await page.innerText('main')).toBe('Sign in')
  expect(await cookieOf()).toBeUndefined()
})

// proves: program-cookie-own-pages
test('a form of another site, or of another port of this host, is not sent in the name of the citizen', async () => {
  const page = await open('/permits')
  await enter(page)
  expect(await cookieOf()).toBeDefined()
  expect(await submitFrom(page, 'http://evil.example')).toContain('missing_token')
  // Cookies know no ports, so the browser sends the cookie here.
  expect(await submitFrom(page, 'http://127.0.0.1:9')).toContain('cross_site_request')
  await page.goto(`${stage.sample.base}/permits`)
  expect(await page.locator('li').count()).toBe(1)
})

// proves: program-cookie-own-browser
test('a callback that another browser began signs nobody in', async () => {
  const begun = await redirectOf(`${stage.sample.base}/api/v1/sso/login`)
  const thief = createBrowser(stage.service.baseUrl)
  let page = await thief.submit(await thief.get(begun), { email: EMAIL, password: PASSWORD })
  if (page.url.startsWith(stage.service.baseUrl)) page = await thief.submit(page, {})
  const callback = page.url
  expect(callback).toContain(`${stage.sample.base}/api/v1/sso/callback/?code=`)
  const victim = await open(callback.slice(stage.sample.base.length))
  // A sign-in of the victim's own has begun.
  expect(victim.url()).toContain(`${stage.service.baseUrl}/login/`)
  expect(await cookieOf()).toBeUndefined()
})

test('with JavaScript: an event stream and fetch use the cookie, and end with the session', async () => {
  const page = await open('/permits', true)
  await enter(page)
  const events = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const source = new EventSource('/permits/events')
        source.onmessage = ({ data }) => (source.close(), resolve(String(data)))
      }),
  )
  expect(await events).toMatch(/^\d permits$/)
  const status = () => page.evaluate(async () => (await fetch('/permits')).status)
  expect(await status()).toBe(200)
  await stage.service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
  await stage.database.pool.query(
    `update sso.sessions set central_checked_at = central_checked_at - interval '30 s'`,
  )
  expect(await status()).toBe(401)
  await page.reload()
  // The page leads on by itself.
  await page.waitForURL(`${stage.service.baseUrl}/**`)
})
