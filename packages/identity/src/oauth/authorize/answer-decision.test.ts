import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endAllSessions } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  newAttempt,
} from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { listConnections } from '../../access/index.ts'
import type { Citizen } from '../../citizens/index.ts'
import { type ClientRegistration, disableClient, updateClient } from '../../clients/index.ts'

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

describe('a decision counts only from the page that this browser was shown', () => {
  // proves: rfc6749-10.12-csrf, threat-csrf
  test.each(['Continue', 'Cancel', 'Use another account'])('%s without its token is 403', async (button) => {
    const { browser, who } = await here()
    const page = await ask(browser)
    for (const csrf_token of ['', 'x', 'A'.repeat(43)]) {
      const answer = await browser.submit(page, { csrf_token }, { button, follow: false })
      expect([answer.status, answer.location]).toEqual([403, undefined])
      expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    expect(await connectionsOf(who)).toEqual([])
  })

  test("another browser's token, and another browser's page, are refused", async () => {
    const { browser } = await here()
    const thief = await here()
    const page = await ask(browser)
    const thiefs = await ask(thief.browser)
    expect((await press(thief.browser, page, 'Continue')).status).toBe(403)
    const token = thiefs.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const answer = await thief.browser.submit(
      page,
      { csrf_token: token },
      { button: 'Continue', follow: false },
    )
    expect([answer.status, answer.location]).toEqual([400, undefined])
  })

  // proves: threat-unintended-link
  test.each(['cross-site', 'same-site'])('a form that the browser says came from %s is 403', async (site) => {
    const { browser, who } = await here()
    const answer = await press(browser, await ask(browser), 'Continue', { 'sec-fetch-site': site })
    expect(answer.status).toBe(403)
    expect(await connectionsOf(who)).toEqual([])
  })

  test.each([
    ['no note', { request: '' }],
    ['a bent note', { request: 'x.y' }],
    ['no decision', { decision: '' }],
    ['an unknown decision', { decision: 'allow' }],
  ])('%s is a 400 page', async (_name, fields) => {
    const { browser, who } = await here()
    const answer = await browser.submit(await ask(browser), fields, { button: 'Continue', follow: false })
    expect([answer.status, answer.location]).toEqual([400, undefined])
    expect(await connectionsOf(who)).toEqual([])
  })

  test('a page that stayed open for an hour is a 400 page', async () => {
    const { browser } = await here()
    const page = await ask(browser)
    service.clock.advance(60 * 60)
    const answer = await press(browser, page, 'Continue')
    expect([answer.status, answer.location]).toEqual([400, undefined])
  })

  test('a decision is no GET', async () => {
    const answer = await service.browser().get('/o/authorize/decision/', { follow: false })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('what changes while the page is open', () => {
  test('signed out: back to the sign-in form, no code', async () => {
    const { browser, who } = await here()
    const page = await ask(browser)
    await endAllSessions(service.foundation, who.citizenId)
    const answer = await press(browser, page, 'Continue')
    expect(answer.location).toContain('/login/?resume=')
    expect(await connectionsOf(who)).toEqual([])
  })

  // proves: design-7.34-forms-bound-to-session
  test.each(['a program that is new to them', 'a program that they allowed before'])(
    'somebody else signed in: nothing is decided, and a page leads that citizen to one of their own, for %s',
    async (kind) => {
      const { browser } = await here()
      const other = await addCitizen(service, { fullName: 'Other Citizen' })
      if (kind.includes('before')) await enterProgram(service, program, other)
      const page = await ask(browser)
      browser.cookies.delete('portico_session')
      await signIn(browser, other)
      for (const button of ['Continue', 'Cancel', 'Use another account']) {
        const refused = await press(browser, page, button)
        expect([refused.status, refused.location]).toEqual([403, undefined])
        expectNoCode(refused)
      }
      const own = await browser.click(await press(browser, page, 'Continue'), 'Open the page again')
      expectNoCode(own)
      expect([own.status, own.html.text.includes('Other Citizen')]).toEqual([200, true])
      expectCode(await press(browser, own, 'Continue'))
    },
  )

  test('the client disabled: a 400 page, no redirect, whatever is pressed', async () => {
    const fleeting = await addProgram(service, { name: 'Fleeting' })
    const { browser, who } = await here()
    const page = await ask(browser, fleeting)
    await disableClient(service.foundation, fleeting.clientId)
    for (const button of ['Continue', 'Cancel', 'Use another account']) {
      const answer = await press(browser, page, button)
      expect([answer.status, answer.location]).toEqual([400, undefined])
    }
    expect(await connectionsOf(who)).toEqual([])
  })

  // proves: threat-allowed-unseen
  test.each<readonly [string, Partial<ClientRegistration>, string, string]>([
    [
      'more scopes',
      { scope: 'openid email offline_access' },
      'Permission to stay',
      'openid email offline_access',
    ],
    ['another name', { name: 'Renamed while open' }, 'Renamed while open', 'openid email'],
  ])(
    'the program given %s: the page again, which says so, and nothing allowed yet',
    async (_name, changes, says, scope) => {
      const client = await addProgram(service, { name: `Before ${_name}`, scope: 'openid email' })
      const { browser, who } = await here()
      const before = await ask(browser, client)
      await updateClient(service.foundation, client.clientId, changes)
      const again = await press(browser, before, 'Continue')
      expect([again.status, await connectionsOf(who)]).toEqual([200, []])
      expectNoCode(again)
      expect([before.body.includes(says), again.body.includes(says)]).toEqual([false, true])
      expectCode(await press(browser, again, 'Continue'))
      expect(await connectionsOf(who)).toEqual([scope])
    },
  )

  test('the program given fewer scopes: those alone are allowed', async () => {
    const client = await addProgram(service, { name: 'Gets fewer', scope: 'openid profile email' })
    const { browser, who } = await here()
    const page = await ask(browser, client)
    await updateClient(service.foundation, client.clientId, { scope: 'openid email' })
    expectCode(await press(browser, page, 'Continue'))
    expect(await connectionsOf(who)).toEqual(['openid email'])
  })

  test('the address to be confirmed: the 403 page, no code', async () => {
    const { browser, who } = await here()
    const page = await ask(browser)
    await service.database.db
      .query`update citizens set email_verified = false where citizen_id = ${who.citizenId}`
    const answer = await press(browser, page, 'Continue')
    expectNoCode(answer)
    expect(answer.status).toBe(403)
  })
})

// proves: core-3.1.2.1-max-age
test('a sign-in that grew too old while the page was open is asked for again (Core 3.1.2.1, max_age)', async () => {
  const program = await addProgram(service)
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const page = await browser.get(authorizeAddress(newAttempt(program, { max_age: '60' })))
  expect(page.status).toBe(200)
  service.clock.advance(61)
  const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
  expect(answer.location).toMatch(/\/login\/\?resume=/)
})

test.each(['2147483647', '9999999999'])(
  'a sign-in is young enough for max_age=%s, and a code is issued',
  async (max_age) => {
    const { browser } = await here()
    const page = await browser.get(authorizeAddress(newAttempt(program, { max_age })))
    expect(page.status).toBe(200)
    const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
    expect(answer.location).toMatch(/[?&]code=/)
  },
)
