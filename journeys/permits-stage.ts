import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Replacements, readConfig, startPermits } from '../examples/parking-permits/server/index.ts'
import { createTestDatabase as createPermitsDatabase } from '../examples/parking-permits/testing/database.ts'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addProgram, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { NODE_OPTIONS } from '../scripts/node-options.mjs'
import { launchChromium } from '../scripts/test-chromium.ts'
import { openWindow, PATIENCE_MILLISECONDS } from './chromium.ts'
import { startNode } from './kit/child-process.ts'
import type { IdentityProcess } from './kit/identity-process.ts'
import { until } from './kit/until.ts'
import { openService, type Service } from './service.ts'

/** One program with its page, on its own database. */
export type PermitsProgram = Awaited<ReturnType<typeof openProgram>>

/** The identity service, two programs of different owners, mails and Chromium. */
export interface PermitsStage extends Service {
  readonly permits: PermitsProgram
  readonly library: PermitsProgram
  readonly chromium: Browser
}

type Closing = () => Promise<unknown>

/** Starts everything. The limits of the programs are off unless a test sets them. */
export async function openPermitsStage(
  seams: Pick<Replacements, 'throttle' | 'fetch'> = {},
): Promise<PermitsStage> {
  const [service, chromium] = await Promise.all([openService(), launchChromium()])
  const { identity } = service
  const closings: Closing[] = [() => service.close()]
  const permits = await openProgram(identity, { name: 'Parking Permits', seams, closings })
  const library = await openProgram(identity, { name: 'Public Library', seams, closings })
  closings.push(() => chromium.close())
  return {
    ...{ ...service, permits, library, chromium },
    async close() {
      for (const close of closings.reverse()) await close()
    },
  }
}

interface NewProgram {
  readonly name: string
  readonly seams: Pick<Replacements, 'throttle' | 'fetch'>
  readonly closings: Closing[]
}

async function openProgram(identity: IdentityProcess, { name, seams, closings }: NewProgram) {
  const database = await createPermitsDatabase()
  closings.push(() => database.drop())
  const url = `http://localhost:${await freePort()}`
  const client = await addProgram(identity.service, { name, redirectUris: [`${url}/api/v1/sso/callback/`] })
  const clock = movedClock()
  const environment = {
    NODE_ENV: 'test',
    SSO_IDENTITY_URL: identity.baseUrl,
    SSO_CLIENT_ID: client.clientId,
    SSO_CLIENT_SECRET: client.secret,
    SSO_PROGRAM_URL: url,
    SSO_RETURN_URIS: `${url}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PERMITS_DATABASE_URL: database.url,
  }
  const start = async (port: string) => {
    const config = readConfig({ ...environment, PERMITS_PORT: port })
    const silent = { log: () => undefined }
    const running = await startPermits(config, { clock, throttle: false, logger: silent, ...seams })
    closings.push(() => running.close())
    return running
  }
  return {
    ...{ url, database, pool: database.pool, clock },
    permits: await start(new URL(url).port),
    /** A second instance of the same program with the same clock and public address, on another port. */
    another: async () => start(String(await freePort())),
    /** The same in another process, with the machine's clock. Returns its address. */
    async ownProcess() {
      const port = String(await freePort())
      const own = { ...environment, PERMITS_PORT: port }
      const run = startNode({ file: PERMITS, nodeOptions: NODE_OPTIONS, environment: own })
      closings.push(() => run.end('SIGTERM'))
      await until(
        () => `a program runs: ${run.output()}`,
        () => run.output().includes('is running') || undefined,
      )
      return `http://127.0.0.1:${port}`
    },
  }
}

const PERMITS = fileURLToPath(new URL('../examples/parking-permits/server/main.ts', import.meta.url))

/** A clock that runs like the machine's, and that tests can move forward. */
function movedClock() {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    sleep: (milliseconds: number, signal?: AbortSignal) =>
      wait(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
    advance: (milliseconds: number) => {
      ahead += milliseconds
    },
  }
}

/** A citizen with a browser window, at the pages of programs. */
export type Guest = Awaited<ReturnType<typeof openGuest>>

/** The name that the program shows; otherwise the address and the text of the current page. */
async function shownName(page: Page): Promise<string> {
  const [name] = await page.locator('#name').allTextContents()
  return name || `${page.url()}: ${await page.locator('body').innerText()}`
}

/** The page of a central account has all that it asks for by itself. Otherwise it would hear of an end before the test acts. */
export const hasLoaded = (page: Page): Promise<void> => page.locator('#devices li').first().waitFor()

/** Opens a window for a citizen. */
export async function openGuest(stage: PermitsStage, options: Parameters<typeof openWindow>[1] = {}) {
  const window = await openWindow(stage.chromium, options)
  const { page } = window
  /** All requests of this window, without the bodies of the programs' answers. */
  const addresses: string[] = []
  page.on('request', (request) => void addresses.push(request.url()))
  page.on('framenavigated', (frame) => void addresses.push(frame.url()))
  const goTo = async (program: PermitsProgram) => {
    await page.goto(program.url)
    await page.locator('#starting').waitFor({ state: 'hidden' })
  }
  const pressOnPage = (label: string) => page.getByRole('button', { name: label, exact: true }).click()
  return {
    ...window,
    ...{ addresses, goTo, pressOnPage },
    /** Signs in from the program's page, on every page that is shown, until the program shows its citizen. */
    async signIn(program: PermitsProgram, email: string, password = TEST_PASSWORD) {
      await goTo(program)
      await pressOnPage('Sign in')
      await page.waitForURL((url) => url.pathname === '/login/')
      await window.fill({ email, password })
      await window.pressMain()
      if (new URL(page.url()).pathname === '/o/authorize/') await window.press('Continue')
      await page.waitForURL((url) => url.origin === program.url && url.pathname === '/')
    },
    /** The program shows this citizen. */
    async isSignedIn(name: string) {
      await expect.poll(() => shownName(page), { timeout: PATIENCE_MILLISECONDS }).toBe(name)
      await page.locator('#permits').waitFor()
    },
    /** Presses "Sign out" when the page has loaded: an answer that comes later would be 401. */
    async signOut() {
      await hasLoaded(page)
      await pressOnPage('Sign out')
    },
    /** The program shows no citizen, and these words first. */
    async isTold(words: string | RegExp) {
      await page.locator('#signed-out').waitFor()
      await expect.poll(() => page.locator('#notice-text').textContent()).toMatch(words)
    },
  }
}
