// Takes over 10 s: "next build" compiles the sample, the real service starts, and a citizen signs in with a real browser in each test.
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { EMAIL, enrol, PASSWORD, type RealStage, startRealStage } from '../testing/enrol.ts'
import { buildNext, installNext } from '../testing/next-program.ts'

/** The program with Next.js: built, started, and opened with a browser. Only the browser's own requests are sent. */

const next = await installNext()
const folder = 'folder' in next ? next.folder : ''

let stage: RealStage
let chromium: Browser
let context: BrowserContext

beforeAll(async () => {
  if (folder === '') return
  chromium = await launchChromium()
  await buildNext(folder)
  stage = await startRealStage('node_modules/next/dist/bin/next', {
    folder,
    args: ['start', '-H', '127.0.0.1'],
  })
  await enrol(stage.service)
})
afterAll(async () => {
  await chromium?.close()
  await stage?.close()
})
afterEach(() => context?.close())

async function open(path: string, javaScriptEnabled = true): Promise<Page> {
  context = await chromium.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  await page.goto(stage.sample.base + path)
  return page
}

async function enter(page: Page): Promise<void> {
  await page.fill('input[name=email]', EMAIL)
  await page.fill('input[type=password]', PASSWORD)
  await page.locator('main form button[type=submit]').first().click()
  if (page.url().startsWith(stage.service.baseUrl))
    await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${stage.sample.base}/**`)
}

const statusOf = (page: Page, path: string, init: { method: string; body: string } | undefined = undefined) =>
  page.evaluate(async ([to, how]) => (await fetch(to, how)).status, [path, init] as const)
const checkedLongAgo = () =>
  stage.database.pool.query(
    `update sso.sessions set central_checked_at = central_checked_at - interval '30 s'`,
  )

describe.skipIf('missing' in next)(`Next.js${'missing' in next ? `: ${next.missing}` : ''}`, () => {
  test.each([true, false])(
    'a page asks, a citizen signs in, an action works, and a form signs out (script: %s)',
    async (script) => {
      const page = await open('/permits', script)
      expect(page.url().startsWith(stage.service.baseUrl)).toBe(true)
      await enter(page)
      expect(page.url()).toBe(`${stage.sample.base}/permits`)
      expect(await page.innerText('h1')).toBe('Permits of Ana Example')
      await page.fill('input[name=plate]', `AB ${script}`)
      await page.click('text=Apply')
      await page.waitForSelector(`p:has-text("AB ${script}")`)
      await page.goto(`${stage.sample.base}/`)
      expect(await page.innerText('form')).toContain('Hello Ana Example')
      await page.click('text=Sign out')
      await page.waitForSelector('text=Sign in')
      expect((await context.cookies()).filter(({ name }) => name.startsWith('__Host-'))).toEqual([])
    },
  )

  test('a link that a script follows leads a visitor to the sign-in, and a citizen to the page', async () => {
    const page = await open('/')
    await page.click('text=My permits')
    await page.waitForURL(`${stage.service.baseUrl}/**`)
    await enter(page)
    await page.goto(`${stage.sample.base}/`)
    await page.click('text=My permits')
    await page.waitForSelector('h1')
  })

  test('a route handler answers a citizen, and 401 in JSON a visitor; endpoints work with and without the slash', async () => {
    const page = await open('/')
    expect(await statusOf(page, '/api/me')).toBe(401)
    expect(await statusOf(page, '/api/v1/sso/config/')).toBe(200)
    expect(await statusOf(page, '/api/v1/sso/config')).toBe(200)
    expect(await statusOf(page, '/api/v1/sso/begin/', { method: 'POST', body: '{}' })).toBe(400)
    expect(await statusOf(page, '/api/v1/sso/nothing/')).toBe(404)
    await page.goto(`${stage.sample.base}/permits`)
    await enter(page)
    expect(await statusOf(page, '/api/me')).toBe(200)
  })

  test('an action of a visitor changes nothing, and leads to the sign-in', async () => {
    const page = await open('/permits')
    await enter(page)
    await context.clearCookies()
    await page.fill('input[name=plate]', 'NOBODY')
    await page.click('text=Apply')
    await page.waitForURL(`${stage.service.baseUrl}/**`)
    await enter(page)
    expect(await page.innerText('p')).not.toContain('NOBODY')
  })

  test('an action that a page of another port sends changes nothing', async () => {
    const page = await open('/permits', false)
    await enter(page)
    const field = await page.locator('form input[type=hidden]').first().getAttribute('name')
    const form = `<form method="post" enctype="multipart/form-data" action="${stage.sample.base}/permits">
      <input type="hidden" name="${field}"><input name="plate" value="STOLEN"><button>Win</button></form>`
    await page.route('http://127.0.0.1:9/', (route) =>
      route.fulfill({ contentType: 'text/html', body: form }),
    )
    await page.goto('http://127.0.0.1:9/')
    await page.click('button')
    await page.waitForURL(`${stage.sample.base}/**`)
    await page.goto(`${stage.sample.base}/permits`)
    expect(await page.innerText('p')).not.toContain('STOLEN')
  })

  test('the end of the central session leads to the sign-in; an outage says that the citizen is signed in', async () => {
    const page = await open('/permits')
    await enter(page)
    await stage.service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
    await checkedLongAgo()
    expect(await statusOf(page, '/api/me')).toBe(401)
    await page.reload()
    await page.waitForURL((url) => url.href.startsWith(stage.service.baseUrl))
    await enter(page)
    const goOn = await stage.service.interrupt()
    await checkedLongAgo()
    await page.reload()
    await page.waitForSelector('text=You are still signed in')
    expect(await statusOf(page, '/api/me')).toBe(503)
    await page.goto(`${stage.sample.base}/`)
    expect(await page.innerText('body')).toContain('Sign in')
    await goOn()
    await expect.poll(() => statusOf(page, '/api/me'), { timeout: 30_000 }).toBe(200)
  })
})
