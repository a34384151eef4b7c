import type { Browser, BrowserContextOptions, Locator } from 'playwright-core'
import { findGraveFaults } from './pages/axe.ts'

const BAD_STATUS = /^Failed to load resource: the server responded with a status of \d+/

/** On a busy machine a page comes late. No test asserts how late. */
export const PATIENCE_MILLISECONDS = 60_000

/** Opens a window with its own cookies. Options such as `javaScriptEnabled: false` go to the browser. */
export async function openWindow(browser: Browser, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(PATIENCE_MILLISECONDS)
  /** All faults: console errors, policy violations, failed requests, and error statuses. */
  const faults: string[] = []
  /** Pages of the hosts that this window saw, as `path status`, in order. */
  const documents: string[] = []
  const expected: number[] = []
  page.on('pageerror', (error) => void faults.push(`script: ${error.message}`))
  // The browser aborts an image that is still loading when the citizen leaves the page.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    if (reason === 'net::ERR_ABORTED' && !request.isNavigationRequest()) return
    faults.push(`request: ${request.url()} ${reason}`)
  })
  // Chromium writes each error status to the console, too. These are checked below, by their status.
  page.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning'
    if (isBad && !BAD_STATUS.test(message.text())) faults.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    const status = response.status()
    const isDocument = response.request().isNavigationRequest()
    if (isDocument && (status < 300 || status >= 400))
      documents.push(`${new URL(response.url()).pathname} ${status}`)
    if (status < 400) return
    const at = isDocument ? expected.indexOf(status) : -1
    if (at >= 0) expected.splice(at, 1)
    else faults.push(`status: ${status} ${response.url()}`)
  })
  const follow = async (target: Locator) => {
    const navigated = page.waitForEvent('framenavigated', (frame) => frame === page.mainFrame())
    await Promise.all([navigated, target.first().click()])
    await page.waitForLoadState('load')
  }
  return {
    ...{ page, context, faults, documents },
    /** The next page with this status is no fault. */
    expectStatus: (status: number) => void expected.push(status),
    /** Presses the button or follows the link that begins with these words. */
    async press(words: string) {
      const name = new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
      const button = page.getByRole('button', { name }).or(page.getByRole('link', { name }))
      await follow(button)
    },
    /** Presses the main button of the page, in any language. */
    pressMain: () => follow(page.locator('main button.primary')),
    /** Fills in inputs by their names. */
    async fill(fields: Readonly<Record<string, string>>) {
      for (const [name, value] of Object.entries(fields))
        await page.locator(`input[name="${name}"]`).fill(value)
    },
    heading: () => page.locator('h1').innerText(),
    /** The serious and critical violations that axe finds. Nothing if scripts are off. */
    inaccessible: async () => (options.javaScriptEnabled === false ? [] : findGraveFaults(page)),
    close: () => context.close(),
  }
}
