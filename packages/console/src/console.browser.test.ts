// Takes over 10 s: a real browser opens every page of the console in three languages, and axe reads most of them.
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults, loadAxe } from '../../../journeys/pages/axe.ts'
import { launchChromium } from '../../../scripts/test-chromium.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { type OrdersStage, startOrders } from '../testing/orders.ts'
import { runs, setting } from '../testing/running.ts'
import { IN_NAVIGATION, PLACES } from './places.ts'

type Chromium = Awaited<ReturnType<typeof launchChromium>>

let stage: ConsoleStage
let orders: OrdersStage
let chromium: Chromium
beforeAll(async () => {
  stage = await startStage()
  orders = startOrders(stage)
  chromium = await launchChromium()
  const common = [
    setting('PORTICO_BASE_URL', 'https://id.example.org'),
    setting('PORTICO_SECRET_KEY', null, 'file'),
  ]
  const zone = ['UTC', 'Europe/Berlin'].map((name) => setting('PORTICO_TIME_ZONE', name))
  for (const [at, own] of zone.entries())
    await runs(stage.service, `id-${at + 1}.example.org`, [
      ...common,
      own,
      setting('PORTICO_REDIS_URL', null, 'default'),
    ])
})
afterAll(async () => {
  await chromium?.close()
  await orders?.stop()
  await stage?.close()
})

/** A window of an operator who is signed in at the service. */
async function open(
  operator: ConsoleBrowser,
  options: Parameters<Chromium['newContext']>[0],
): Promise<{ readonly context: BrowserContext; readonly page: Page }> {
  const context = await chromium.newContext(options)
  await context.addCookies(
    [...operator.inner.cookies].map(([name, value]) => ({ name, value, url: stage.service.baseUrl })),
  )
  const page = await context.newPage()
  await page.goto(stage.url)
  if (page.url().includes('/o/authorize/')) await page.locator('main button.primary').first().click()
  await page.waitForURL(`${stage.url}/`)
  return { context, page }
}

const VERDICTS = {
  en: 'The address must be verified.',
  de: 'Die Adresse muss bestätigt werden.',
  ar: 'يجب تأكيد العنوان.',
}

const ENDS_A_SESSION = { en: /ends 1\s+session/, de: /1\s+Sitzung endet/, ar: /إنهاء جلسة واحدة/ }
const IS_SUSPENDED = { en: 'is suspended until', de: 'ist bis zum', ar: 'الحساب موقوف حتى' }

// proves: console-guards-every-page
test.each([
  ['light', 'en', 1280, false],
  ['dark', 'de', 320, true],
  ['light', 'ar', 1280, true],
] as const)(
  'an operator finds out why somebody cannot get in: %s, %s, %i wide, scripts %s',
  async (colorScheme, locale, width, javaScriptEnabled) => {
    const citizen = await addCitizen(stage.service, { emailVerified: false, fullName: 'Eva Example' })
    const other = await addCitizen(stage.service)
    await signIn(stage.service.browser(), other)
    const operator = await stage.operator('administrator')
    const { context, page } = await open(operator, {
      ...{ colorScheme, locale, javaScriptEnabled, viewport: { width, height: 900 } },
    })
    const seen = async (name: string) => {
      const shots = process.env['CONSOLE_SHOTS']
      if (shots) await page.screenshot({ path: `${shots}/${locale}-${width}-${name}.png`, fullPage: true })
      const wide = await page.locator('html').evaluate((html) => html.scrollWidth)
      expect([name, wide]).toEqual([name, width])
      const broken = await page.locator('.sheet th').evaluateAll((heads) =>
        heads
          .filter((head) => {
            const range = head.ownerDocument.createRange()
            range.selectNodeContents(head)
            return !/\s/.test(head.textContent) && range.getClientRects().length > 1
          })
          .map(({ textContent }) => textContent),
      )
      expect([name, broken]).toEqual([name, []])
      if (!javaScriptEnabled) return
      await loadAxe(page)
      expect([name, await findFaults(page)]).toEqual([name, []])
    }
    /** The form is sent by the keyboard, and the next page is there. */
    const enter = async () => {
      await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
      await page.waitForLoadState()
    }
    await seen('search')
    await page.locator('#who').fill(citizen.email)
    await enter()
    expect(await page.locator('main').innerText()).toContain(VERDICTS[locale])
    await seen('verdict')
    await page.goto(`${stage.url}/citizen/?subject=${other.subject}`)
    expect(await page.content()).not.toContain(other.email)
    await seen('account')
    await page.locator('details:has(#ticket) > summary').click()
    await page.locator('#ticket').fill('HD-17')
    await enter()
    expect(await page.locator('.summary a').getAttribute('href')).toBe('#reason')
    await seen('account-faults')
    await page.locator('#reason').fill('The caller spells it')
    await enter()
    expect(await page.locator('main').innerText()).toContain(other.email)
    await seen('account-uncovered')
    await page.locator('main a[href*="citizen+suspend"]').click()
    await page.waitForURL(/\/act\//)
    await page.locator('#until').fill('30d')
    await page.locator('#ticket').fill('HD-17')
    await enter()
    expect(await page.locator('.summary a').getAttribute('href')).toBe('#reason')
    await seen('act-faults')
    await page.locator('#reason').fill('The phone was stolen')
    await enter()
    await page.waitForURL(/\/order\//)
    expect(await page.locator('main').innerText()).toMatch(ENDS_A_SESSION[locale])
    await seen('order-told')
    await page.locator('main form button').focus()
    await enter()
    expect(await page.locator('main').innerText()).toContain(IS_SUSPENDED[locale])
    await seen('order-done')
    for (const place of IN_NAVIGATION.filter((name) => name !== 'search')) {
      const { path } = PLACES[place]
      await page.locator(`nav.rooms a[href="${path}"]`).click()
      await page.waitForURL(`${stage.url}${path}`)
      await seen(place)
    }
    await page.locator('nav.rooms form button').click()
    await page.waitForLoadState()
    await context.close()
  },
)
