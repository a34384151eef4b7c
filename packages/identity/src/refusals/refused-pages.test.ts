import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import { spendLimit } from '../../testing/spend-limit.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { disableClient } from '../clients/index.ts'
import { DatabaseUnavailable } from '../platform/postgres/database.ts'
import type { LimitKind } from '../rate-limits/index.ts'
import { type HeardService, startHeardService } from './heard-service.fixture.ts'
import { findRefusal } from './refusal-store.ts'

let service: HeardService
beforeAll(async () => {
  service = await startHeardService()
})
beforeEach(async () => {
  await service.database.db.query`delete from refused_requests`
  // The limits of the test before have ended.
  service.clock.advance(86_400)
})
afterAll(() => service.close())

const numberOf = ({ headers }: Visited) => headers.get('x-request-id') ?? ''
const shown = ({ html }: Visited) => html.querySelector('.reference code')?.text.split(' ')[0]

/** Why the page refused, as it is stored. */
async function told(page: Visited) {
  expect([page.status, shown(page)]).toEqual([page.status, numberOf(page)])
  await service.write()
  return findRefusal(service.database.db, numberOf(page))
}

/** Spends a limit of whoever asks next. */
const spend = (kind: LimitKind, who: string) => spendLimit(service, kind, who)

const login = (browser: TestBrowser, email: string, password = 'wrong') =>
  browser.get('/login/').then((page) => browser.submit(page, { email, password }))

describe('a limit', () => {
  const registration = {
    ...{ email: 'new@example.test', full_name: 'New Example', phone_number: '+34 600 000 001' },
  }

  // proves: refusals-told
  test.each([
    ['register-per-ip', '127.0.0.1', '/register/', registration],
    ['register-per-email', registration.email, '/register/', registration],
    ['recover-per-ip', '127.0.0.1', '/recover/', { email: 'ana@example.test' }],
    ['recover-per-email', 'ana@example.test', '/recover/', { email: 'ana@example.test' }],
    ['browser-link-per-ip', '127.0.0.1', '/login/new-browser/', { email: 'ana@example.test' }],
  ] as const)('%s is told with its end', async (kind, who, path, fields) => {
    await spend(kind, who)
    const browser = service.browser()
    const page = await browser.submit(await browser.get(path), fields)
    const until = service.clock.now() + Number(page.headers.get('retry-after'))
    expect(page.status).toBe(429)
    expect(await told(page)).toMatchObject({ why: kind, page: path, at: service.clock.now(), until })
  })

  // proves: refusals-told
  test('one of an account, too', async () => {
    const browser = service.browser()
    const citizen = await addCitizen(service)
    await signIn(browser, citizen)
    await spend('profile-change-per-citizen', citizen.citizenId)
    const profile = await browser.get('/account/profile/')
    const page = await browser.submit(profile, { full_name: 'Other Name' }, { button: /Save/ })
    expect([page.status, await told(page)]).toMatchObject([
      429,
      { why: 'profile-change-per-citizen', page: '/account/profile/' },
    ])
  })

  // proves: refusals-told
  test('a wait after wrong passwords is told with its end, and not which account it was', async () => {
    const browser = service.browser()
    const { email } = await addCitizen(service)
    for (let time = 1; time < 6; time += 1) await login(browser, email)
    const page = await login(browser, email, TEST_PASSWORD)
    const seconds = Number(page.headers.get('retry-after'))
    expect([page.status, await told(page)]).toMatchObject([
      429,
      { why: 'wrong-guesses', page: '/login/', until: service.clock.now() + seconds },
    ])
  })
})

describe('a form', () => {
  const fields = { email: 'ana@example.test', password: 'wrong' }

  // proves: refusals-told
  test('from a browser without cookies', async () => {
    const page = await service.browser().get('/login/')
    const sent = await service.browser().submit(page, fields, { headers: SAME_ORIGIN })
    expect([sent.status, await told(sent)]).toMatchObject([403, { why: 'no-cookie', until: null }])
    const elsewhere = await service.browser().submit(page, fields)
    expect([elsewhere.status, await told(elsewhere)]).toMatchObject([403, { why: 'no-cookie' }])
  })

  // proves: refusals-told
  test('that another site sends, or of another browser', async () => {
    const browser = service.browser()
    const page = await browser.get('/login/')
    const foreign = await browser.submit(page, fields, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([foreign.status, await told(foreign)]).toMatchObject([403, { why: 'form-foreign' }])
    const other = service.browser()
    await other.get('/login/')
    const lost = await other.submit(page, fields, { headers: SAME_ORIGIN })
    expect([lost.status, await told(lost)]).toMatchObject([403, { why: 'form-lost' }])
  })

  // proves: refusals-told
  test('that is older than a sign-in, on the error page and on the form that is shown again', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    const old = await browser.get('/recover/')
    await signIn(browser, citizen)
    const again = await browser.submit(old, { email: citizen.email })
    expect([again.status, await told(again)]).toMatchObject([403, { why: 'form-stale', page: '/recover/' }])
    const profile = await browser.get('/account/profile/')
    await browser.submit(profile, {}, { button: 'Sign out' })
    await signIn(browser, citizen)
    const stale = await browser.submit(profile, {}, { button: /Save/ })
    expect([stale.status, await told(stale)]).toMatchObject([403, { why: 'form-stale' }])
  })

  // proves: refusals-told
  test('with a field twice, and one that is too large', async () => {
    const browser = service.browser()
    const page = await browser.get('/login/')
    const action = `/login/?${'a'.repeat(10)}`
    const large = await browser.post(action, { email: 'x'.repeat(20_000) })
    expect([large.status, await told(large)]).toMatchObject([400, { why: 'too-large', page: '/login/' }])
    const twice = await browser.submit(page, {}, { headers: { 'content-type': 'text/plain' } })
    expect([twice.status, await told(twice)]).toMatchObject([400, { why: 'bad-request' }])
  })
})

// proves: refusals-told
test('a program that is unknown or disabled, and an address of return that is not its own: by its id where it is registered', async () => {
  const program = await addProgram(service)
  const { clientId } = program
  const ask = async (changes: Record<string, string>) =>
    told(await service.browser().get(authorizeAddress(newAttempt(program, changes)), { follow: false }))
  for (const unknown of ['nobody', 'A1b2'.repeat(6), clientId.toUpperCase(), ` ${clientId}`, ''])
    expect(await ask({ client_id: unknown })).toMatchObject({
      ...{ why: 'invalid-client', page: '/o/authorize/', clientId: null },
    })
  expect(await ask({ redirect_uri: 'https://evil.example.test/' })).toMatchObject({
    ...{ why: 'invalid-redirect', clientId },
  })
  expect(await ask({ redirect_uri: '' })).toMatchObject({ why: 'missing-redirect', clientId })
  await disableClient(service.foundation, clientId)
  expect(await ask({})).toMatchObject({ why: 'invalid-client', clientId })
  const twice = `${authorizeAddress(newAttempt(program))}&client_id=${clientId}`
  expect(await told(await service.browser().get(twice, { follow: false }))).toMatchObject({
    ...{ why: 'invalid-client', clientId: null },
  })
})

// proves: refusals-told
test('a link that is over, and a page of an address that is not verified', async () => {
  const link = await service.browser().get('/recover/confirm/?link=secret')
  expect([link.status, await told(link)]).toMatchObject([400, { why: 'link-invalid' }])
  const browser = service.browser()
  await signIn(browser, await addCitizen(service, { emailVerified: false }))
  const program = await addProgram(service)
  const asked = await browser.get(authorizeAddress(newAttempt(program)))
  expect([asked.status, await told(asked)]).toMatchObject([403, { why: 'unverified', page: '/o/authorize/' }])
})

// proves: refusals-every-page
test('what changed something, or names a field, leaves no row; neither does a page that is not there', async () => {
  const browser = service.browser()
  await login(browser, '')
  await browser.get('/nothing/here/')
  await signIn(browser, await addCitizen(service))
  await service.write()
  expect(await service.database.db.query`select why from refused_requests`).toEqual([])
})

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' }
const MALFORMED = ['?a=%ff', '?resume=x&resume=y', '']

/** What a page of every kind is refused for, as any stranger can. */
async function provoke(method: string, path: string): Promise<readonly Visited[]> {
  const browser = service.browser()
  if (method === 'GET')
    return Promise.all(MALFORMED.map((query) => browser.get(path + query, { follow: false })))
  const own = { csrf_token: 'x' }
  return Promise.all([
    browser.post(path, own, { follow: false }),
    browser.post(path, own, { follow: false, headers: SAME_ORIGIN }),
    browser.post(path, own, { follow: false, headers: { 'content-type': 'text/plain' } }),
    browser.post(path, { csrf_token: 'x'.repeat(20_000) }, { follow: false }),
  ])
}

// proves: refusals-every-page
test('every page that refuses says why in the log, and every one with a number is heard', async () => {
  const pages = service.service.routes.filter(({ audience }) => audience === 'page')
  const refused: Visited[] = []
  for (const { method, path } of pages)
    refused.push(...(await provoke(method, path)).filter(({ status }) => status >= 400))
  expect(refused.length).toBeGreaterThan(100)
  const reasons = new Map(
    service.logLines
      .map((line) => JSON.parse(line))
      .map((line) => [line['http.request.id'], line['portico.reason']] as const),
  )
  const heard = new Set(service.heard.map(({ requestId }) => requestId))
  for (const page of refused) {
    const at = [page.url, page.status]
    expect([...at, reasons.get(numberOf(page))]).toEqual([...at, expect.any(String)])
    expect([...at, heard.has(numberOf(page))]).toEqual([...at, shown(page) !== undefined])
  }
})

/** The secrets of a test that types one everywhere. */
const SECRET = 'Zq7-secret-Zq7'

// proves: refusals-nothing-personal
test('nothing that was typed, sent or asked for is in any column, whatever page refuses it', async () => {
  const citizen = await addCitizen(service, {
    email: `${SECRET.toLowerCase()}@example.test`,
    fullName: SECRET,
  })
  const headers = { 'accept-language': SECRET, 'user-agent': SECRET, referer: `https://x.test/${SECRET}` }
  const typed = ['email', 'password', 'full_name', 'phone_number', 'link', 'code', 'resume', 'csrf_token']
  const fields = Object.fromEntries(typed.map((name) => [name, SECRET]))
  const browser = service.browser(headers)
  await signIn(browser, citizen)
  for (const { method, path } of service.service.routes.filter(({ audience }) => audience === 'page')) {
    const address = `${path}?link=${SECRET}&client_id=${SECRET}&${SECRET}=${SECRET}`
    if (method === 'GET') await browser.get(address, { follow: false })
    else {
      await browser.post(address, fields, { follow: false })
      await browser.post(address, fields, { follow: false, headers: SAME_ORIGIN })
    }
  }
  await service.write()
  const rows = await service.database.db.query<Record<string, unknown>>`
    select request_id, why, page, refused_requests::text as whole from refused_requests`
  expect(rows.length).toBeGreaterThan(30)
  expect(Object.keys(rows[0] ?? {})).toHaveLength(4)
  const own = [SECRET, citizen.citizenId, citizen.subject, 'example.test', '127.0.0.1', '::1']
  for (const { whole } of rows)
    for (const text of own) expect(String(whole).toLowerCase()).not.toContain(text.toLowerCase())
  const columns = await service.database.db.query<{ name: string }>`
    select attname as name from pg_attribute where attrelid = 'refused_requests'::regclass and attnum > 0 order by attnum`
  expect(columns.map(({ name }) => name)).toEqual(['request_id', 'at', 'why', 'page', 'until', 'client_id'])
})

// proves: refusals-bounded
test('a page of a service without its database answers as it does, and its number is known to nobody', async () => {
  let isAway = false
  const away = await startHeardService({
    between: (db) => ({
      ...db,
      query: (...asked: Parameters<typeof db.query>) =>
        isAway ? Promise.reject(new DatabaseUnavailable('away')) : db.query(...asked),
    }),
  })
  const browser = away.browser()
  const page = await browser.get('/login/')
  isAway = true
  const refused = await browser.submit(page, { email: 'ana@example.test', password: 'wrong' })
  expect([refused.status, away.heard.at(-1)?.reason]).toEqual([503, 'unavailable'])
  await away.write()
  isAway = false
  await away.write()
  expect(await findRefusal(away.database.db, numberOf(refused))).toBeUndefined()
  await away.close()
})
