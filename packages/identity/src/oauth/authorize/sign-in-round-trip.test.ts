import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAllSessions } from '../../../testing/access-endings.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import { authorizeAddress, callbackParameters, exchange, newAttempt } from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import type { Citizen } from '../../citizens/index.ts'
import { disableClient } from '../../clients/index.ts'

const HOUR_SECONDS = 60 * 60

let service: TestService
let program: TestClient
let other: TestClient
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
  other = await addProgram(service, { name: 'Library', redirectUris: ['https://library.example.test/cb'] })
  citizen = await addCitizen(service)
})
afterAll(() => service.close())

function fillIn(
  browser: TestBrowser,
  page: Visited,
  who: Citizen = citizen,
  follow = true,
): Promise<Visited> {
  return browser.submit(page, { email: who.email, password: TEST_PASSWORD }, { follow })
}

function resumeOf(page: Visited): string {
  const handle = new URL(page.url).searchParams.get('resume')
  if (!handle) throw new Error(`No handle in ${page.url}`)
  return handle
}

function subjectIn(idToken: string): unknown {
  return JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString()).sub
}

// proves: contract-1.2-code-grant, contract-4.1-authorize, contract-4.1-authorize-302-sign-in
// proves: rfc6749-3.1-authenticated-first, core-3.1.2.3-signs-in
test('a stranger is sent to sign in, comes back to the page, and the program gets its code (contract 4.1)', async () => {
  const browser = service.browser()
  const attempt = newAttempt(program)
  const sent = await browser.get(authorizeAddress(attempt), { follow: false })
  expect(sent.status).toBe(302)
  expect(sent.location).toMatch(new RegExp(`^${new URL(sent.url).origin}/login/\\?resume=`))
  expect(sent.headers.get('cache-control')).toBe('no-store')
  const form = await browser.get(sent.location ?? '')
  expect(form.html.text).toContain('Parking Permits')
  const page = await fillIn(browser, form)
  expect(page.html.querySelector('h1')?.text).toBe('Continue to Parking Permits?')
  const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
  const parameters = callbackParameters(answer)
  expect([...parameters.keys()]).toEqual(['code', 'state', 'iss'])
  expect(parameters.get('state')).toBe(attempt.state)
  expect(parameters.get('iss')).toBe(service.baseUrl)
  const tokens = await exchange(service, program, { ...attempt, code: parameters.get('code') ?? '' })
  expect(tokens.status).toBe(200)
  expect(subjectIn(tokens.body.id_token)).toBe(citizen.subject)
})

// proves: threat-codes-in-logs
test('the address of the sign-in page shows no parameter of the request in clear', async () => {
  const attempt = newAttempt(program)
  const form = await service.browser().get(authorizeAddress(attempt))
  for (const secret of [attempt.state, attempt.nonce, program.redirectUri])
    expect(form.url).not.toContain(secret)
})

// proves: threat-form-action
test('the sign-in form may lead on to the program, whose addresses only it knows; without a program it may not (CSP form-action)', async () => {
  const form = await service.browser().get(authorizeAddress(newAttempt(program)))
  expect(form.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(form.headers.get('content-security-policy')).not.toContain('form-action')
  for (const path of ['/login/', '/login/?resume=garbage']) {
    const plain = await service.browser().get(path)
    expect(plain.headers.get('content-security-policy')).toContain("form-action 'self';")
  }
})

test('a wrong password keeps the request waiting', async () => {
  const browser = service.browser()
  const attempt = newAttempt(program)
  const form = await browser.get(authorizeAddress(attempt))
  const again = await browser.submit(form, { email: (await addCitizen(service)).email, password: 'wrong' })
  expect(again.status).toBe(400)
  const page = await fillIn(browser, again, await addCitizen(service))
  const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
  expect(callbackParameters(answer).get('state')).toBe(attempt.state)
})

// proves: threat-foreign-request
test('another browser cannot take a request up, signed in or not', async () => {
  const form = await service.browser().get(authorizeAddress(newAttempt(program)))
  const thief = service.browser()
  await signIn(thief, citizen)
  for (const browser of [thief, service.browser()]) {
    const answer = await browser.get(`/o/authorize/?resume=${encodeURIComponent(resumeOf(form))}`, {
      follow: false,
    })
    expect([answer.status, answer.location]).toEqual([400, undefined])
    expect(answer.html.text).toContain('Signing in took too long')
  }
})

test("another browser's sign-in with the handle leads to its account, not to the program", async () => {
  const form = await service.browser().get(authorizeAddress(newAttempt(program)))
  const thief = service.browser()
  const page = await thief.get(`/login/?resume=${encodeURIComponent(resumeOf(form))}`)
  expect(page.html.text).not.toContain('Parking Permits')
  const answer = await fillIn(thief, page, citizen, false)
  expect(answer.location).toBe(`${new URL(page.url).origin}/account/`)
})

// proves: rfc9700-2.1-no-open-redirector, threat-open-redirect
test('a changed handle is refused', async () => {
  const browser = service.browser()
  const handle = resumeOf(await browser.get(authorizeAddress(newAttempt(program))))
  await signIn(browser, await addCitizen(service))
  const [body = '', signature = ''] = handle.split('.')
  const note = JSON.parse(JSON.parse(Buffer.from(body, 'base64url').toString())[1])
  const bent = { ...note, query: note.query.replace(program.clientId, other.clientId) }
  const forged = Buffer.from(JSON.stringify([2 ** 40, JSON.stringify(bent)])).toString('base64url')
  const changed = [
    `${forged}.${signature}`,
    `${body}.${'A'.repeat(43)}`,
    `${body}.`,
    body,
    `${body}A.${signature}`,
    `x${handle}`,
    handle.slice(0, -4),
    `.${signature}`,
    '.',
    'null',
    '%00',
  ]
  for (const one of changed) {
    const answer = await browser.get(`/o/authorize/?resume=${one}`, { follow: false })
    expect([one, answer.status, answer.location]).toEqual([one, 400, undefined])
  }
  expect((await browser.get(`/o/authorize/?resume=${handle}`, { follow: false })).status).toBe(200)
})

test('the note of an authorization page is no handle, and a handle is no note', async () => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const page = await browser.get(authorizeAddress(newAttempt(program)))
  const note = page.html.querySelector('input[name=request]')?.getAttribute('value') ?? ''
  expect((await browser.get(`/o/authorize/?resume=${encodeURIComponent(note)}`)).status).toBe(400)
  const stranger = service.browser()
  const handle = resumeOf(await stranger.get(authorizeAddress(newAttempt(program))))
  const csrf =
    (await stranger.get('/login/')).html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
  const fields = { csrf_token: csrf, request: handle, decision: 'continue' }
  expect((await stranger.post('/o/authorize/decision/', fields, { follow: false })).status).toBe(400)
})

// proves: threat-foreign-request
test('a request waits for an hour and not for longer', async () => {
  const early = service.browser()
  const late = service.browser()
  const earlyForm = await early.get(authorizeAddress(newAttempt(program)))
  service.clock.advance(1)
  const lateForm = await late.get(authorizeAddress(newAttempt(program)))
  service.clock.advance(HOUR_SECONDS - 1)
  expect((await late.get(`/o/authorize/?resume=${resumeOf(lateForm)}`, { follow: false })).status).toBe(302)
  expect((await early.get(`/o/authorize/?resume=${resumeOf(earlyForm)}`, { follow: false })).status).toBe(400)
  const landed = await fillIn(early, earlyForm, citizen, false)
  expect(landed.location).toContain('/o/authorize/?resume=')
  const told = await early.get(landed.location ?? '', { follow: false })
  expect([told.status, told.location]).toEqual([400, undefined])
})

// proves: threat-mixed-requests
test('two requests in one browser never mix: each ends with its own state and callback', async () => {
  const browser = service.browser()
  const who = await addCitizen(service)
  const first = newAttempt(program)
  const second = newAttempt(other)
  const third = newAttempt(program)
  const forms = []
  for (const attempt of [first, second, third]) forms.push(await browser.get(authorizeAddress(attempt)))
  const answers = new Map<string, string>()
  for (const [index, attempt] of [first, second, third].entries()) {
    const place = [2, 0, 1][index] ?? 0
    const form = forms[place]
    if (!form) throw new Error('No form')
    let answer = await fillIn(browser, form, who)
    // A sign-in in one tab makes the forms of the others stale; each leads back to its own request.
    if (answer.status === 403) answer = await browser.click(answer, 'Open the page again')
    if (answer.status === 200)
      answer = await browser.submit(answer, {}, { button: 'Continue', follow: false })
    answers.set(callbackParameters(answer).get('state') ?? '', answer.location?.split('?')[0] ?? '')
    expect(attempt.state).toBeTypeOf('string')
  }
  expect(answers).toEqual(
    new Map([
      [third.state, program.redirectUri],
      [first.state, program.redirectUri],
      [second.state, other.redirectUri],
    ]),
  )
})

// proves: threat-mixed-requests
test('two authorization pages in one browser never mix either', async () => {
  const browser = service.browser()
  await signIn(browser, await addCitizen(service))
  const one = newAttempt(program)
  const two = newAttempt(other)
  const [pageOne, pageTwo] = [
    await browser.get(authorizeAddress(one)),
    await browser.get(authorizeAddress(two)),
  ]
  const answerTwo = await browser.submit(pageTwo, {}, { button: 'Cancel', follow: false })
  const answerOne = await browser.submit(pageOne, {}, { button: 'Continue', follow: false })
  expect(answerTwo.location).toMatch(/^https:\/\/library\.example\.test\/cb\?error=access_denied/)
  expect(callbackParameters(answerTwo).get('state')).toBe(two.state)
  expect(callbackParameters(answerOne).get('state')).toBe(one.state)
  expect(answerOne.location).toMatch(/^https:\/\/permits\.example\.test/)
})

// proves: threat-foreign-request
test('a client that is disabled while its citizen signs in gets nothing', async () => {
  const fleeting = await addProgram(service, { name: 'Fleeting' })
  const browser = service.browser()
  const form = await browser.get(authorizeAddress(newAttempt(fleeting)))
  await disableClient(service.foundation, fleeting.clientId)
  const answer = await fillIn(browser, form)
  expect([answer.status, answer.location]).toEqual([400, undefined])
})

// proves: core-3.1.2.3-signs-in
test('a session that ended is no session: back to the sign-in page', async () => {
  const browser = service.browser()
  const who = await addCitizen(service)
  await signIn(browser, who)
  await endAllSessions(service.foundation, who.citizenId)
  const answer = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  expect(answer.location).toContain('/login/?resume=')
})

test.each([
  ['a session of fourteen days', async () => service.clock.advance(14 * 24 * HOUR_SECONDS)],
  [
    'a session from before the security version was raised',
    (who: Citizen) =>
      service.database.db.query`update citizens set security_version = 2 where citizen_id = ${who.citizenId}`,
  ],
  [
    'the session of a suspended citizen',
    (who: Citizen) =>
      service.database.db
        .query`update citizens set standing = 'suspended' where citizen_id = ${who.citizenId}`,
  ],
])('%s is no session: back to the sign-in page, and prompt=none is login_required', async (_name, happen) => {
  const browser = service.browser()
  const who = await addCitizen(service)
  await signIn(browser, who)
  await happen(who)
  const answer = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  expect(answer.location).toContain('/login/?resume=')
  const silent = await browser.get(authorizeAddress(newAttempt(program, { prompt: 'none' })), {
    follow: false,
  })
  expect(callbackParameters(silent).get('error')).toBe('login_required')
})

test.each([
  ['garbage', 'garbage'],
  ['nothing', ''],
  ['a session that nobody has', 'A'.repeat(64)],
  ['a very long value', 'A'.repeat(5000)],
  ['another kind of token', `pat_${'A'.repeat(64)}`],
])('a session cookie that is %s is no session', async (_name, value) => {
  const browser = service.browser()
  browser.cookies.set('portico_session', value)
  const answer = await browser.get(authorizeAddress(newAttempt(program)), { follow: false })
  expect(answer.location).toContain('/login/?resume=')
})

test('the longest state and nonce survive the sign-in', async () => {
  const browser = service.browser()
  const who = await addCitizen(service)
  const attempt = newAttempt(program, { state: 's'.repeat(2048), nonce: 'n'.repeat(2048) })
  const page = await fillIn(browser, await browser.get(authorizeAddress(attempt)), who)
  const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
  expect(callbackParameters(answer).get('state')).toBe('s'.repeat(2048))
})

test('a request too long to be carried through the sign-in is refused at once, never a dead end later', async () => {
  const attempt = newAttempt(program, { login_hint: 'a'.repeat(9000) })
  const answer = await service.browser().get(authorizeAddress(attempt), { follow: false })
  expect(callbackParameters(answer).get('error')).toBe('invalid_request')
  expect(callbackParameters(answer).get('state')).toBe(attempt.state)
  const long = newAttempt(program, { login_hint: 'é'.repeat(900) })
  expect((await service.browser().get(authorizeAddress(long))).status).toBe(200)
})
