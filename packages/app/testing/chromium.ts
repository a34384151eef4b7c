import type { Browser, BrowserContext, Page } from 'playwright-core'
import type { SsoState } from '../src/state.ts'
import { type AppServer, serveApp } from './app-server.ts'
import { type FakeProgram, fakeProgram } from './fake-program.ts'

/** A browser of a citizen, with a fake program and its app. */
export interface Visit {
  readonly program: FakeProgram
  readonly app: AppServer
  readonly context: BrowserContext
  /** Every address that the browser requested or showed. */
  readonly addresses: readonly string[]
  open(path?: string): Promise<Page>
  close(): Promise<void>
}

/** Opens a new browser profile. `script` runs in each page before the app. */
export async function visit(browser: Browser, script = ''): Promise<Visit> {
  const program = fakeProgram()
  const app = await serveApp(program)
  const context = await browser.newContext()
  const addresses: string[] = []
  await context.addInitScript(script)
  context.on('request', (request) => void addresses.push(request.url(), request.headers()['referer'] ?? ''))
  context.on('page', (page) => void page.on('framenavigated', (frame) => void addresses.push(frame.url())))
  return {
    program,
    app,
    context,
    addresses,
    async open(path = '/') {
      const page = await context.newPage()
      await page.goto(app.origin + path)
      await page.evaluate('started')
      return page
    },
    async close() {
      await context.close()
      await app.close()
    },
  }
}

/** The state of the client in a page. */
export const stateOf = (page: Page): Promise<SsoState> => page.evaluate('sso.state')

/** Waits until the client in a page shows a status. */
export async function shows(page: Page, status: SsoState['status']): Promise<SsoState> {
  await page.waitForFunction(`window.sso?.state.status === '${status}'`)
  return stateOf(page)
}

/** Goes from the app to the identity service and back to the return address. */
export async function goThrough(page: Page, how = 'sso.signIn({ returnTo: "/permits" })'): Promise<void> {
  await Promise.all([page.waitForURL('**/central/authorize*'), page.evaluate(`void ${how}`)])
  await Promise.all([page.waitForURL('**/signed-in*'), page.click('#go')])
  await page.evaluate('started')
}

/** Opens the app and signs a citizen in. */
export async function openSignedIn(visiting: Visit): Promise<Page> {
  const page = await visiting.open()
  await goThrough(page)
  await shows(page, 'signed_in')
  return page
}

/** Sends a request to the API from a page. Returns the status, or the name of the error. */
export const ask = (page: Page, path = '/api/me'): Promise<number | string> =>
  page.evaluate(`sso.fetch('${path}').then((response) => response.status, (error) => error.name)`)
