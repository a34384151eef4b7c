import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchChromium } from '../../../../scripts/test-chromium.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import { codeOfStep, fromBase32 } from '../../testing/soft-app.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const STEP_SECONDS = 30

let service: TestService
let browser: Awaited<ReturnType<typeof launchChromium>>

beforeAll(async () => {
  service = await startTestService()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await service?.close()
})

/** A page in Chromium that shows new recovery codes. */
async function newCodes(javaScriptEnabled: boolean) {
  const http = service.browser()
  await signIn(http, await addCitizen(service))
  const cookies = [...http.cookies].map(([name, value]) => ({ name, value, url: service.baseUrl }))
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 360, height: 740 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await context.addCookies(cookies)
  const page = await context.newPage()
  await page.goto(`${service.baseUrl}/account/codes/add/`)
  const address = new URL((await page.locator('a[href^="otpauth:"]').getAttribute('href')) ?? '')
  const secret = fromBase32(address.searchParams.get('secret') ?? '')
  const code = codeOfStep(secret, Math.floor(service.clock.now() / STEP_SECONDS))
  await page.locator('input[name=code]').fill(code)
  await page.locator('main form button[type=submit]').click()
  await page.locator('ol.secrets').waitFor()
  return { page, codes: await page.locator('ol.secrets code').allInnerTexts(), context }
}

describe('new recovery codes', () => {
  test.each([true, false])('are downloaded as a text, with scripts: %s', async (isScripted) => {
    const { page, codes, context } = await newCodes(isScripted)
    const coming = page.waitForEvent('download')
    await page.getByText('Download as text').click()
    const download = await coming
    expect(download.suggestedFilename()).toBe('recovery-codes.txt')
    const text = await readFile((await download.path()) ?? '', 'utf8')
    expect(text.split('\r\n').slice(2, -1)).toEqual(codes)
    expect(await page.getByText('Print', { exact: true }).isVisible()).toBe(isScripted)
    expect(await page.getByText('Copy', { exact: true }).isVisible()).toBe(isScripted)
    await context.close()
  })

  test('are copied, one in a line, and the button says so; and printed', async () => {
    const { page, codes, context } = await newCodes(true)
    await page.getByText('Copy', { exact: true }).click()
    await page.getByText('Copied').waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(codes.join('\n'))
    await page.evaluate("window.print = () => document.body.setAttribute('data-printed', '')")
    await page.getByText('Print', { exact: true }).click()
    await page.locator('body[data-printed]').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('ol.secrets').isVisible()).toBe(true)
    expect(await page.getByText('Download as text').isVisible()).toBe(false)
    await context.close()
  })
})
