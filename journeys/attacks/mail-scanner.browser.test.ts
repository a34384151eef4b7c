// Takes long, because each mailed link is read by each kind of scanner, two of them real browsers.
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../scripts/test-chromium.ts'
import { openWindow } from '../chromium.ts'
import { type InnerStage, openInnerStage } from './inner-stage.ts'
import { MAILED_LINKS } from './mailed-links.ts'

let stage: InnerStage
let chromium: Browser

beforeAll(async () => {
  ;[stage, chromium] = await Promise.all([openInnerStage(), launchChromium()])
})
afterAll(async () => {
  await chromium?.close()
  await stage?.close()
})

const PREFETCH = { purpose: 'prefetch', 'sec-purpose': 'prefetch' }

/** Scripts that a scanner runs in the page. The page itself has none. */
const SCRIPTS = {
  submitAsItIs: `document.querySelector('main form').submit()`,
  demandNothing: `
    for (const input of document.querySelectorAll('input'))
      for (const name of ['required', 'minlength', 'pattern']) input.removeAttribute(name)
    for (const form of document.querySelectorAll('form')) form.noValidate = true`,
  pretendToLeave: `
    for (const name of ['visibilitychange', 'pagehide', 'beforeunload', 'load']) dispatchEvent(new Event(name))`,
  sendHiddenFields: `{
    const form = document.querySelector('main form')
    const bare = document.createElement('form')
    Object.assign(bare, { method: 'post', action: form.action })
    for (const input of form.querySelectorAll('input[type=hidden]')) bare.append(input.cloneNode())
    document.body.append(bare)
    bare.submit()
  }`,
}

/** Scanners that press nothing. */
const READERS: Readonly<Record<string, (link: string) => Promise<unknown>>> = {
  'asks for its head': (link) => fetch(link, { method: 'HEAD', redirect: 'manual' }),
  'asks for its head, and follows redirects': (link) => fetch(link, { method: 'HEAD' }),
  'asks for its options': (link) => fetch(link, { method: 'OPTIONS' }),
  'opens it': (link) => fetch(link, { redirect: 'manual' }),
  'opens it, as a browser that fetches ahead': (link) => fetch(link, { headers: PREFETCH }),
  'opens it and every link of its page': async (link) => {
    const text = await (await fetch(link)).text()
    for (const [, href = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g))
      await fetch(new URL(href.replaceAll('&amp;', '&'), link))
  },
  'opens it with scripts, moves the mouse and scrolls': async (link) => {
    const { page, close } = await openWindow(chromium)
    await page.goto(link, { waitUntil: 'networkidle' })
    await page.mouse.move(200, 200)
    await page.mouse.wheel(0, 2_000)
    await page.locator('main input:not([type=hidden])').first().focus()
    await page.keyboard.press('Tab')
    await page.evaluate(SCRIPTS.pretendToLeave)
    await page.reload()
    await close()
  },
}

/** What a scanner does that also presses buttons and sends forms. The statuses of its forms. */
async function press(link: string): Promise<readonly number[]> {
  const window = await openWindow(chromium)
  const { page } = window
  const statuses: number[] = []
  const submitting = async (act: () => Promise<unknown>) => {
    await page.goto(link)
    await page.locator('main form').first().waitFor()
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    const navigated = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
    await act()
    statuses.push((await answered).status())
    await navigated
    await page.waitForLoadState('load')
  }
  const pressButton = async () => {
    await page.evaluate(SCRIPTS.demandNothing)
    await page.locator('main form button[type=submit]').first().click()
  }
  await submitting(() => page.evaluate(SCRIPTS.submitAsItIs))
  await submitting(pressButton)
  await submitting(async () => {
    const typed = page.locator('main form input:not([type=hidden]):not([readonly])').first()
    await typed.fill((await typed.getAttribute('type')) === 'email' ? 'scanner@example.test' : 'Password1')
    await pressButton()
  })
  await submitting(() => page.evaluate(SCRIPTS.sendHiddenFields))
  await page.goto(link)
  const hrefs = await page.locator('a[href]').all()
  const links = await Promise.all(hrefs.map((each) => each.getAttribute('href')))
  for (const next of new Set(links)) await page.goto(new URL(next ?? '', link).href)
  await window.close()
  return statuses
}

const addressOf = (link: string) => stage.service.baseUrl + link

// proves: threat-mail-scanner, threat-foreign-browser-link
describe.each(Object.entries(MAILED_LINKS))('the link for %s', (_what, arrive) => {
  test('is not used by a scanner that only reads, whatever it does: nothing is written; nor by one that sends forms, and its owner uses it then', async () => {
    const { link, isUsed, use } = await arrive(stage.service)
    const before = await stage.fingerprint()
    for (const [how, read] of Object.entries(READERS)) {
      await read(addressOf(link))
      expect([how, await stage.fingerprint(), await isUsed()]).toEqual([how, before, false])
    }
    const statuses = await press(addressOf(link))
    expect(statuses).toHaveLength(4)
    for (const status of statuses) expect([400, 429]).toContain(status)
    expect(await isUsed()).toBe(false)
    await use()
    expect(await isUsed()).toBe(true)
  }, 300_000)
})

test('nothing that scanners did was a fault of the service', () => {
  expect(stage.service.logLines.filter((line) => /"level":"error"|server-error|"stack"/.test(line))).toEqual(
    [],
  )
})
