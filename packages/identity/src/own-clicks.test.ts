import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../testing/people.ts'
import { authorizeAddress, callbackParameters, enterProgram, newAttempt } from '../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../testing/test-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { AuditEventName } from './audit/index.ts'
import type { Citizen } from './citizens/index.ts'
import { EVENTS } from './rooms.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

async function eventsOf({ citizenId }: Citizen, name: string): Promise<number> {
  const rows = await service.database.db.query`
    select 1 from audit_events where citizen_id = ${citizenId} and name = ${name}`
  return rows.length
}

const press = (browser: TestBrowser, page: Visited, button: string) =>
  browser.submit(page, {}, { button, follow: false })

const entry = async (browser: TestBrowser) =>
  browser.get(authorizeAddress(newAttempt(await addProgram(service))))

// proves: threat-repeated-act
describe('an hour has room for thirty new connections', () => {
  /** Someone who has connected thirty programs: one almost an hour ago, and disconnected some. */
  async function hasConnectedThirty(): Promise<{ citizen: Citizen; browser: TestBrowser }> {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    for (let time = 0; time < 30; time += 1) {
      expect(callbackParameters(await press(browser, await entry(browser), 'Continue')).has('code')).toBe(
        true,
      )
      if (time === 0) service.clock.advance(3_500)
    }
    await service.database.db.query`
      delete from connections where citizen_id = ${citizen.citizenId} and connected_at > to_timestamp(${service.clock.now() - 10})`
    return { citizen, browser }
  }

  test('the next one is asked again later on the same page, which also leads back; nothing is stored', async () => {
    const { citizen, browser } = await hasConnectedThirty()
    const asked = await entry(browser)
    const refused = await press(browser, asked, 'Continue')
    expect([refused.status, Number(refused.headers.get('retry-after')) <= 101]).toEqual([429, true])
    expect(refused.html.querySelector('[role=alert]')?.text).toMatch(/Wait .*(?:seconds|minutes)/)
    expect((await press(browser, await press(browser, asked, 'Continue'), 'Cancel')).location).toContain(
      'error=access_denied',
    )
    const connections = await service.database.db.query`
      select 1 from connections where citizen_id = ${citizen.citizenId}`
    expect([connections.length, await eventsOf(citizen, 'program-connected')]).toEqual([1, 30])
    service.clock.advance(101)
    expect(callbackParameters(await press(browser, refused, 'Continue')).has('code')).toBe(true)
    expect(await eventsOf(citizen, 'program-connected')).toBe(31)
  })

  test('a trusted program, which is not asked about, is asked about now, or hears that it has to ask', async () => {
    const { citizen, browser } = await hasConnectedThirty()
    const trusted = await addProgram(service, { confirmation: 'skip-first-time' })
    const address = authorizeAddress(newAttempt(trusted))
    const silent = await browser.get(`${address}&prompt=none`, { follow: false })
    expect(silent.location).toContain('error=consent_required')
    const asked = await browser.get(address, { follow: false })
    expect([asked.status, asked.headers.has('retry-after')]).toEqual([429, true])
    expect((await press(browser, asked, 'Cancel')).location).toContain('error=access_denied')
    expect(await eventsOf(citizen, 'program-connected')).toBe(30)
    service.clock.advance(101)
    expect(callbackParameters(await browser.get(address, { follow: false })).has('code')).toBe(true)
  })

  test('who was connected before enters, and so does another citizen', async () => {
    const { citizen, browser } = await hasConnectedThirty()
    const known = await addProgram(service)
    await service.database.db.query`
      insert into connections (citizen_id, client_id, scope, connected_at, last_entered_at)
      values (${citizen.citizenId}, ${known.clientId}, 'openid profile email offline_access', now(), now())`
    const address = authorizeAddress(newAttempt(known))
    expect(callbackParameters(await browser.get(address, { follow: false })).has('code')).toBe(true)
    const other = service.browser()
    await signIn(other, await addCitizen(service))
    expect(callbackParameters(await press(other, await entry(other), 'Continue')).has('code')).toBe(true)
  })
})

/** How many of it an hour may have. */
function mostOf(name: AuditEventName): number {
  const bound = EVENTS[name]?.bound
  if (typeof bound !== 'object' || !('perHour' in bound)) throw new Error(`${name} has no number for an hour`)
  return bound.perHour
}

/** As many events as an hour may have. */
async function fillHour({ citizenId }: Citizen, name: AuditEventName): Promise<void> {
  await service.database.db.query`
    insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
    select gen_random_uuid(), ${citizenId}, to_timestamp(${service.clock.now()}), ${name}, ${citizenId}, 'citizen', '{}'
      from generate_series(1, ${mostOf(name)})`
}

// proves: threat-repeated-act
describe('what an hour has enough of is written no more, and done all the same', () => {
  test('signing in, with a known browser, and with a new one once its letters are used up', async () => {
    const citizen = await addCitizen(service)
    await signIn(service.browser(), citizen)
    const known = service.browser()
    await signIn(known, citizen)
    await fillHour(citizen, 'signed-in')
    const before = await eventsOf(citizen, 'signed-in')
    await known.submit(await known.get('/logout/'))
    await signIn(known, citizen)
    expect((await known.get('/account/')).status).toBe(200)
    expect(await eventsOf(citizen, 'signed-in')).toBe(before)
    for (let time = 0; time < 6; time += 1) await signIn(service.browser(), citizen)
    // One of the five letters was sent before.
    expect(await eventsOf(citizen, 'signed-in')).toBe(before + 4)
    service.clock.advance(60 * 60)
    await known.submit(await known.get('/logout/'))
    await signIn(known, citizen)
    expect(await eventsOf(citizen, 'signed-in')).toBe(before + 5)
  })

  test('signing out, unless a program knows the session', async () => {
    const citizen = await addCitizen(service)
    await fillHour(citizen, 'signed-out')
    const browser = service.browser()
    await signIn(browser, citizen)
    await browser.submit(await browser.get('/logout/'))
    expect(new URL((await browser.get('/account/')).url).pathname).toBe('/login/')
    expect(await eventsOf(citizen, 'signed-out')).toBe(mostOf('signed-out'))
    const { browser: entered } = await enterProgram(service, await addProgram(service), citizen)
    await entered.submit(await entered.get('/logout/'))
    expect(await eventsOf(citizen, 'signed-out')).toBe(mostOf('signed-out') + 1)
  })

  test('ending other sessions, unless a program knows one of them', async () => {
    const citizen = await addCitizen(service)
    await fillHour(citizen, 'session-ended')
    const browser = service.browser()
    await signIn(browser, citizen)
    const end = async () =>
      browser.submit(await browser.get('/account/sessions/'), {}, { button: 'Sign out all other sessions' })
    await signIn(service.browser(), citizen)
    await end()
    expect(await eventsOf(citizen, 'session-ended')).toBe(mostOf('session-ended'))
    await enterProgram(service, await addProgram(service), citizen)
    await end()
    expect(await eventsOf(citizen, 'session-ended')).toBe(mostOf('session-ended') + 1)
  })

  test('a wrong password', async () => {
    const citizen = await addCitizen(service)
    await fillHour(citizen, 'sign-in-failed')
    const browser = service.browser()
    const wrong = { email: citizen.email, password: 'never the right one' }
    expect((await browser.submit(await browser.get('/login/'), wrong)).status).toBe(400)
    expect(await eventsOf(citizen, 'sign-in-failed')).toBe(mostOf('sign-in-failed'))
  })
})
