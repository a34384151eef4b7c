import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBrowser } from '../../../packages/program/testing/browser.ts'
import {
  type IdentityService,
  startIdentityService,
} from '../../../packages/program/testing/identity-service.ts'
import { createTestDatabase, type TestDatabase } from '../../../packages/program/testing/test-database.ts'
import { runCommand } from '../testing/command.ts'
import { addressOf, type RunningSample, runSample } from '../testing/sample-process.ts'
import { ask, signIn } from '../testing/visitor.ts'

const EMAIL = 'ana@example.test'
const PASSWORD = 'purple lantern under seven bridges'

let service: IdentityService
let database: TestDatabase
let sample: RunningSample

beforeAll(async () => {
  service = await startIdentityService()
  database = await createTestDatabase(2)
  sample = await runSample({ file: 'express.ts', database, register })
})
afterAll(async () => {
  await sample?.stop()
  await database?.drop()
  await service?.stop()
})

/** Registers the program, as the operator of the identity service does once. */
async function register(callbackUrl: string) {
  const said = await service.command('client', 'add', 'Permits', '--redirect-uri', callbackUrl, '--json')
  const client = JSON.parse(said) as { client_id: string; client_secret: string }
  return { baseUrl: service.baseUrl, clientId: client.client_id, clientSecret: client.client_secret }
}

/** Registers with the real service, follows the mailed link and chooses a password. */
async function enrol(browser: ReturnType<typeof createBrowser>): Promise<void> {
  const words = { full_name: 'Ana Example', email: EMAIL }
  expect((await ask(`${service.baseUrl}/api/v1/accounts/register/`, undefined, words)).status).toBe(202)
  const mailedLink = async () => {
    const mails = await (await fetch(`${service.mailboxUrl}/messages.json`)).text()
    return /http:[^\s"\\]+\?link=[\w-]+/.exec(mails)?.[0]
  }
  await expect.poll(mailedLink).toBeTruthy()
  const page = await browser.get((await mailedLink()) ?? '')
  const names = page.html.querySelectorAll('input[type=password]').map((input) => input.getAttribute('name'))
  const done = await browser.submit(page, Object.fromEntries(names.map((name) => [name, PASSWORD])))
  expect(done.status).toBe(200)
}

/** Does what a citizen does on the real pages, until the browser is redirected to the program. */
async function enter(browser: ReturnType<typeof createBrowser>, url: string): Promise<string> {
  let page = await browser.get(url)
  for (let steps = 0; page.url.startsWith(service.baseUrl); steps += 1) {
    if (steps > 4) throw new Error(`stuck at ${page.url}`)
    const asks = page.html.querySelector('input[type=password]')
    page = await browser.submit(page, asks ? { email: EMAIL, password: PASSWORD } : {})
  }
  return page.url
}

test('the Express sample signs a citizen of the real service in, and out when the central session ends', async () => {
  const browser = createBrowser(service.baseUrl)
  await enrol(browser)
  const token = await signIn(sample.base, (url) => enter(browser, url))
  const me = () => ask(`${sample.base}/api/me`, token)
  expect(await me()).toMatchObject({ status: 200, body: { hello: 'Ana Example' } })
  await service.command('citizen', 'sign-out', EMAIL, '--reason', 'a test')
  await database.pool.query(
    `update sso.sessions set central_checked_at = central_checked_at - interval '30 s'`,
  )
  expect(await me()).toMatchObject({ status: 401, body: { code: 'session_ended' } })
})

test('the doctor finds the six settings right, and says so by its exit code', async () => {
  const env = { ...sample.settings, DATABASE_URL: addressOf(database) }
  const doctor = await runCommand(['doctor', '--json'], env)
  const report = JSON.parse(doctor.stdout) as { ok: boolean; checks: { id: string; ok: boolean }[] }
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([])
  expect([report.ok, doctor.exitCode]).toEqual([true, 0])
  const wrong = await runCommand(['doctor'], { ...env, SSO_CLIENT_SECRET: 'another' })
  expect([wrong.exitCode, wrong.stdout]).toEqual([1, expect.stringContaining('FAIL credentials')])
})
