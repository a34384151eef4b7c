import { expect, vi } from 'vitest'
import { createProgramSso } from '../src/create.ts'
import { secret, systemClock, systemRandom } from '../src/platform/index.ts'
import type { ProgramEvent } from '../src/program-sso.ts'
import { generateEncryptionKey } from '../src/sealing/index.ts'
import { memoryAccounts, memoryStore } from '../src/testing/index.ts'
import type { createBrowser, Page } from './browser.ts'
import type { IdentityService } from './identity-service.ts'

const PROGRAM = 'http://localhost:8'

/** Where the app of the program receives its one-use code. */
export const RETURN_URI = `${PROGRAM}/signed-in`

type Browser = ReturnType<typeof createBrowser>

/** Who signs in at the identity service. */
export interface Credentials {
  readonly email: string
  readonly password: string
}

/** Registers a program at the real identity service, and makes its program side. It is called without a server. */
export async function openRealProgram(
  service: IdentityService,
  onEvent: (event: ProgramEvent) => void = () => undefined,
  { endedFeed }: { readonly endedFeed: boolean } = { endedFeed: false },
) {
  let aheadMilliseconds = 0
  const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMilliseconds) }
  const callback = `${PROGRAM}/api/v1/sso/callback/`
  const words = ['client', 'add', 'Permits', '--redirect-uri', callback, '--reason', 'a test', '--json']
  const added = await service.command(...words)
  const client = JSON.parse(added) as { client_id: string; client_secret: string }
  const key = generateEncryptionKey(systemRandom, new Date())
  const sso = createProgramSso({
    identity: {
      baseUrl: service.baseUrl,
      clientId: client.client_id,
      clientSecret: secret(client.client_secret),
    },
    program: { baseUrl: PROGRAM, returnUris: [RETURN_URI] },
    encryptionKeys: [{ id: 'k', key: secret(key.slice(key.indexOf(':') + 1)) }],
    validity: { ceilingMs: 1000, softMs: 1000 },
    hooks: { onEvent },
    endedFeed,
    ...{
      clock,
      store: memoryStore({ clock }),
      accounts: memoryAccounts(),
      env: 'test',
      logger: { log: () => undefined },
    },
  })
  return {
    sso,
    /** Sends JSON to an endpoint of the program. */
    async post(path: string, body: object) {
      const request = new Request(`${PROGRAM}/api/v1/sso/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const answer = await sso.handle(request)
      return { status: answer?.status, body: (await answer?.json()) as Record<string, string> }
    },
    guarded: (token: string | undefined) =>
      sso.authenticate({ headers: { authorization: `Bearer ${token}` } }),
    /** Moves the program's clock until the last check is too old. */
    aSecondLater: () => void (aheadMilliseconds += 1100),
  }
}

/** Asks the service for the mailed link of a registration. On a busy machine a statement may take too long: then it asks again, as any caller would. */
export async function askToRegister({ baseUrl }: IdentityService, email: string): Promise<void> {
  const ask = () =>
    fetch(`${baseUrl}/api/v1/accounts/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ full_name: 'Ana Example', email }),
    })
  let answer = await ask()
  for (let tries = 1; answer.status === 503 && tries < 5; tries += 1) answer = await ask()
  expect(answer.status).toBe(202)
}

/** Sends the form of a mailed link, with a new password. */
export async function choosePassword(browser: Browser, page: Page, password: string): Promise<void> {
  const names = page.html.querySelectorAll('input[type=password]').map((input) => input.getAttribute('name'))
  const done = await browser.submit(page, Object.fromEntries(names.map((name) => [name, password])))
  expect(done.status).toBe(200)
}

/** Registers the one citizen of a service over the API, follows the mailed link and chooses a password. */
export async function enrol(
  service: IdentityService,
  browser: Browser,
  { email, password }: Credentials,
): Promise<void> {
  await askToRegister(service, email)
  const mailedLink = async () => {
    const mails = await (await fetch(`${service.mailboxUrl}/messages.json`)).text()
    return /http:[^\s"\\]+\?link=[\w-]+/.exec(mails)?.[0]
  }
  const link = await vi.waitUntil(mailedLink, { timeout: 60_000 })
  await choosePassword(browser, await browser.get(link), password)
}

/**
 * Does what a citizen does after `begin/`, until the browser is redirected to the program, or the service lets nobody go on.
 * Returns the page where it is then.
 */
export async function enter(
  { baseUrl }: IdentityService,
  browser: Browser,
  { authorizationUrl, email, password }: Credentials & { readonly authorizationUrl: string },
): Promise<Page> {
  let page = await browser.get(authorizationUrl)
  for (let steps = 0; page.url.startsWith(baseUrl) && page.status !== 400 && steps <= 4; steps += 1) {
    const fields = page.html.querySelector('input[type=password]') ? { email, password } : {}
    page = await browser.submit(page, fields)
  }
  return page
}
