import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../packages/identity/testing/free-port.ts'
import { createBrowser } from '../../../packages/program/testing/browser.ts'
import {
  type IdentityService,
  startIdentityService,
} from '../../../packages/program/testing/identity-service.ts'
import { createTestDatabase, type TestDatabase } from '../testing/database.ts'
import { addOldAccount, type RunningPermits, readConfig, startPermits } from './index.ts'

const EMAIL = 'ana@example.test'
const PASSWORD = 'purple lantern under seven bridges'

let service: IdentityService
let database: TestDatabase
let permits: RunningPermits
let base: string

beforeAll(async () => {
  service = await startIdentityService()
  database = await createTestDatabase()
  const port = await freePort()
  base = `http://localhost:${port}`
  const callback = `${base}/api/v1/sso/callback/`
  const added = await service.command(
    'client',
    'add',
    'Parking Permits',
    '--redirect-uri',
    callback,
    '--reason',
    'a test',
    '--json',
  )
  const client = JSON.parse(added) as { client_id: string; client_secret: string }
  const config = readConfig({
    SSO_IDENTITY_URL: service.baseUrl,
    SSO_CLIENT_ID: client.client_id,
    SSO_CLIENT_SECRET: client.client_secret,
    SSO_PROGRAM_URL: base,
    SSO_RETURN_URIS: `${base}/signed-in`,
    SSO_ENCRYPTION_KEYS: `k1:${randomBytes(32).toString('base64')}`,
    PERMITS_PORT: String(port),
    PERMITS_DATABASE_URL: database.url,
  })
  const quick = { validity: { ceilingMs: 1000, softMs: 1000 }, logger: { log: () => undefined } }
  permits = await startPermits(config, quick)
})
afterAll(async () => {
  await permits.close()
  await database.drop()
  await service.stop()
})

type Browser = ReturnType<typeof createBrowser>
const JSON_TYPE = { 'content-type': 'application/json' }
const send = (path: string, body: object, headers = {}) =>
  fetch(base + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) })

/** Registers over the API, follows the mailed link and chooses a password. */
async function register(browser: Browser): Promise<void> {
  await fetch(`${service.baseUrl}/api/v1/accounts/register/`, {
    method: 'POST',
    headers: JSON_TYPE,
    body: JSON.stringify({ full_name: 'Ana Example', email: EMAIL }),
  })
  let link = ''
  const mailed = async () => {
    const mails = await (await fetch(`${service.mailboxUrl}/messages.json`)).text()
    link = /http:[^\s"\\]+\?link=[\w-]+/.exec(mails)?.[0] ?? ''
    return link
  }
  await expect.poll(mailed).not.toBe('')
  const page = await browser.get(link)
  const fields = page.html
    .querySelectorAll('input[type=password]')
    .map((input) => [input.getAttribute('name'), PASSWORD])
  expect((await browser.submit(page, Object.fromEntries(fields))).status).toBe(200)
}

/** Does what a citizen does at the identity service, until it redirects to the program. */
async function goThrough(browser: Browser, url: string): Promise<string> {
  let page = await browser.get(url)
  for (let steps = 0; page.url.startsWith(service.baseUrl) && steps < 5; steps += 1) {
    const isLogin = page.html.querySelector('input[type=password]') !== null
    page = await browser.submit(page, isLogin ? { email: EMAIL, password: PASSWORD } : {})
  }
  return page.url
}

async function enter(browser: Browser, link?: string): Promise<string> {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const bearer = link === undefined ? {} : { authorization: `Bearer ${link}` }
  const wanted = { return_uri: `${base}/signed-in`, code_challenge, link: link !== undefined }
  const begun = (await (await send('/api/v1/sso/begin/', wanted, bearer)).json()) as {
    authorization_url: string
  }
  const landed = await fetch(await goThrough(browser, begun.authorization_url), { redirect: 'manual' })
  const code = new URL(landed.headers.get('location') ?? '').searchParams.get('sso_code')
  const pair = await send('/api/v1/sso/exchange/', { code, code_verifier: verifier })
  expect(pair.status).toBe(200)
  return ((await pair.json()) as { access_token: string }).access_token
}

test('a citizen of the real service connects her old account, keeps her permit, and is out when her session ends', async () => {
  const account = { email: 'ana.at.work@example.test', password: 'an old password' }
  await addOldAccount(database.url, { ...account, name: 'Ana at work' })
  const login = await send('/api/v1/auth/login/', account)
  const { access_token: old } = (await login.json()) as { access_token: string }
  const withOld = { authorization: `Bearer ${old}` }
  expect((await send('/api/v1/permits/', { plate: 'ANA 1', zone: 'harbour' }, withOld)).status).toBe(201)

  const browser = createBrowser(service.baseUrl)
  await register(browser)
  const token = await enter(browser, old)
  const permitsOf = (bearer: string) =>
    fetch(`${base}/api/v1/permits/`, { headers: { authorization: `Bearer ${bearer}` } })
  expect(await (await permitsOf(token)).json()).toMatchObject({ permits: [{ plate: 'ANA 1' }] })
  expect((await permitsOf(old)).status).toBe(401)
  expect((await send('/api/v1/auth/login/', account)).status).toBe(401)

  const again = await enter(browser)
  expect(await (await permitsOf(again)).json()).toMatchObject({ permits: [{ plate: 'ANA 1' }] })
  await service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
  for (const ended of [token, again]) await expect.poll(async () => (await permitsOf(ended)).status).toBe(401)
})
