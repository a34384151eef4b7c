import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function signedIn(citizen: Citizen): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  return browser
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/account/', { follow: false })).status === 200
}

/** The id of the session that is shown as this browser's, or of the other one. */
function sessionOn(page: Visited, which: 'current' | 'other'): string {
  const cards = page.html.querySelectorAll('article')
  const card = cards.find((each) => (each.querySelector('.tag') !== null) === (which === 'current'))
  return card?.querySelector('input[name=session]')?.getAttribute('value') ?? ''
}

describe('signing out', () => {
  // proves: contract-1.6-logout-form, contract-5.4-logout-csrf-post, threat-forced-sign-out
  test('takes a form: showing the page, by GET or HEAD, signs nobody out', async () => {
    const browser = await signedIn(await addCitizen(service))
    const page = await browser.get('/logout/')
    expect(page.html.querySelector('form')?.getAttribute('action')).toBe('/logout/')
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const address of ['/logout/', '/logout/?csrf_token=x', '/logout/?confirm=1']) {
      await fetch(service.baseUrl + address, { method: 'HEAD', headers: { cookie } })
      await browser.get(address)
    }
    expect(await isSignedIn(browser)).toBe(true)
  })
  // proves: design-7.26-session-endings
  test('ends the session at once, takes the cookie away and kills a copy of it', async () => {
    const browser = await signedIn(await addCitizen(service))
    const thief = service.browser()
    thief.cookies.set('portico_session', browser.cookies.get('portico_session') ?? '')
    expect(await isSignedIn(thief)).toBe(true)
    const answer = await browser.submit(await browser.get('/logout/'))
    expect(answer.status).toBe(200)
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^portico_session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/),
    )
    expect(browser.cookies.has('portico_session')).toBe(false)
    expect(await isSignedIn(thief)).toBe(false)
  })
  // proves: contract-1.6-logout-form, contract-5.4-logout-csrf-post, threat-csrf
  test('is refused from another site and without the token', async () => {
    const browser = await signedIn(await addCitizen(service))
    const page = await browser.get('/logout/')
    expect((await browser.post('/logout/', {})).status).toBe(403)
    expect((await browser.post('/logout/', { csrf_token: 'x' })).status).toBe(403)
    expect((await browser.submit(page, {}, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect(await isSignedIn(browser)).toBe(true)
  })
  test('works for somebody who is signed out', async () => {
    const browser = service.browser()
    expect((await browser.submit(await browser.get('/logout/'))).status).toBe(200)
  })
  test('pressed twice, at once or afterwards, comes to the same page and signs out once', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const page = await browser.get('/logout/')
    const answers = await Promise.all([browser.submit(page), browser.submit(page)])
    answers.push(await browser.submit(page))
    for (const { status, html } of answers)
      expect([status, html.querySelector('h1')?.text]).toEqual([200, 'You are signed out'])
    const ended = await service.foundation.db.query`
      select 1 from audit_events where citizen_id = ${citizen.citizenId} and name = 'signed-out'`
    expect(ended).toHaveLength(1)
  })
  // proves: contract-3-endings-reach-programs, contract-5.5-sign-out-ends
  test('ends what programs were given through it, and nothing else', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service)
    const [here, elsewhere] = [
      await enterProgram(service, program, citizen),
      await enterProgram(service, program, citizen),
    ]
    await here.browser.submit(await here.browser.get('/logout/'))
    expect(await introspect(service, program, here.tokens.access_token)).toEqual({ active: false })
    expect((await refresh(service, program, here.tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await introspect(service, program, elsewhere.tokens.access_token)).toMatchObject({ active: true })
  })
})

describe('the sessions page', () => {
  test('shows the session of this browser first, and marks it, although another was used later', async () => {
    const citizen = await addCitizen(service)
    const first = await signedIn(citizen)
    for (let other = 0; other < 3; other += 1) {
      service.clock.advance(1)
      await signedIn(citizen)
    }
    const cards = (await first.get('/account/sessions/')).html.querySelectorAll('article')
    expect(cards.map((card) => card.querySelector('.tag')?.text)).toEqual([
      'This browser',
      undefined,
      undefined,
      undefined,
    ])
  })
  // proves: design-8-sessions-page-names
  test('shows where the citizen is signed in, and what was entered from there', async () => {
    const citizen = await addCitizen(service)
    await signIn(
      service.browser({
        'accept-language': 'en',
        'user-agent': 'Mozilla/5.0 (iPad; CPU OS 18_1) FxiOS/133.0',
      }),
      citizen,
    )
    const { browser } = await enterProgram(
      service,
      await addProgram(service, { name: 'Library <b>' }),
      citizen,
    )
    const page = await browser.get('/account/sessions/')
    expect(page.html.querySelectorAll('article')).toHaveLength(2)
    expect(page.html.text).toContain('Firefox')
    expect(page.html.text).toContain('iPadOS')
    expect(page.body).toContain('Library &lt;b&gt;')
  })
  // proves: contract-1.6-sessions-page, contract-5.4-sign-out-on-sessions-page
  test('one session can be ended, with everything that was given through it', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service)
    const there = await enterProgram(service, program, citizen)
    const here = await signedIn(citizen)
    const page = await here.get('/account/sessions/')
    const session = sessionOn(page, 'other')
    const answer = await here.submit(page, { session }, { button: 'Sign out this session' })
    expect(answer.status).toBe(200)
    expect(answer.html.querySelectorAll('article')).toHaveLength(1)
    expect(await isSignedIn(there.browser)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
    expect(await introspect(service, program, there.tokens.access_token)).toEqual({ active: false })
  })
  test('ending the session that one is in is signing out', async () => {
    const citizen = await addCitizen(service)
    const [here, there] = [await signedIn(citizen), await signedIn(citizen)]
    const page = await here.get('/account/sessions/')
    const answer = await here.submit(
      page,
      { session: sessionOn(page, 'current') },
      { button: 'Sign out this session' },
    )
    expect(answer.headers.getSetCookie()).toContainEqual(
      expect.stringMatching(/^portico_session=;.*Max-Age=0$/),
    )
    expect(await isSignedIn(here)).toBe(false)
    expect(await isSignedIn(there)).toBe(true)
  })
  // proves: contract-1.6-sessions-page, design-7.26-session-endings
  test('all others can be ended at once', async () => {
    const citizen = await addCitizen(service)
    const others = [await signedIn(citizen), await signedIn(citizen), await signedIn(citizen)]
    const here = await signedIn(citizen)
    const stranger = await signedIn(await addCitizen(service))
    const page = await here.get('/account/sessions/')
    const answer = await here.submit(page, {}, { button: 'Sign out all other sessions' })
    expect(answer.html.querySelectorAll('article')).toHaveLength(1)
    for (const other of others) expect(await isSignedIn(other)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
    expect(await isSignedIn(stranger)).toBe(true)
  })
  test('nobody ends the session of another citizen', async () => {
    const [victim, attacker] = [
      await signedIn(await addCitizen(service)),
      await signedIn(await addCitizen(service)),
    ]
    const session = sessionOn(await victim.get('/account/sessions/'), 'current')
    expect(session).not.toBe('')
    const page = await attacker.get('/account/sessions/')
    for (const name of [session, session.toUpperCase(), `${session}' or '1'='1`, '', 'x']) {
      await attacker.submit(page, { session: name }, { button: 'Sign out this session' })
    }
    expect(await isSignedIn(victim)).toBe(true)
    expect(await isSignedIn(attacker)).toBe(true)
  })
  test('no cookie and no citizen id is on the page', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const { body } = await browser.get('/account/sessions/')
    expect(body).not.toContain(browser.cookies.get('portico_session'))
    expect(body).not.toContain(citizen.citizenId)
  })
})
