import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../testing/browser.ts'
import { type IdentityService, startIdentityService } from '../testing/identity-service.ts'
import { proof } from '../testing/program.ts'
import { createProgramSso } from './create.ts'
import { secret, systemClock, systemRandom } from './platform/index.ts'
import type { ProgramSso } from './program-sso.ts'
import { generateEncryptionKey } from './sealing/index.ts'
import { embeddedStore } from './store/memory/index.ts'
import { type MemoryAccount, memoryAccounts } from './testing/index.ts'

const PROGRAM = 'http://localhost:9'
const RETURN_URI = `${PROGRAM}/signed-in`
const EMAIL = 'ana@example.test'
const PASSWORD = 'purple lantern under seven bridges'

let service: IdentityService
let sso: ProgramSso<MemoryAccount>
let aheadMilliseconds = 0
const clock = { ...systemClock, now: () => new Date(systemClock.now().getTime() + aheadMilliseconds) }

beforeAll(async () => {
  service = await startIdentityService()
  const added = await service.command(
    'client',
    'add',
    'Permits',
    '--redirect-uri',
    `${PROGRAM}/api/v1/sso/callback/`,
    '--json',
  )
  const client = JSON.parse(added) as { client_id: string; client_secret: string }
  const key = generateEncryptionKey(systemRandom, new Date())
  sso = createProgramSso({
    identity: {
      baseUrl: service.baseUrl,
      clientId: client.client_id,
      clientSecret: secret(client.client_secret),
    },
    program: { baseUrl: PROGRAM, returnUris: [RETURN_URI] },
    encryptionKeys: [{ id: 'k', key: secret(key.slice(key.indexOf(':') + 1)) }],
    validity: { ceilingMs: 1000, softMs: 1000 },
    ...{
      clock,
      store: embeddedStore({ clock }),
      accounts: memoryAccounts(),
      env: 'test',
      logger: { log: () => undefined },
    },
  })
})
afterAll(() => service.stop())

const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`${PROGRAM}/api/v1/sso/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const answer = await sso.handle(request)
  return { status: answer?.status, body: (await answer?.json()) as Record<string, string> }
}
const guarded = (token: string | undefined) =>
  sso.authenticate({ headers: { authorization: `Bearer ${token}` } })
/** Moves the program's clock until the last check is too old. */
const aSecondLater = () => {
  aheadMilliseconds += 1100
}

/** Registers over the API, follows the mailed link and chooses a password. */
async function register(browser: ReturnType<typeof createBrowser>): Promise<void> {
  await fetch(`${service.baseUrl}/api/v1/accounts/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ full_name: 'Ana Example', email: EMAIL }),
  })
  const mailedLink = async () => {
    const mails = await (await fetch(`${service.mailboxUrl}/messages.json`)).text()
    return /http:[^\s"\\]+\?link=[\w-]+/.exec(mails)?.[0]
  }
  await expect.poll(mailedLink).toBeTruthy()
  const link = await mailedLink()
  const page = await browser.get(link ?? '')
  const fields = page.html
    .querySelectorAll('input[type=password]')
    .map((input) => [input.getAttribute('name'), PASSWORD])
  const done = await browser.submit(page, Object.fromEntries(fields))
  expect(done.status).toBe(200)
}

/** Does what a citizen does after begin/, until the browser is redirected to the program. */
async function enter(browser: ReturnType<typeof createBrowser>, url: string): Promise<string> {
  let page = await browser.get(url)
  for (let steps = 0; page.url.startsWith(service.baseUrl); steps += 1) {
    if (steps > 4) throw new Error(`stuck at ${page.url}: ${page.html.text.slice(0, 400)}`)
    const fields = page.html.querySelector('input[type=password]') ? { email: EMAIL, password: PASSWORD } : {}
    page = await browser.submit(page, fields)
  }
  return page.url
}

// proves: program-1.5-backend-exchanges, program-4.3.3-code-exchanged-once
test('a citizen of the real service registers, signs in, refreshes, and is out when the central session ends', async () => {
  const browser = createBrowser(service.baseUrl)
  await register(browser)
  const { verifier, challenge } = await proof()
  const begun = await post('begin/', { return_uri: RETURN_URI, code_challenge: challenge })
  const callback = await enter(browser, begun.body['authorization_url'] ?? '')
  const landed = await sso.handle(new Request(callback))
  const code = new URL(landed?.headers.get('location') ?? '').searchParams.get('sso_code')
  const exchanged = await post('exchange/', { code, code_verifier: verifier })
  expect(exchanged.status).toBe(200)
  const token = exchanged.body['access_token']
  expect(await guarded(token)).toMatchObject({ status: 'ok', account: { name: 'Ana Example', email: EMAIL } })
  aSecondLater()
  expect(await guarded(token)).toMatchObject({ status: 'ok' })
  expect((await post('refresh/', { refresh_token: exchanged.body['refresh_token'] ?? '' })).status).toBe(200)
  expect((await sso.handle(new Request(callback)))?.headers.get('location')).toBe(
    `${RETURN_URI}?sso_error=cancelled`,
  )
  await service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
  aSecondLater()
  expect(await guarded(token)).toMatchObject({ http: 401, code: 'session_ended', clearLocal: true })
})

// proves: program-5.1-basic-from-backend
test('the doctor finds nothing wrong with the real service', async () => {
  const { checks } = await sso.doctor()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['discovery', 'credentials', 'keys', 'identity-clock']),
  )
})
