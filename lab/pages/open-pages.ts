import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { assets } from '../../packages/identity/src/pages/assets.ts'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'

/** Where the pages are in the browser. No server is asked. */
export const PAGES_URL = 'http://portico.test/'

/** The policy of the hosted pages, without a script. */
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'"

/** What is shown, and how. */
export interface Showing {
  readonly frame: PageFrame
  readonly samples: readonly SamplePage[]
  readonly options?: BrowserContextOptions
  /** Lets the one script of the pages run. */
  readonly hasScript?: boolean
  /** Another Content-Security-Policy than that of the pages. */
  readonly policy?: string
}

/** Opens a window with these pages, each at its name below `PAGES_URL`: the browser's requests are answered from here. */
export async function openPages(
  browser: Browser,
  { frame, samples, options = {}, hasScript = false, policy = POLICY }: Showing,
): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const bodies = new Map(samples.map((sample) => [`/${sample.name}`, sample.render(frame).toString()]))
  const csp = hasScript ? `${policy}; script-src 'self'` : policy
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const asset = assets.find(({ path }) => path === pathname)
    const contentType = asset?.contentType ?? 'text/html; charset=utf-8'
    const headers = { 'content-security-policy': csp }
    return route.fulfill({ contentType, headers, body: asset?.body ?? bodies.get(pathname) ?? '' })
  })
  return { page, close: () => context.close() }
}
