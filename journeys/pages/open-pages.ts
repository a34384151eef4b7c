import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { assets } from '../../packages/identity/src/pages/assets.ts'
import { porticoStyle } from '../../packages/identity/src/pages/design.ts'
import type { SamplePage } from '../../packages/identity/src/pages/every-page.fixture.ts'
import type { PageFrame } from '../../packages/identity/src/pages/layout.ts'

/** Where the pages are in the browser, which makes passkeys only at `https`. No server is asked. */
export const PAGES_URL = 'https://portico.test/'

/** The policy of the hosted pages, without a script. */
const POLICY = `default-src 'none'; style-src ${porticoStyle.source}; img-src 'self'; form-action 'self'`

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

/** A window with pages. */
export interface PagesWindow {
  readonly page: Page
  /** Puts a page into the document that is open, whose scripts, such as axe, are loaded and compiled already. */
  show(name: string): Promise<void>
  close(): Promise<void>
}

const BLANK = '<!doctype html><title>Blank</title>'

/** Resolves when the page has its pictures. A head that differs only in the title keeps its styles. */
const PUT = `async (text) => {
  const { documentElement: root, head, body, title } = new DOMParser().parseFromString(text, 'text/html')
  const shown = document.documentElement
  for (const { name } of [...shown.attributes]) shown.removeAttribute(name)
  for (const { name, value } of root.attributes) shown.setAttribute(name, value)
  document.body.replaceWith(document.adoptNode(body))
  const bare = ({ innerHTML }) => innerHTML.replace(/<title>.*<.title>/, '')
  if (bare(head) === bare(document.head)) document.title = title
  else document.head.replaceWith(document.adoptNode(head))
  scrollTo(0, 0)
  await Promise.all([...document.images].map((image) => image.decode()))
}`

/** Opens a window with these pages, each at its name below `PAGES_URL`: the browser's requests are answered from here. */
export async function openPages(
  browser: Browser,
  { frame, samples, options = {}, hasScript = false, policy = POLICY }: Showing,
): Promise<PagesWindow> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const bodies = new Map(samples.map((sample) => [`/${sample.name}`, sample.render(frame).toString()]))
  const csp = hasScript ? `${policy}; script-src 'self'` : policy
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url())
    const asset = assets.find(({ path }) => path === pathname)
    const contentType = asset?.contentType ?? 'text/html; charset=utf-8'
    const headers = { 'content-security-policy': csp }
    return route.fulfill({ contentType, headers, body: asset?.body ?? bodies.get(pathname) ?? BLANK })
  })
  return {
    page,
    async show(name) {
      if (page.url() !== PAGES_URL) await page.goto(PAGES_URL)
      await page.evaluate(`(${PUT})(${JSON.stringify(bodies.get(`/${name}`))})`)
    },
    close: () => context.close(),
  }
}
