import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  newAttempt,
} from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { listConnections } from '../../access/index.ts'
import type { Citizen } from '../../citizens/index.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

interface Here {
  readonly browser: TestBrowser
  readonly who: Citizen
}

async function here(changes: Partial<Citizen> = {}): Promise<Here> {
  const who = await addCitizen(service, changes)
  const browser = service.browser()
  await signIn(browser, who)
  return { browser, who }
}

function ask(
  browser: TestBrowser,
  client = program,
  changes: Readonly<Record<string, string>> = {},
): Promise<Visited> {
  return browser.get(authorizeAddress(newAttempt(client, changes)), { follow: false })
}

function press(
  browser: TestBrowser,
  page: Visited,
  button: string,
  headers: Readonly<Record<string, string>> = {},
) {
  return browser.submit(page, {}, { button, follow: false, headers })
}

function expectCode(answer: Visited): void {
  expect(callbackParameters(answer).get('code')).toMatch(/^pac_[A-Za-z0-9_-]{64}$/)
}

function expectNoCode(answer: Visited): void {
  expect(answer.location ?? '').not.toContain('code=')
  expect(answer.body).not.toContain('pac_')
}

async function connectionsOf(who: Citizen): Promise<readonly string[]> {
  return (await listConnections(service.foundation.db, { ...who, language: 'en' })).map(({ scope }) => scope)
}

describe('the first time', () => {
  // proves: contract-4.1-authorize-200-page, design-7.14-confirm-first-time, core-3.1.2.4-consent-first
  // proves: core-11-offline-access-shown, threat-unintended-link
  test('the page names the program, where it is, the account, and what the program will see', async () => {
    const { browser, who } = await here({ fullName: 'Zoë Ünïcode' })
    const page = await ask(browser)
    expect(page.status).toBe(200)
    const text = page.html.querySelector('main')?.text ?? ''
    for (const words of [
      'Continue to Parking Permits?',
      'this program is connected to your account',
      'permits.example.test',
      'Zoë Ünïcode',
      who.email,
      'Your name',
      'Your email address',
      'Your phone number',
      'up to 14 days',
    ])
      expect(text).toContain(words)
    const buttons = page.html.querySelectorAll('button').map((button) => button.text.trim())
    expect(buttons.sort()).toEqual([
      'Cancel',
      'Change language',
      'Continue to Parking Permits',
      'Use another account',
    ])
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page.html.querySelectorAll('script')).toHaveLength(0)
  })

  test('a program that does not stay connected says so by saying nothing of it', async () => {
    const { browser } = await here()
    const page = await ask(browser, program, { scope: 'openid profile email' })
    expect(page.html.text).not.toContain('14 days')
  })

  // proves: core-3.1.2.4-consent-first
  test('nothing is written down before the citizen decides', async () => {
    const { browser, who } = await here()
    await ask(browser)
    expect(await connectionsOf(who)).toEqual([])
    const codes = await service.database.db.query`
      select 1 as one from authorization_codes where citizen_id = ${who.citizenId}`
    expect(codes).toHaveLength(0)
  })

  test('Continue gives the code by 303 and connects the program; the second time is silent', async () => {
    const { browser, who } = await here()
    const answer = await press(browser, await ask(browser), 'Continue')
    expect(answer.status).toBe(303)
    expectCode(answer)
    expect(await connectionsOf(who)).toHaveLength(1)
    const again = await ask(browser)
    expect(again.status).toBe(302)
    expectCode(again)
    expect(callbackParameters(again).get('code')).not.toBe(callbackParameters(answer).get('code'))
    expect([...callbackParameters(again).keys()]).toEqual(['code', 'state', 'iss'])
    expect(again.headers.get('cache-control')).toBe('no-store')
    expect(again.body).toBe('')
  })

  test('is the first time for each program, and for each citizen', async () => {
    const { browser, who } = await here()
    await press(browser, await ask(browser), 'Continue')
    const second = await addProgram(service, { name: 'Second' })
    expect((await ask(browser, second)).status).toBe(200)
    expect((await ask((await here()).browser)).status).toBe(200)
    const elsewhere = service.browser()
    await signIn(elsewhere, who)
    expectCode(await ask(elsewhere))
  })

  // proves: design-7.14-skip-confirm
  test('is skipped for a program that the operator trusts, which is connected all the same', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const { browser, who } = await here()
    expectCode(await ask(browser, quiet))
    expect(await connectionsOf(who)).toEqual(['openid profile email offline_access'])
    const events = await service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${who.citizenId} and client_id = ${quiet.clientId}`
    expect(events.map(({ name }) => name)).toEqual(['program-connected'])
  })

  test('of ten at once connects once and gives ten codes', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const { browser, who } = await here()
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(browser, quiet)))
    expect(new Set(answers.map((answer) => callbackParameters(answer).get('code'))).size).toBe(10)
    expect(await connectionsOf(who)).toHaveLength(1)
    const events = await service.database.db.query`
      select 1 as one from audit_events where citizen_id = ${who.citizenId} and name = 'program-connected'`
    expect(events).toHaveLength(1)
  })
})

describe('more scopes', () => {
  // proves: design-7.14-confirm-again, core-11-offline-access-shown
  test('ask again, also where the first time is skipped; fewer do not, and what was allowed before stays', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const { browser, who } = await here()
    expectCode(await ask(browser, quiet, { scope: 'openid email' }))
    const page = await ask(browser, quiet, { scope: 'openid profile' })
    expect(page.html.text).toContain('asks to see more than before')
    expectCode(await press(browser, page, 'Continue'))
    expectCode(await ask(browser, quiet, { scope: 'openid profile email' }))
    expectCode(await ask(browser, quiet, { scope: 'openid' }))
    expect((await ask(browser, quiet)).status).toBe(200)
    expect((await connectionsOf(who))[0]?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
  })

  test("beyond the client's own are left out, and do not ask", async () => {
    const narrow = await addProgram(service, { name: 'Narrow', scope: 'openid email' })
    const { browser } = await here()
    const attempt = newAttempt(narrow)
    const answer = await press(browser, await browser.get(authorizeAddress(attempt)), 'Continue')
    const code = callbackParameters(answer).get('code') ?? ''
    const { body } = await exchange(service, narrow, { ...attempt, code })
    expect(body.scope).toBe('openid email')
    expect(body).not.toHaveProperty('refresh_token')
    expectCode(await ask(browser, narrow))
  })
})

describe('when no page led here (Sec-Fetch-Site: none)', () => {
  const unled = { 'sec-fetch-site': 'none' }

  // proves: design-7.14-confirm-again, rfc9700-4.11-no-open-redirect, threat-unintended-link
  test('the page shows although all was allowed, for a trusted program too', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const { browser } = await here()
    for (const client of [program, quiet]) {
      await enterProgram(service, client, browser)
      const page = await browser.get(authorizeAddress(newAttempt(client)), { follow: false, headers: unled })
      expect(page.status).toBe(200)
      expect(page.html.text).toContain('You came here by a link')
      expectCode(await press(browser, page, 'Continue', { 'sec-fetch-site': 'same-origin' }))
    }
  })

  test('the page shows after the sign-in as well', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const browser = service.browser()
    const form = await browser.get(authorizeAddress(newAttempt(quiet)), { headers: unled, follow: false })
    const login = await browser.get(form.location ?? '')
    const who = await addCitizen(service)
    const page = await browser.submit(login, { email: who.email, password: TEST_PASSWORD })
    expect([page.status, page.html.text.includes('You came here by a link')]).toEqual([200, true])
  })

  test.each(['cross-site', 'same-site', 'same-origin'])('a page of %s did lead here', async (site) => {
    const { browser } = await here()
    await enterProgram(service, program, browser)
    const headers = { 'sec-fetch-site': site }
    expectCode(await browser.get(authorizeAddress(newAttempt(program)), { follow: false, headers }))
  })

  test('faults are still told to the program', async () => {
    const address = authorizeAddress(newAttempt(program, { nonce: '' }))
    const answer = await service.browser().get(address, { follow: false, headers: unled })
    expect(callbackParameters(answer).get('error')).toBe('invalid_request')
  })
})

describe('Cancel', () => {
  // proves: contract-3-cancel-is-access-denied, design-7.14-confirm-cancel-or-switch, rfc6749-4.1.2.1-access-denied
  test('is access_denied with state and iss, connects nothing, and is in the audit (RFC 6749 section 4.1.2.1)', async () => {
    const { browser, who } = await here()
    const attempt = newAttempt(program)
    const answer = await press(browser, await browser.get(authorizeAddress(attempt)), 'Cancel')
    expect(answer.status).toBe(303)
    const parameters = callbackParameters(answer)
    expect([parameters.get('error'), parameters.get('state'), parameters.get('iss')]).toEqual([
      'access_denied',
      attempt.state,
      service.baseUrl,
    ])
    expectNoCode(answer)
    expect(await connectionsOf(who)).toEqual([])
    const events = await service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${who.citizenId} and client_id = ${program.clientId}`
    expect(events.map(({ name }) => name)).toEqual(['authorization-cancelled'])
    expect((await ask(browser)).status).toBe(200)
  })
})

describe('Use another account', () => {
  // proves: design-7.14-confirm-cancel-or-switch
  test('leads to the sign-in form, and the code is the other citizen’s', async () => {
    const { browser, who } = await here()
    const attempt = newAttempt(program)
    const page = await browser.get(authorizeAddress(attempt))
    const form = await browser.submit(page, {}, { button: 'Use another account' })
    expect(form.html.querySelector('input[type=password]')).not.toBeNull()
    expect(form.html.text).toContain('Parking Permits')
    const other = await addCitizen(service, { fullName: 'Other Citizen' })
    const next = await browser.submit(form, { email: other.email, password: TEST_PASSWORD })
    expect(next.html.text).toContain('Other Citizen')
    expect(next.html.text).not.toContain(who.email)
    const answer = await press(browser, next, 'Continue')
    expect(callbackParameters(answer).get('state')).toBe(attempt.state)
    const code = callbackParameters(answer).get('code') ?? ''
    const { body } = await exchange(service, program, { ...attempt, code })
    const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.sub).toBe(other.subject)
    expect(await connectionsOf(who)).toEqual([])
  })

  test('keeps what the request came with: no page led here', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const { browser } = await here()
    const address = authorizeAddress(newAttempt(quiet))
    const page = await browser.get(address, { headers: { 'sec-fetch-site': 'none' } })
    const form = await browser.submit(page, {}, { button: 'Use another account' })
    const other = await addCitizen(service)
    const next = await browser.submit(form, { email: other.email, password: TEST_PASSWORD })
    expect(next.html.text).toContain('You came here by a link')
  })
})

// proves: contract-2.10-email-verified, contract-4.1-authorize, contract-4.1-authorize-403, contract-5-verified-or-403
// proves: contract-7-authorize-403, design-7.15-unverified-403
test('an unverified citizen gets a 403 page with a way to a new link, and no code (contract 4.1)', async () => {
  const { browser, who } = await here()
  await enterProgram(service, program, browser)
  await service.database.db
    .query`update citizens set email_verified = false where citizen_id = ${who.citizenId}`
  const answer = await ask(browser)
  expect([answer.status, answer.location]).toEqual([403, undefined])
  expect(answer.html.text).toContain(who.email)
  const form = answer.html.querySelector('form')
  expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual([
    'post',
    '/account/verification/',
  ])
  expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expectNoCode(answer)
})

// proves: rfc6749-10.14-input-checked
test('names of programs and citizens cannot bring markup onto the page', async () => {
  const evil = await addProgram(service, { name: '"><script>alert(1)</script>' })
  const { browser } = await here({ fullName: '<img src=x onerror=alert(2)>' })
  const page = await ask(browser, evil, { state: '"><script>alert(3)</script>' })
  expect(page.html.querySelectorAll('script, img[onerror]')).toHaveLength(0)
  expect(page.html.querySelector('h1')?.text).toContain('"><script>')
  const form = await service.browser().get(authorizeAddress(newAttempt(evil)))
  expect(form.html.querySelectorAll('script:not([src^="/assets/"])')).toHaveLength(0)
})
