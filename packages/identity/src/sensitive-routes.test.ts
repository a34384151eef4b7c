import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../testing/people.ts'
import { enrol } from '../testing/soft-app.ts'
import type { TestBrowser } from '../testing/test-browser.ts'
import { startTestService, type TestService } from '../testing/test-service.ts'
import type { Citizen } from './citizens/index.ts'

const SIX_MINUTES = 360

/**
 * What each route of the hosted pages asks for. Whoever adds a route decides it here. Routes that ask for no session have proofs of their own: a
 * password, a code, a mailed link, or the cookie of who asked for one.
 */
const ASKED = {
  nothing: [
    'GET /',
    'GET /.well-known/change-password',
    'GET /account/address/asked/',
    'GET /account/address/confirm/',
    'GET /account/address/keep/',
    'GET /account/address/kept/',
    'GET /account/address/sent/',
    'GET /account/verification/confirm/',
    'GET /account/verification/done/',
    'GET /account/verification/sent/',
    'GET /api/reference/',
    'GET /api/reference/search.js',
    'GET /favicon.ico',
    'GET /login/',
    'GET /login/code/',
    'GET /login/code/keep/',
    'GET /login/code/kept/',
    'GET /login/code/lost/',
    'GET /login/code/lost/confirm/',
    'GET /login/code/lost/done/',
    'GET /login/code/lost/sent/',
    'GET /login/new-browser/',
    'GET /login/new-browser/confirm/',
    'GET /login/new-browser/sent/',
    'GET /logout/',
    'GET /o/authorize/',
    'GET /recover/',
    'GET /recover/confirm/',
    'GET /recover/done/',
    'GET /recover/sent/',
    'GET /register/',
    'GET /register/confirm/',
    'GET /register/done/',
    'GET /register/sent/',
    'GET /robots.txt',
    'POST /account/address/again/',
    'POST /account/address/confirm/',
    'POST /account/address/keep/',
    'POST /account/address/sent/',
    'POST /account/verification/again/',
    'POST /account/verification/confirm/',
    'POST /account/verification/sent/',
    'POST /language/',
    'POST /login/',
    'POST /login/code/',
    'POST /login/code/keep/',
    'POST /login/code/lost/',
    'POST /login/code/lost/again/',
    'POST /login/code/lost/confirm/',
    'POST /login/code/lost/sent/',
    'POST /login/new-browser/',
    'POST /login/new-browser/again/',
    'POST /login/new-browser/confirm/',
    'POST /login/new-browser/sent/',
    'POST /login/passkey/',
    'POST /logout/',
    'POST /o/authorize/',
    'POST /o/authorize/decision/',
    'POST /recover/',
    'POST /recover/again/',
    'POST /recover/confirm/',
    'POST /recover/sent/',
    'POST /register/',
    'POST /register/again/',
    'POST /register/confirm/',
    'POST /register/sent/',
  ],
  'signed-in': [
    'GET /account/',
    'GET /account/activity/',
    'GET /account/activity/not-me/',
    'GET /account/address/',
    'GET /account/close/',
    'GET /account/codes/',
    'GET /account/codes/spent/',
    'GET /account/data/',
    'GET /account/passkeys/',
    'GET /account/passkeys/offer/',
    'GET /account/password/',
    'GET /account/profile/',
    'GET /account/programs/',
    'GET /account/security/',
    'GET /account/sessions/',
    'POST /account/activity/not-me/',
    'POST /account/address/prove/',
    'POST /account/address/stop/',
    'POST /account/close/prove/',
    'POST /account/codes/keep/',
    'POST /account/codes/prove/',
    'POST /account/data/prove/',
    'POST /account/passkeys/prove/',
    'POST /account/password/',
    'POST /account/profile/',
    'POST /account/programs/disconnect/',
    'POST /account/sessions/end-others/',
    'POST /account/sessions/end/',
    'POST /account/verification/',
  ],
  'second-factor': ['POST /account/codes/add/', 'POST /account/passkeys/add/'],
  'recent-proof': [
    'GET /account/codes/add/',
    'POST /account/address/',
    'POST /account/close/',
    'POST /account/codes/recovery/',
    'POST /account/codes/remove/',
    'POST /account/codes/rename/',
    'POST /account/data/download/',
    'POST /account/passkeys/remove/',
    'POST /account/passkeys/rename/',
  ],
} as const

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())

test('each route of the hosted pages says what it asks for', () => {
  const said: Record<string, string[]> = {
    nothing: [],
    'signed-in': [],
    'second-factor': [],
    'recent-proof': [],
  }
  for (const { method, path, audience, asks } of service.service.routes)
    if (audience === 'page' && !path.startsWith('/assets/')) (said[asks] ??= []).push(`${method} ${path}`)
  expect(Object.fromEntries(Object.entries(said).map(([asks, routes]) => [asks, routes.sort()]))).toEqual(
    ASKED,
  )
})

const split = (line: string): readonly [method: string, path: string] => {
  const [method = '', path = ''] = line.split(' ')
  return [method, path]
}

async function send(browser: TestBrowser, line: string) {
  const [method, path] = split(line)
  if (method === 'GET') return browser.get(path, { follow: false })
  const page = await browser.get('/account/')
  const csrf_token = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  return browser.post(path, { csrf_token, name: 'New', email: 'new@example.test' }, { follow: false })
}

/** The rows that an act could have changed. */
async function stateOf({ citizenId, email }: Citizen): Promise<unknown> {
  const { db } = service.database
  return [
    await db.query`select name from audit_events where citizen_id = ${citizenId} order by written_in, name`,
    await db.query`select kind from outbox where recipient = ${email} or recipient = 'new@example.test'`,
    await db.query`select security_version from citizens where citizen_id = ${citizenId}`,
  ]
}

/** A session that began with the password alone, before its owner added an app in another browser. It is recent. */
async function earlierSession(citizen: Citizen): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  await enrol(service, citizen)
  return browser
}

async function oldSession(citizen: Citizen): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  service.clock.advance(SIX_MINUTES)
  return browser
}

describe('a route that asks for a recent proof', () => {
  // proves: threat-code-removed
  test.each(ASKED['recent-proof'])(
    '%s does nothing in a session with the password alone, where there is an app',
    async (line) => {
      const citizen = await addCitizen(service)
      const browser = await earlierSession(citizen)
      const before = await stateOf(citizen)
      const answer = await send(browser, line)
      const leadsTo = new URL(answer.location ?? answer.url, service.baseUrl).pathname
      const proof = service.service.routes.some(({ path }) => path === `${leadsTo}prove/`)
      expect([answer.status, leadsTo, proof]).toEqual([303, leadsTo, true])
      expect(await stateOf(citizen)).toEqual(before)
      expect((await browser.get(leadsTo)).html.querySelector('main input[name=password]')).not.toBeNull()
    },
  )

  test.each(ASKED['recent-proof'])('%s does nothing where the proof is old', async (line) => {
    const citizen = await addCitizen(service)
    const browser = await oldSession(citizen)
    const before = await stateOf(citizen)
    expect((await send(browser, line)).status).toBe(303)
    expect(await stateOf(citizen)).toEqual(before)
  })
})

// proves: threat-code-removed
test.each(ASKED['second-factor'])(
  '%s does nothing in a session with the password alone, where there is an app',
  async (line) => {
    const citizen = await addCitizen(service)
    const browser = await earlierSession(citizen)
    const before = await stateOf(citizen)
    const answer = await send(browser, line)
    expect(answer.status).toBe(303)
    expect(await stateOf(citizen)).toEqual(before)
  },
)

const SESSIONS = [...ASKED['signed-in'], ...ASKED['second-factor'], ...ASKED['recent-proof']]

test.each(SESSIONS)('%s does nothing for somebody who is not signed in', async (line) => {
  const [method, path] = split(line)
  const browser = service.browser()
  const form = await browser.get('/logout/')
  const csrf_token = form.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const answer =
    method === 'GET'
      ? await browser.get(path, { follow: false })
      : await browser.post(path, { csrf_token }, { follow: false })
  expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/login/`])
})
