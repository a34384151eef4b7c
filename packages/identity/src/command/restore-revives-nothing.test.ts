import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../testing/people.ts'
import {
  authorizeAddress,
  type Entered,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  obtainCode,
  refresh,
} from '../../testing/program-flow.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { askForLink, linkTo, on, openWorkbench, type Workbench } from './backup.fixture.ts'

let bench: Workbench
let before: TestService
let after: TestService
let program: TestClient
let citizen: Citizen
let entered: Entered
const attempt = { verifier: '', code: '' }
const links = { registration: '', recovery: '' }

/** The same browser, with its cookies, at the restored service. */
function sameBrowser(browser: TestBrowser): TestBrowser {
  const moved = after.browser()
  for (const [name, value] of browser.cookies) moved.cookies.set(name, value)
  return moved
}

beforeAll(async () => {
  bench = await openWorkbench()
  before = await startTestService()
  program = await addProgram(before)
  citizen = await addCitizen(before)
  entered = await enterProgram(before, program, citizen)
  const second = newAttempt(program)
  Object.assign(attempt, { verifier: second.verifier, code: await obtainCode(entered.browser, second) })
  await askForLink(before, '/api/v1/accounts/recover/', { email: citizen.email })
  await askForLink(before, '/api/v1/accounts/register/', { email: 'new@example.test', full_name: 'New' })
  links.recovery = await linkTo(before, citizen.email)
  links.registration = await linkTo(before, 'new@example.test')
  const folder = bench.newPath()
  expect((await on(before.database, 'backup', folder)).exitCode).toBe(0)
  const target = await bench.newDatabase()
  expect((await on(target, 'restore', folder)).exitCode).toBe(0)
  after = await startTestService({ database: target, clock: before.clock })
})
afterAll(async () => {
  await after.close()
  await before.close()
  await bench.clear()
})

describe('after a restore, what was alive in the backed-up service', () => {
  test('was alive there, or this file would prove nothing', async () => {
    expect(await introspect(before, program, entered.tokens.access_token)).toMatchObject({ active: true })
    expect((await entered.browser.get('/account/')).status).toBe(200)
    expect((await before.browser().get(links.recovery)).status).toBe(200)
    expect((await before.browser().get(links.registration)).status).toBe(200)
  })

  // proves: threat-backup-revives
  test('access tokens are dead', async () => {
    expect(await introspect(after, program, entered.tokens.access_token)).toEqual({ active: false })
    const authorization = `Bearer ${entered.tokens.access_token}`
    expect((await fetch(`${after.baseUrl}/o/userinfo/`, { headers: { authorization } })).status).toBe(401)
  })

  test('refresh tokens are dead', async () => {
    const answer = await refresh(after, program, entered.tokens.refresh_token)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })

  test('a code that was not redeemed is dead', async () => {
    const answer = await exchange(after, program, attempt)
    expect([answer.status, answer.body.error]).toEqual([400, 'invalid_grant'])
  })

  // proves: threat-backup-revives
  test('the session of a browser is dead: it has to sign in, and enters no program without', async () => {
    const browser = sameBrowser(entered.browser)
    const page = await browser.get('/account/sessions/')
    expect(new URL(page.url).pathname).toBe('/login/')
    const silent = await browser.get(authorizeAddress(newAttempt(program, { prompt: 'none' })))
    expect(silent.location).toContain('error=login_required')
  })

  // proves: threat-backup-revives
  test.each(['recovery', 'registration'] as const)('the mailed link of a %s is dead', async (kind) => {
    const page = await after.browser().get(links[kind])
    expect([page.status, page.html.querySelector('h1')?.text]).toEqual([400, 'This link does not work'])
  })

  test('no letter is sent again, and every counter begins anew', async () => {
    const [left] = await after.database.db.query<{ letters: number; counters: number; failures: number }>`
      select (select count(*)::int from outbox) as letters, (select count(*)::int from sign_in_failures) as failures,
             (select count(*)::int from rate_counters where counter like '%register%') as counters`
    expect(left).toEqual({ letters: 0, counters: 0, failures: 0 })
  })
})

describe('after a restore, what was kept', () => {
  test('the citizen signs in with the password and enters the program with its old secret, as the same subject', async () => {
    const { tokens } = await enterProgram(after, program, citizen)
    expect(await introspect(after, program, tokens.access_token)).toMatchObject({
      active: true,
      sub: citizen.subject,
    })
  })

  test('the consent is remembered, so no page asks again', async () => {
    const browser = after.browser()
    await signIn(browser, citizen)
    const answer = await browser.get(authorizeAddress(newAttempt(program)), {
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.location).toContain('code=')
  })
})
