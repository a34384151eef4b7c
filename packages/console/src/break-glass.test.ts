import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { portico, settingsFor } from '../../identity/src/command/portico.fixture.ts'
import { addOperator, removeOperator } from '../../identity/src/operators/index.ts'
import { systemRandom } from '../../identity/src/platform/system-random.ts'
import { freePort } from '../../identity/testing/free-port.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import { TestBrowser } from '../../identity/testing/test-browser.ts'
import { navigate } from '../../program/testing/navigate.ts'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { ENTER, glassOf } from '../testing/glass.ts'
import { PLACES } from './places.ts'
import { startConsole } from './start-console.ts'

let stage: ConsoleStage
beforeAll(async () => {
  stage = await startStage({ PORTICO_CONSOLE_TRUSTED_PROXIES: '127.0.0.1,::1' })
})
afterAll(() => stage.close())
beforeEach(async () => {
  await stage.service.database.db.query`delete from break_glass`
})

const { operator, codeFor, enter, inside } = glassOf(() => stage)

const SHOWN = ['today', 'audit', 'limits', 'letters', 'programs', 'keys', 'operators', 'settings']

// proves: break-glass-little
describe('whoever enters with a code', () => {
  test('sees how the service is, as the role does, and no citizen; each look says by what', async () => {
    const { browser, name } = await inside()
    for (const [place, { path }] of Object.entries(PLACES)) {
      const page = await browser.get(path, { follow: false })
      const wanted = SHOWN.includes(place) ? 200 : place === 'search' ? 302 : 403
      expect([place, page.status]).toEqual([place, wanted])
    }
    const page = await browser.get('/operators/')
    const links = page.html.querySelectorAll('nav.rooms li a').map((link) => link.getAttribute('href'))
    expect(links.sort()).toEqual(
      Object.entries(PLACES)
        .filter(([place]) => SHOWN.includes(place))
        .map(([, { path }]) => path)
        .sort(),
    )
    const looks = await stage.service.database.db.query<{ reason: string }>`
      select distinct details ->> 'reason' as reason from audit_events
       where operator = ${name} and name in ('operator-looked', 'console-refused')`
    expect(looks).toEqual([{ reason: 'break-glass' }])
  })

  test('finds no citizen by the search or the page of one, and uncovers nobody', async () => {
    const { browser } = await inside()
    const citizen = await addCitizen(stage.service)
    const headers = { 'sec-fetch-site': 'same-origin' }
    for (const [path, fields] of [
      ['/', { who: citizen.email }],
      ['/citizen/', { subject: citizen.subject, reason: 'a reason', ticket: '1' }],
    ] as const) {
      const answer = await browser.post(path, fields, { headers })
      expect(answer.status).toBe(403)
      expect(answer.body).not.toContain(citizen.email)
    }
    expect((await browser.get(`/citizen/?subject=${citizen.subject}`)).status).toBe(403)
    const looks = await stage.service.database.db.query`
      select 1 from audit_events where citizen_id = ${citizen.citizenId} and actor = 'operator'`
    expect(looks).toEqual([])
  })

  test('finds the events of no citizen in the audit, by the form and by an address', async () => {
    const { browser, name } = await inside()
    const { subject, citizenId } = await addCitizen(stage.service)
    const page = await browser.get('/audit/')
    expect([page.status, page.html.querySelector('#citizen')]).toEqual([200, null])
    const headers = { 'sec-fetch-site': 'same-origin' }
    const posted = await browser.post('/audit/', { citizen: subject }, { headers })
    for (const answer of [posted, await browser.get(`/audit/?subject=${subject}`)]) {
      expect([answer.status, answer.html.querySelectorAll('tbody')]).toEqual([403, []])
      expect(answer.body).not.toContain(subject)
    }
    const written = await stage.service.database.db.query`
      select name, details ->> 'because' as because, details ->> 'page' as page from audit_events
       where operator = ${name} and citizen_id is distinct from ${citizenId} and name = 'console-refused'`
    expect(written).toContainEqual({ name: 'console-refused', because: 'break-glass', page: '/audit/' })
    const looks = await stage.service.database.db.query`
      select 1 from audit_events where citizen_id = ${citizenId} and name = 'operator-looked'`
    expect(looks).toEqual([])
  })

  test('sees no more than the role, as it is now', async () => {
    const { browser, name } = await inside('reader')
    expect((await browser.get('/keys/')).status).toBe(200)
    expect((await browser.get('/audit/')).status).toBe(403)
    expect((await browser.get('/operators/')).status).toBe(403)
    await stage.service.database.db.query`update operators set role = 'security' where name = ${name}`
    expect((await browser.get('/audit/')).status).toBe(200)
    const found = await browser.submit(await browser.get('/audit/'), { event: 'break-glass-made' })
    expect(found.html.text).toContain(name)
  })

  test.each([
    ['another browser', { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' }],
    ['another network', { 'x-forwarded-for': '203.0.113.9' }],
  ])('is out for all when the cookie comes from %s', async (_, headers) => {
    const { browser } = await inside()
    const thief = stage.browser({ 'accept-language': 'en', ...headers }).inner
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value)
    const stolen = await thief.get('/today/', { follow: false })
    expect(stolen.status).toBe(403)
    expect(stolen.html.text).toContain('another browser or another network')
    expect((await browser.get('/today/', { follow: false })).location).toContain('acr_values=phr')
  })

  test('is out when the operator is removed, and when they sign out', async () => {
    const gone = await inside()
    await removeOperator(stage.service.foundation, gone.name)
    expect((await gone.browser.get('/today/', { follow: false })).status).toBe(303)
    const { browser } = await inside()
    const kept = new Map(browser.cookies)
    await browser.submit(await browser.get('/today/'), {}, { button: 'Sign out', follow: false })
    for (const [name, value] of kept) browser.cookies.set(name, value)
    expect((await browser.get('/today/', { follow: false })).location).toContain('acr_values=phr')
  })

  test('has a cookie that no script reads, and that ends with the hour', async () => {
    const { name } = await operator()
    const { answer } = await enter(await codeFor(name))
    const [cookie] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^portico_console_glass=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600$/)
  })

  test('has made no key an operator’s: a key that is younger opens nothing afterwards either', async () => {
    const robbed = await operator()
    await stage.service.database.db.query`
      update operators set added_at = added_at - interval '1 hour' where citizen_id = ${robbed.citizenId}`
    const { browser } = await enter(await codeFor(robbed.name))
    expect((await browser.get('/today/')).status).toBe(200)
    const thief = await stage.enrol(robbed)
    expect((await thief.open('/programs/')).html.querySelectorAll('table')).toEqual([])
  })
})

// proves: break-glass-once
describe('the page for a code', () => {
  test('is the same whether there is a code or not, and says the same to every wrong one', async () => {
    const empty = await stage.browser().inner.get(ENTER)
    const without = (await enter('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).answer
    const { name } = await operator()
    const code = await codeFor(name)
    expect((await stage.browser().inner.get(ENTER)).body).toBe(empty.body)
    const wrong = (await enter('AAAAA-AAAAA-AAAAA-AAAAA-AAAAA')).answer
    expect([wrong.status, wrong.body]).toEqual([400, without.body])
    expect((await enter(code)).answer.status).toBe(303)
    const used = (await enter(code)).answer
    expect([used.status, used.body]).toEqual([400, without.body])
  })

  test('refuses what comes after too many as it refuses a wrong code: nobody learns whether there is one', async () => {
    const { name } = await operator()
    const code = await codeFor(name)
    for (let times = 0; times < 10; times += 1) expect((await enter(`x${times}`)).answer.status).toBe(400)
    const spent = (await enter(code)).answer
    expect([spent.status, spent.body]).toEqual([400, (await enter('x')).answer.body])
    await stage.service.database.db.query`update break_glass set ends_at = now()`
    expect((await enter('x')).answer.body).toBe(spent.body)
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another port of this host', { 'sec-fetch-site': 'same-site' }],
  ])('takes no form of %s', async (_, headers) => {
    const { name } = await operator()
    const code = await codeFor(name)
    const { inner } = stage.browser()
    const answer = await inner.post(ENTER, { code }, { headers })
    expect([answer.status, inner.cookies.size]).toEqual([200, 0])
    expect((await enter(code)).answer.status).toBe(303)
  })

  test('takes a code from a browser that does not say which site has sent the form', async () => {
    const { name } = await operator()
    const body = new URLSearchParams({ code: await codeFor(name) })
    const answer = await fetch(stage.url + ENTER, { method: 'POST', body, redirect: 'manual' })
    expect([answer.status, answer.headers.getSetCookie().length]).toEqual([303, 1])
  })

  test('opens for one of many browsers at once', async () => {
    const { name } = await operator()
    const code = await codeFor(name)
    const tries = await Promise.all(Array.from({ length: 8 }, () => enter(code)))
    expect(tries.filter(({ answer }) => answer.status === 303)).toHaveLength(1)
  })
})

// proves: break-glass-once
test('a code opens a console that starts while the service is down', async () => {
  const { name } = await operator()
  const code = await codeFor(name)
  const other = await startStage()
  const { service } = other
  const citizen = await addCitizen(service)
  await addOperator(service.foundation, { emailOrSubject: citizen.email, name, role: 'administrator' })
  const ran = await portico(
    settingsFor(service.database),
    ['operator', 'break-glass', name, '--as', 'root', '--reason', 'a test', '--json'],
    { ask: 'nobody-there' },
  )
  await service.service.server.close()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const needs = { clock: service.clock, random: systemRandom, wait, log }
  const alone = await startConsole({ ...other.config, url, port }, needs)
  const browser = () => new TestBrowser(url, { 'accept-language': 'en' }, navigate)
  expect((await enter(code, browser())).answer.status).toBe(400)
  const { browser: inner } = await enter(ran.json<{ code: string }>().code, browser())
  for (const path of ['/today/', '/audit/', '/operators/']) expect((await inner.get(path)).status).toBe(200)
  await alone.close()
  await other.close()
})

// proves: break-glass-loud
test('every page of every operator says it while it lasts, and no other page', async () => {
  const reader = await stage.operator('reader')
  const band = async (path: string) =>
    (await reader.open(path)).html.querySelector('p.glass')?.text ?? 'nothing'
  expect(await band('/today/')).toBe('nothing')
  const { name, browser } = await inside()
  for (const path of ['/today/', '/letters/', '/programs/', '/keys/'])
    expect(await band(path)).toContain(name)
  expect((await stage.browser().inner.get(ENTER)).body).not.toContain(name)
  await browser.submit(await browser.get('/today/'), {}, { button: 'Sign out', follow: false })
  expect(await band('/today/')).toBe('nothing')
})

test('no log line has the code or the cookie', async () => {
  const { name } = await operator()
  const code = await codeFor(name)
  const { browser } = await enter(code)
  const said = stage.logLines.join('\n')
  expect(said).toContain('"http.route":"/break-glass/"')
  for (const [, value] of browser.cookies) expect(said).not.toContain(value)
  expect(said).not.toContain(code)
})
