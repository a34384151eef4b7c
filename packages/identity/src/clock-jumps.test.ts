import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, TEST_PASSWORD, type TestClient } from '../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  introspect,
  newAttempt,
  refresh,
} from '../testing/program-flow.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR
const ACCESS_TOKEN = 900
const CODE = 90
const SESSION = 14 * DAY

let service: TestService
let program: TestClient
let moved = 0

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_LIMIT_TOKEN_PER_IP_MINUTE: '100000' } })
  program = await addProgram(service)
})
afterAll(() => service.close())
beforeEach(() => {
  moved = 0
})
afterEach(() => move(-moved))

function move(seconds: number): void {
  service.clock.advance(seconds)
  moved += seconds
}

async function entered() {
  return enterProgram(service, program, await addCitizen(service))
}

async function isSignedIn(browser: TestBrowser): Promise<boolean> {
  return (await browser.get('/account/', { follow: false })).status === 200
}

async function isActive(token: string): Promise<unknown> {
  return (await introspect(service, program, token))['active']
}

async function codeFrom(browser: TestBrowser) {
  const attempt = newAttempt(program)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  return { ...attempt, code: callbackParameters(answer).get('code') ?? '' }
}

describe.each([
  ['back', -HOUR],
  ['forward', HOUR],
  ['forward and back again', 0],
] as const)('a clock that is set %s by an hour', (_, jump) => {
  const jumpNow = () => {
    if (jump === 0) move(HOUR)
    move(jump === 0 ? -HOUR : jump)
  }

  // proves: threat-clock-jumps
  test('signs nobody out, and lets who is signed in enter programs without a page', async () => {
    const { browser } = await entered()
    jumpNow()
    expect(await isSignedIn(browser)).toBe(true)
    const answer = await exchange(service, program, await codeFrom(browser))
    expect(answer.status).toBe(200)
    expect(await isActive(answer.body.access_token)).toBe(true)
  })

  // proves: threat-clock-jumps
  test('breaks no grant: its refresh token gives tokens that work', async () => {
    const { tokens } = await entered()
    jumpNow()
    const answer = await refresh(service, program, tokens.refresh_token)
    expect(answer.status).toBe(200)
    expect(await isActive(answer.body.access_token)).toBe(true)
    expect((await refresh(service, program, answer.body.refresh_token)).status).toBe(200)
  })

  test('ends no grant where a program repeats its request in the next moment', async () => {
    const { tokens } = await entered()
    jumpNow()
    const answer = await refresh(service, program, tokens.refresh_token)
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(400)
    expect(await isActive(answer.body.access_token)).toBe(true)
  })

  test('keeps nobody from signing in', async () => {
    const who = await addCitizen(service)
    const browser = service.browser()
    await browser.submit(await browser.get('/login/'), {
      email: who.email,
      password: 'no such password at all',
    })
    jumpNow()
    await browser.submit(await browser.get('/login/'), { email: who.email, password: TEST_PASSWORD })
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('closes no page that is open: its form is still the browser’s own', async () => {
    const who = await addCitizen(service)
    const browser = service.browser()
    const form = await browser.get('/login/')
    jumpNow()
    await browser.submit(form, { email: who.email, password: TEST_PASSWORD })
    expect(await isSignedIn(browser)).toBe(true)
  })
})

describe('what was made while the clock was an hour ahead', () => {
  // proves: threat-clock-jumps
  test('a session ends an hour late at most', async () => {
    move(HOUR)
    const { browser } = await entered()
    move(-HOUR)
    expect(await isSignedIn(browser)).toBe(true)
    move(SESSION + HOUR)
    expect(await isSignedIn(browser)).toBe(false)
  })

  // proves: threat-clock-jumps
  test('an access token ends an hour late at most, its grant with its session', async () => {
    move(HOUR)
    const { tokens } = await entered()
    move(-HOUR)
    expect(await isActive(tokens.access_token)).toBe(true)
    move(HOUR + ACCESS_TOKEN)
    expect(await isActive(tokens.access_token)).toBe(false)
    move(SESSION)
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(400)
  })

  // proves: threat-clock-jumps
  test('a code ends an hour late at most', async () => {
    move(HOUR)
    const { browser } = await entered()
    const [used, kept] = [await codeFrom(browser), await codeFrom(browser)]
    move(-HOUR)
    expect((await exchange(service, program, used)).status).toBe(200)
    move(HOUR + CODE)
    expect((await exchange(service, program, kept)).status).toBe(400)
  })

  // proves: threat-clock-jumps
  test('a refresh token that was used then and comes back now is a stolen one, not a repeated request', async () => {
    const { tokens } = await entered()
    move(HOUR)
    const { body } = await refresh(service, program, tokens.refresh_token)
    move(-HOUR)
    expect((await refresh(service, program, tokens.refresh_token)).status).toBe(400)
    expect(await isActive(body.access_token)).toBe(false)
  })

  test('a waiting request and an authorization page are good for an hour more at most', async () => {
    move(HOUR)
    const browser = service.browser()
    const form = await browser.get(authorizeAddress(newAttempt(program)))
    const handle = new URL(form.url).searchParams.get('resume') ?? ''
    const resume = () => browser.get(`/o/authorize/?resume=${encodeURIComponent(handle)}`, { follow: false })
    move(-HOUR)
    expect((await resume()).status).toBe(302)
    move(2 * HOUR)
    expect((await resume()).status).toBe(400)
  })

  test('max_age takes such a sign-in for a new one for an hour more at most', async () => {
    move(HOUR)
    const { browser } = await entered()
    move(-HOUR)
    const ask = () => browser.get(authorizeAddress(newAttempt(program, { max_age: '60' })), { follow: false })
    expect((await ask()).location).toContain('code=')
    move(HOUR + 61)
    expect((await ask()).location).toContain('/login/')
  })

  // proves: threat-clock-jumps
  test('mailed links end an hour late at most', async () => {
    const who = await addCitizen(service)
    move(HOUR)
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: who.email })
    await browser.submit(await browser.get('/register/'), {
      email: `new.${who.email}`,
      full_name: 'New',
      phone_number: '',
    })
    move(-HOUR)
    const late = await service.database.db.query<{ late: number }>`
      select extract(epoch from expires_at)::bigint - ${service.clock.now()}::bigint as late from mailed_links
       where citizen_id = ${who.citizenId}
      union all
      select extract(epoch from expires_at)::bigint - ${service.clock.now()}::bigint from mailed_links
       where email = ${`new.${who.email}`}`
    expect(late.map(({ late: seconds }) => seconds)).toEqual([HOUR + 30 * 60, HOUR + DAY])
  })
})
