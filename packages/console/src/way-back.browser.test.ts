// Takes over 10 s: a real browser walks through the console, goes back over each page and reloads it.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { type OrdersStage, startOrders, WHY } from '../testing/orders.ts'

type Chromium = Awaited<ReturnType<typeof launchChromium>>

let stage: ConsoleStage
let orders: OrdersStage
let chromium: Chromium
beforeAll(async () => {
  stage = await startStage()
  orders = startOrders(stage)
  chromium = await launchChromium()
})
afterAll(async () => {
  await chromium?.close()
  await orders?.stop()
  await stage?.close()
})

/** A window of an operator who is signed in, and every address that it asked for, with where it said that it came from. */
async function openWindow(javaScriptEnabled: boolean) {
  const operator = await stage.operator('security')
  const context: BrowserContext = await chromium.newContext({ javaScriptEnabled, locale: 'en' })
  await context.addCookies(
    [...operator.inner.cookies].map(([name, value]) => ({ name, value, url: stage.service.baseUrl })),
  )
  const asked: string[] = []
  context.on('request', (request) => asked.push(request.url(), request.headers()['referer'] ?? ''))
  const page = await context.newPage()
  await page.goto(stage.url)
  if (page.url().includes('/o/authorize/')) await page.locator('main button.primary').first().click()
  await page.waitForURL(`${stage.url}/`)
  return { context, page, asked, operator }
}

const mainOf = (page: Page) => page.locator('main').innerText()
const pathOf = (page: Page) => new URL(page.url()).pathname
const press = async (page: Page, selector: string) => {
  await Promise.all([page.waitForEvent('framenavigated'), page.locator(selector).first().click()])
  await page.waitForLoadState()
}
const fill = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(fields)) await page.locator(`#${name}`).fill(value)
}
const SEND = 'main form button'
const OPEN = 'main .actions a[href^="/citizen/"]'
const VERDICT = 'The address must be verified.'

async function search(page: Page, who: string): Promise<void> {
  await fill(page, { who })
  await press(page, SEND)
}

// proves: console-says-why, console-goes-back
test.each([true, false])(
  'the browser goes back over an act, its form and the account to the verdict, and reloads each: scripts %s',
  async (scripts) => {
    const { email } = await addCitizen(stage.service, { emailVerified: false })
    const { page, context, asked } = await openWindow(scripts)
    await search(page, email)
    const verdict = page.url()
    expect(await mainOf(page)).toContain(VERDICT)
    await press(page, OPEN)
    await press(page, 'main ul a[href*="suspend"]')
    expect(pathOf(page)).toBe('/act/')
    // A ticket that is missing: the page that says so is opened again, too.
    await press(page, SEND)
    expect(await page.locator('.summary').count()).toBe(1)
    await fill(page, WHY)
    await press(page, SEND)
    expect(pathOf(page)).toBe('/order/')
    const back = async (path: string) => {
      const answer = await page.goBack()
      expect([answer?.status(), pathOf(page)]).toEqual([
        path === 'wrong' ? 400 : 200,
        path === 'wrong' ? '/act/' : path,
      ])
      const again = await page.reload()
      expect(again?.status()).toBe(answer?.status())
    }
    await back('wrong')
    await back('/act/')
    await back('/citizen/')
    expect(await mainOf(page)).toContain(VERDICT)
    await back('/')
    expect([page.url(), await page.locator('#who').inputValue()]).toEqual([verdict, email])
    expect(await mainOf(page)).toContain(VERDICT)
    await page.goBack()
    expect([page.url(), await page.locator('#who').inputValue()]).toEqual([`${stage.url}/`, ''])
    await page.goForward()
    await page.goForward()
    expect([pathOf(page), (await mainOf(page)).includes(VERDICT)]).toEqual(['/citizen/', true])
    for (const address of asked)
      for (const typed of [email, encodeURIComponent(email), WHY.ticket]) expect(address).not.toContain(typed)
    await context.close()
  },
)

// proves: console-says-why, console-goes-back
test('a second tab has its own search, and both go back', async () => {
  const [one, two] = [
    await addCitizen(stage.service, { emailVerified: false }),
    await addCitizen(stage.service, { emailVerified: false }),
  ]
  const { page, context } = await openWindow(true)
  await search(page, one.email)
  await press(page, OPEN)
  const tab = await context.newPage()
  await tab.goto(stage.url)
  await search(tab, two.email)
  await press(tab, OPEN)
  for (const [at, subject, email] of [
    [page, one.subject, one.email],
    [tab, two.subject, two.email],
  ] as const) {
    await at.reload()
    expect(await mainOf(at)).toContain(subject)
    await at.goBack()
    expect(await at.locator('#who').inputValue()).toBe(email)
  }
  await context.close()
})

// proves: console-says-why, console-goes-back
test('the way back from the audit has what was looked for', async () => {
  const { page, context, asked } = await openWindow(true)
  await page.goto(`${stage.url}/audit/`)
  await fill(page, { address: '192.0.2.77' })
  await press(page, SEND)
  await press(page, 'nav.rooms a[href="/today/"]')
  const answer = await page.goBack()
  expect([answer?.status(), await page.locator('#address').inputValue()]).toEqual([200, '192.0.2.77'])
  expect(asked.join()).not.toContain('192.0.2.77')
  await context.close()
})

// proves: console-covers-personal-data, console-goes-back
test('the browser goes back to an uncovered account for five minutes, and to a covered one after them', async () => {
  const { email, subject } = await addCitizen(stage.service)
  const { page, context } = await openWindow(false)
  await search(page, email)
  await press(page, OPEN)
  await page.locator('details:has(#ticket) > summary').click()
  await fill(page, WHY)
  await press(page, 'main details form button')
  expect(await mainOf(page)).toContain(email)
  await press(page, 'main ul a[href*="suspend"]')
  await page.goBack()
  expect(await mainOf(page)).toContain(email)
  stage.service.clock.advance(5 * 60)
  const answer = await page.reload()
  expect([answer?.status(), pathOf(page)]).toEqual([200, '/citizen/'])
  expect(await page.content()).not.toContain(email)
  expect(await mainOf(page)).toContain(subject)
  await page.goBack()
  expect(await page.content()).not.toContain(email)
  await context.close()
})
