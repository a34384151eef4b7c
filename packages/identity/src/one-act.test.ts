import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../testing/people.ts'
import { authorizeAddress, callbackParameters, enterProgram, newAttempt } from '../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../testing/test-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import { openSession } from './platform/postgres/session.ts'

let service: TestService
/** Another process on the same database, at the same public address. */
let other: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  const { database, clock } = service
  other = await startTestService({ database, clock, environment: { PORTICO_BASE_URL: 'http://localhost:2' } })
  program = await addProgram(service)
})
afterAll(async () => {
  await other?.close()
  await service?.close()
})

async function eventsOf(name: string, clientId: string): Promise<number> {
  const rows = await service.database.db.query`
    select 1 from audit_events where name = ${name} and client_id = ${clientId}`
  return rows.length
}

async function codesOf({ clientId }: TestClient): Promise<number> {
  return (await service.database.db.query`select 1 from authorization_codes where client_id = ${clientId}`)
    .length
}

async function askedBy(client: TestClient): Promise<readonly [TestBrowser, Visited]> {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  return [browser, await browser.get(authorizeAddress(newAttempt(client)))]
}

const press = (browser: TestBrowser, page: Visited, button: string) =>
  browser.submit(page, {}, { button, follow: false })

// proves: threat-repeated-act
describe('a page that asks gives one answer to the program', () => {
  test.each(['at once', 'one after the other'])('two clicks on Continue %s', async (how) => {
    const client = await addProgram(service)
    const [browser, page] = await askedBy(client)
    const click = () => press(browser, page, 'Continue')
    const [first, second] =
      how === 'at once' ? await Promise.all([click(), click()]) : [await click(), await click()]
    expect(callbackParameters(first).get('code')).toMatch(/^pac_/)
    expect(second.location).toBe(first.location)
    expect([await codesOf(client), await eventsOf('program-connected', client.clientId)]).toEqual([1, 1])
  })

  test('twenty clicks on Cancel write one event, and a later Continue changes nothing', async () => {
    const client = await addProgram(service)
    const [browser, page] = await askedBy(client)
    const answers = await Promise.all(Array.from({ length: 20 }, () => press(browser, page, 'Cancel')))
    const late = await press(browser, page, 'Continue')
    const locations = new Set([...answers, late].map(({ location }) => location))
    expect(locations.size).toBe(1)
    expect([...locations][0]).toContain('error=access_denied')
    expect(await eventsOf('authorization-cancelled', client.clientId)).toBe(1)
  })

  test('whoever goes to another account and comes back may still continue', async () => {
    const client = await addProgram(service)
    const [browser, page] = await askedBy(client)
    expect((await press(browser, page, 'Use another account')).location).toContain('/login/')
    expect(callbackParameters(await press(browser, page, 'Continue')).has('code')).toBe(true)
  })

  test('after a minute, and from the page shown again, it is a new act', async () => {
    const client = await addProgram(service)
    const [browser, page] = await askedBy(client)
    await press(browser, page, 'Cancel')
    const again = await browser.get(page.url)
    await press(browser, again, 'Cancel')
    service.clock.advance(61)
    await press(browser, page, 'Cancel')
    expect(await eventsOf('authorization-cancelled', client.clientId)).toBe(3)
  })

  test('a second click waits for the first one as long as that is answered', async () => {
    const { database, clock } = service
    const session = await openSession(database.address)
    const lastTurn = async () =>
      (
        await database.db.query<{ left: number }>`
          select extract(epoch from expires_at)::int - ${clock.now()}::int as left from answered_forms where answer is null`
      ).map(({ left }) => left)
    try {
      const client = await addProgram(service)
      const browser = service.browser()
      await signIn(browser, await addCitizen(service))
      const page = await browser.get(authorizeAddress(newAttempt(client)))
      const clicks = await session.transaction(async () => {
        await session.runText('lock table authorization_codes in share row exclusive mode')
        const first = press(browser, page, 'Continue')
        await expect.poll(lastTurn).toEqual([3])
        for (const seconds of [2, 2]) {
          clock.advance(seconds)
          await expect.poll(lastTurn, { timeout: 10_000 }).toEqual([3])
        }
        return [first, press(browser, page, 'Continue')]
      })
      const [first, second] = await Promise.all(clicks)
      expect(second?.location).toBe(first?.location)
      expect(await codesOf(client)).toBe(1)
    } finally {
      await session.close()
    }
  })

  test('the answer is in no table in clear', async () => {
    const [browser, page] = await askedBy(program)
    const code = callbackParameters(await press(browser, page, 'Continue')).get('code') ?? ''
    const rows = await service.database.db.query<{ row: string; answer: Buffer }>`
      select answered_forms::text as row, answer from answered_forms where answer is not null`
    expect(rows.length).toBeGreaterThan(0)
    for (const { row, answer } of rows) {
      expect(row).not.toContain(Buffer.from(code).toString('hex'))
      expect(answer.includes(code)).toBe(false)
    }
  })
})

describe('a sign-in that is sent again', () => {
  const fields = (email: string) => ({ email, password: TEST_PASSWORD })

  // proves: threat-repeated-act
  test('two clicks on Sign in of somebody who consented before lead to the program with the same code', async () => {
    const client = await addProgram(service)
    const citizen = await addCitizen(service)
    await enterProgram(service, client, citizen)
    const browser = service.browser()
    const page = await browser.get(authorizeAddress(newAttempt(client)))
    const first = await browser.submit(page, fields(citizen.email))
    const second = await browser.submit(page, fields(citizen.email))
    expect(callbackParameters(first).get('code')).toMatch(/^pac_/)
    expect(second.location).toBe(first.location)
    expect(
      await service.database.db.query`select 1 from sessions where citizen_id = ${citizen.citizenId}`,
    ).toHaveLength(2)
  })

  // proves: threat-repeated-act
  test('the answer is of its browser alone, and nobody gets it once somebody has signed in or out', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    const page = await browser.get('/login/')
    const answer = await browser.submit(page, fields(citizen.email), { follow: false })
    expect(answer.status).toBe(303)
    expect((await browser.submit(page, fields(citizen.email), { follow: false })).status).toBe(303)
    const thief = service.browser()
    await thief.get('/login/')
    const stolen = await thief.submit(page, fields(citizen.email), { follow: false })
    expect([stolen.status, thief.cookies.has('portico_session')]).toEqual([403, false])
    await browser.submit(await browser.get('/logout/'))
    const after = await browser.submit(page, fields(citizen.email), { follow: false })
    expect([after.status, browser.cookies.has('portico_session')]).toEqual([403, false])
  })

  test('a wrong password is counted once for each time that it was typed', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    const page = await browser.get('/login/')
    const wrong = () => browser.submit(page, { email: citizen.email, password: 'nope' })
    const [first, second] = [await wrong(), await wrong()]
    expect([first.status, second.body]).toEqual([400, first.body])
    const guesses = () => service.database.db.query<{ most: number }>`
      select max(failures)::int as most from sign_in_failures`
    const [before] = await guesses()
    await browser.submit(second, { email: citizen.email, password: 'nope' })
    expect((await guesses())[0]?.most).toBe((before?.most ?? 0) + 1)
  })
})

// proves: threat-repeated-act
test('two processes answer a repeated form alike', async () => {
  const client = await addProgram(service)
  const [browser, page] = await askedBy(client)
  const there = other.browser()
  for (const [name, value] of browser.cookies) there.cookies.set(name, value)
  const answers = await Promise.all([press(browser, page, 'Cancel'), cancelAt(there, page)])
  expect(answers[1].location).toBe(answers[0].location)
  expect(await eventsOf('authorization-cancelled', client.clientId)).toBe(1)
})

/** Sends the form to the other process, whose public address is another one. */
async function cancelAt(there: TestBrowser, page: Visited): Promise<Visited> {
  const fields = Object.fromEntries(
    page.html
      .querySelectorAll('.decisions form:last-child input')
      .map((input) => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']),
  )
  return there.post('/o/authorize/decision/', { ...fields, decision: 'cancel' }, { follow: false })
}

test('the second of two tabs says what happened, and nothing that is not true', async () => {
  const client = await addProgram(service)
  const citizen = await addCitizen(service)
  const browser = service.browser()
  const tabs = [
    await browser.get(authorizeAddress(newAttempt(client))),
    await browser.get(authorizeAddress(newAttempt(client))),
  ]
  for (const tab of tabs.slice(0, 1)) {
    const page = await browser.submit(tab, { email: citizen.email, password: TEST_PASSWORD })
    await press(browser, page, 'Continue')
  }
  const [, second] = tabs
  if (!second) throw new Error('No second tab')
  const stale = await browser.submit(second, { email: citizen.email, password: TEST_PASSWORD })
  const page = await browser.click(stale, 'Open the page again')
  expect(page.html.text).toContain('Somebody has signed in or out in this browser since the last page.')
  expect(page.html.text).not.toContain('once more')
  expect(callbackParameters(await press(browser, page, 'Continue')).has('code')).toBe(true)
})

describe('what a citizen’s own clicks can write is limited', () => {
  const eventsAbout = async (citizenId: string, name: string) =>
    (
      await service.database.db
        .query`select 1 from audit_events where citizen_id = ${citizenId} and name = ${name}`
    ).length

  // proves: threat-repeated-act
  test('the language changes each time, and thirty times an hour with an event; then a name must wait', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    let page = await browser.get('/account/')
    for (let time = 0; time < 40; time += 1) {
      const language = time % 2 === 0 ? 'de' : 'fr'
      const value = (name: string) =>
        page.html.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
      const fields = { csrf_token: value('csrf_token'), shown: value('shown'), back: '/account/' }
      page = await browser.post('/language/', { ...fields, language })
      expect(page.html.querySelector('html')?.getAttribute('lang')).toBe(language)
    }
    expect(await eventsAbout(citizen.citizenId, 'profile-changed')).toBe(30)
    const refused = await browser.post('/account/profile/', {
      csrf_token: page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? '',
      full_name: 'Another Name',
      phone_number: '',
    })
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    service.clock.advance(60 * 60)
  })

  // proves: threat-repeated-act
  test('forty requests that are each cancelled write thirty events, and the program hears of all', async () => {
    const client = await addProgram(service)
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    for (let time = 0; time < 40; time += 1) {
      const page = await browser.get(authorizeAddress(newAttempt(client)))
      expect((await press(browser, page, 'Cancel')).location).toContain('error=access_denied')
    }
    expect(await eventsAbout(citizen.citizenId, 'authorization-cancelled')).toBe(30)
  })
})

/** A program's own request, which has no page before it. */
const NO_FORMS = ['/o/authorize/']

// proves: threat-repeated-act
test('every form of a hosted page is answered once', async () => {
  const { routes } = service.service
  const posts = routes.filter(({ method, audience }) => method === 'POST' && audience === 'page')
  const forms = posts.map(({ path }) => path).filter((path) => !NO_FORMS.includes(path))
  expect(forms.length).toBeGreaterThan(30)
  const answeredForms = async () => (await service.database.db.query`select 1 from answered_forms`).length
  for (const path of forms) {
    const browser = service.browser()
    const page = await browser.get('/login/')
    const valueOf = (name: string) =>
      page.html.querySelector(`input[name=${name}]`)?.getAttribute('value') ?? ''
    const fields = { csrf_token: valueOf('csrf_token'), shown: valueOf('shown') }
    const before = await answeredForms()
    const first = await browser.post(path, fields, { follow: false })
    const second = await browser.post(path, fields, { follow: false })
    expect([path, second.status, second.location, second.body]).toEqual([
      path,
      first.status,
      first.location,
      first.body,
    ])
    expect([path, (await answeredForms()) - before]).toEqual([path, 1])
  }
})
