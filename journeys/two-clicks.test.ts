// Takes over 10 s: the service, three programs and Chromium start, and a real browser signs in anew for each pair of clicks.
import { createServer, type Server } from 'node:http'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '../packages/identity/testing/free-port.ts'
import { addCitizen, addProgram, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import { createProgramSso } from '../packages/program/src/create.ts'
import { nodeSso, optionalCitizen } from '../packages/program/src/frameworks/node.ts'
import { secret, systemClock } from '../packages/program/src/platform/index.ts'
import { memoryAccounts, memoryStore } from '../packages/program/src/testing/index.ts'
import { PATIENCE_MILLISECONDS } from './chromium.ts'
import { type Guest, openGuest, openPermitsStage, type PermitsStage } from './permits-stage.ts'
import { middleOf } from './presses.ts'

/**
 * Two clicks on one button, at programs whose centre is slow: no callback is answered before the second click has led the browser
 * there, too.
 */

const NAME = 'Dora Double'

let clicked = Promise.withResolvers<void>()
const late: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init)
  if (new URL(answer.url).pathname === '/o/token/') await clicked.promise
  return answer
}

let stage: PermitsStage
let pages: { readonly url: string; readonly server: Server }
let guest: Guest
let email: string

beforeAll(async () => {
  stage = await openPermitsStage({ fetch: late })
  pages = await openPages()
})
afterAll(async () => {
  pages?.server.close()
  pages?.server.closeAllConnections()
  await stage?.close()
})
beforeEach(async () => {
  guest = await openGuest(stage)
  email = (await addCitizen(stage.identity.service, { fullName: NAME })).email
})
afterEach(() => guest.close())

/** A program in cookie mode. Its page is open to everybody, so it does not begin a sign-in by itself. */
async function openPages() {
  const url = `http://localhost:${await freePort()}`
  const redirectUris = [`${url}/api/v1/sso/callback/`]
  const client = await addProgram(stage.identity.service, { name: 'Pages', redirectUris })
  const sso = createProgramSso({
    identity: {
      baseUrl: stage.identity.baseUrl,
      clientId: client.clientId,
      clientSecret: secret(client.secret),
    },
    program: { baseUrl: url, returnUris: [] },
    encryptionKeys: [{ id: 'k', key: secret(Buffer.alloc(32, 7).toString('base64')) }],
    ...{ store: memoryStore({ clock: systemClock }), accounts: memoryAccounts(), cookies: {} },
    ...{ fetch: late, env: 'test', throttle: false, endedFeed: false, logger: { log: () => undefined } },
  })
  const ours = nodeSso(sso)
  const server = createServer((request, response) => {
    void ours(request, response).then(async (isOurs) => {
      if (isOurs) return
      const citizen = await optionalCitizen(sso, request)
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><title>Pages</title>
<p id="name">${citizen?.account.name ?? 'nobody'}</p><a href="/api/v1/sso/login">Sign in</a>`)
    })
  })
  await new Promise<void>((resolve) => void server.listen(Number(new URL(url).port), resolve))
  return { url, server }
}

const isCallback = (url: string) => new URL(url).pathname.includes('/sso/callback')

/** Clicks, and clicks again on the same place while the program still answers the callback of the first click. */
async function clickTwice(page: Page, button: Locator): Promise<readonly string[]> {
  clicked = Promise.withResolvers()
  const callbacks: string[] = []
  page.on('request', (request) => void (isCallback(request.url()) && callbacks.push(request.url())))
  const { x, y } = await middleOf(button)
  for (const click of [1, 2]) {
    await page.mouse.click(x, y)
    await expect.poll(() => callbacks.length, { timeout: PATIENCE_MILLISECONDS }).toBe(click)
  }
  clicked.resolve()
  return callbacks
}

const main = ({ page }: Guest) => page.locator('main button.primary')

const MODES = [
  {
    mode: 'an app',
    begin: async () => {
      await guest.goTo(stage.permits)
      await guest.pressOnPage('Sign in')
    },
    isInside: () => guest.isSignedIn(NAME),
  },
  {
    mode: 'pages with a cookie',
    begin: async () => {
      await guest.page.goto(pages.url)
      await guest.page.getByRole('link').click()
    },
    isInside: () =>
      expect
        .poll(() => guest.page.locator('#name').allTextContents(), { timeout: PATIENCE_MILLISECONDS })
        .toEqual([NAME]),
  },
]

// proves: program-callback-repeated
describe.each(MODES)('a citizen of $mode ends inside', ({ begin, isInside }) => {
  const atLogin = async () => {
    await begin()
    await guest.page.waitForURL((url) => url.pathname === '/login/')
    await guest.fill({ email, password: TEST_PASSWORD })
  }

  test('after two clicks on “Continue”, and after two on “Sign in” the next time', async () => {
    await atLogin()
    await guest.pressMain()
    expect(await guest.heading()).toMatch(/^Continue to /)
    const [first, second] = await clickTwice(guest.page, main(guest))
    expect(second).toBe(first)
    await isInside()

    await guest.close()
    guest = await openGuest(stage)
    await atLogin()
    const [again, repeated] = await clickTwice(guest.page, main(guest))
    expect(repeated).toBe(again)
    await isInside()
  })
})
