import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendCitizen } from '../../identity/src/citizens/index.ts'
import { addOperator, mayAs, ROLES, removeOperator } from '../../identity/src/operators/index.ts'
import { systemRandom } from '../../identity/src/platform/system-random.ts'
import { addCitizen, signIn } from '../../identity/testing/people.ts'
import { type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { PLACES } from './places.ts'
import { startConsole } from './start-console.ts'

let stage: ConsoleStage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage.close())

const EVERY = Object.entries(PLACES)
/** Places of one account, one act or one order. */
const ABOUT_ONE = ['citizen', 'act', 'order', 'program']

const refusalsOf = (citizenId: string) =>
  stage.service.database.db.query<{ because: string; page: string }>`
    select details ->> 'because' as because, details ->> 'page' as page from audit_events
     where name = 'console-refused' and citizen_id = ${citizenId} order by at, event_id`

// proves: console-guards-every-page
describe('without a sign-in', () => {
  test.each(EVERY)('%s asks for a strong one, and shows nothing', async (_, { path }) => {
    const page = await stage.browser().inner.get(path, { follow: false })
    expect(page.status).toBe(303)
    expect(page.location).toContain('acr_values=phr')
    expect(page.location).toContain('max_age=')
  })

  test.each(['/', '/citizen/', '/audit/', '/act/', '/order/'])(
    'a form to %s leads to the sign-in, and then to the search',
    async (path) => {
      const answer = await stage.browser().inner.post(path, { who: 'x', subject: 'x' }, { follow: false })
      expect([answer.status, answer.location]).toEqual([303, expect.stringContaining('/api/v1/sso/login')])
      expect(answer.location).not.toContain(encodeURIComponent(path === '/' ? '?' : path))
    },
  )

  test('a password alone opens nothing', async () => {
    const citizen = await addCitizen(stage.service)
    await addOperator(stage.service.foundation, {
      ...{ emailOrSubject: citizen.email, name: 'Weak', role: 'administrator' },
    })
    const own = stage.service.browser()
    await signIn(own, citizen)
    const browser = stage.browser()
    for (const [name, value] of own.cookies) browser.inner.cookies.set(name, value)
    const page = await browser.open('/')
    expect(page.status).toBe(401)
    expect(page.html.text).toContain('Operators sign in with a passkey, or with a password and a code')
    expect((await browser.inner.get('/', { follow: false })).status).toBe(303)
  })

  test.each([
    '/api/v1/sso/refresh/',
    '/api/v1/sso/exchange/',
    '/api/v1/sso/begin/',
    '/api/v1/sso/status/',
    '/dev/',
    '/admin/',
  ])('there is no %s', async (path) => {
    expect((await stage.browser().inner.get(path)).status).toBe(404)
  })
})

describe.each(ROLES)('%s', (role) => {
  test('sees the places of the role and of those before it, and no other; each refusal is in the audit', async () => {
    const operator = await stage.operator(role)
    const seen: Record<string, number> = {}
    for (const [name, { path }] of EVERY) seen[name] = (await operator.open(path)).status
    const wanted = EVERY.map(([name, { role: needed }]) => {
      const found = ABOUT_ONE.includes(name) ? 404 : 200
      // Whoever may not search is led on from the first page.
      const isLed = name === 'search'
      return [name, mayAs(role, needed) || isLed ? found : 403]
    })
    expect(seen).toEqual(Object.fromEntries(wanted))
    const refused = EVERY.filter(([name, { role: needed }]) => name !== 'search' && !mayAs(role, needed))
    expect(await refusalsOf(operator.citizenId)).toEqual(
      refused.map(([, { path: page }]) => ({ because: 'role', page })),
    )
    const home = await operator.open('/programs/')
    const links = home.html.querySelectorAll('nav.rooms li a').map((link) => link.getAttribute('href'))
    expect(links).toEqual(
      EVERY.filter(([name, { role: needed }]) => !ABOUT_ONE.includes(name) && mayAs(role, needed)).map(
        ([, { path }]) => path,
      ),
    )
  })
})

describe('somebody who is signed in', () => {
  test('and is no operator is told so, is in the audit at most twenty times an hour, and sees nothing', async () => {
    const citizen = await stage.operator(undefined)
    for (let times = 0; times < 22; times += 1) {
      const page = await citizen.open('/programs/')
      expect(page.status).toBe(403)
      expect(page.html.text).toContain('This account is no account of an operator.')
      expect(page.html.querySelector('nav.rooms')).toBeNull()
    }
    expect(await refusalsOf(citizen.citizenId)).toHaveLength(20)
  })

  test('is refused at the next request after the removal, a lower role, or a suspension', async () => {
    const { foundation } = stage.service
    const ida = await stage.operator('administrator')
    expect((await ida.open('/operators/')).status).toBe(200)
    await addOperator(foundation, { emailOrSubject: ida.subject, name: ida.name, role: 'reader' })
    expect((await ida.open('/operators/')).status).toBe(403)
    expect((await ida.open('/programs/')).status).toBe(200)
    await removeOperator(foundation, ida.name)
    expect((await ida.open('/programs/')).status).toBe(403)
    const udo = await stage.operator('administrator')
    expect((await udo.open('/programs/')).status).toBe(200)
    await suspendCitizen(foundation, { emailOrSubject: udo.subject, reason: 'a test' })
    const after = await udo.inner.get('/programs/', { follow: false })
    expect(after.status).not.toBe(200)
    expect(after.body).not.toContain('Parking')
  })

  test.each(['/act/', '/order/', '/audit/', '/'])(
    'sends no form to %s from another site, and the audit has it without a limit on what the operator tries',
    async (path) => {
      const ida = await stage.operator('administrator')
      await ida.open('/operators/')
      const send = (site: string) =>
        ida.inner.post(
          path,
          { id: 'x' },
          { follow: false, headers: { origin: site, 'sec-fetch-site': 'same-site' } },
        )
      const forms = async () => {
        const rows = await stage.service.database.db.query<{ details: object; operator: string }>`
          select details, operator from audit_events
           where name = 'console-form-refused' and citizen_id = ${ida.citizenId}`
        return rows
      }
      expect((await send('https://other.example')).status).toBe(401)
      // A stranger has no cookie.
      await stage
        .browser()
        .inner.post(path, { id: 'x' }, { follow: false, headers: { origin: 'https://other.example' } })
      expect(await forms()).toEqual([{ details: { because: 'cross-site', page: path }, operator: ida.name }])
      for (let times = 0; times < 21; times += 1) await send('https://other.example')
      expect(await forms()).toHaveLength(20)
      expect(await refusalsOf(ida.citizenId)).toEqual([])
    },
  )

  test.each([
    ['another browser', { 'user-agent': 'Mozilla/5.0 (X11; Linux x64) Firefox/140.0' }],
    ['another network', { 'x-forwarded-for': '203.0.113.9' }],
  ])('is refused with the cookie in %s, and the sign-in is over everywhere', async (_, headers) => {
    const behind = await startStage({ PORTICO_CONSOLE_TRUSTED_PROXIES: '127.0.0.1,::1' })
    try {
      const ida = await behind.operator('support')
      expect((await ida.open('/')).status).toBe(200)
      const thief = behind.browser({ 'accept-language': 'en', ...headers })
      for (const [name, value] of ida.inner.cookies) thief.inner.cookies.set(name, value)
      const stolen = await thief.inner.get('/')
      expect(stolen.status).toBe(403)
      expect(stolen.html.text).toContain('another browser or another network')
      expect((await thief.inner.get('/', { follow: false })).status).toBe(303)
      expect((await ida.inner.get('/', { follow: false })).status).toBe(303)
      const [event] = await behind.service.database.db.query<{ because: string; operator: string }>`
        select details ->> 'because' as because, operator from audit_events where name = 'console-refused'`
      expect(event).toEqual({ because: 'elsewhere', operator: ida.name })
    } finally {
      await behind.close()
    }
  })

  test('with a key that is younger than the operator is not let in, until an administrator confirms the keys', async () => {
    const { foundation, database } = stage.service
    const citizen = await addCitizen(stage.service)
    const wanted = { emailOrSubject: citizen.email, name: 'Robbed', role: 'administrator' } as const
    await addOperator(foundation, wanted)
    await database.db.query`
      update operators set added_at = added_at - interval '1 hour' where citizen_id = ${citizen.citizenId}`
    const thief = await stage.enrol(citizen)
    const page = await thief.open('/programs/')
    expect(page.status).toBe(403)
    expect(page.html.querySelector('main')?.text).toContain('An administrator who knows you confirms it')
    expect(page.html.querySelectorAll('table')).toEqual([])
    expect((await thief.inner.get('/programs/', { follow: false })).status).toBe(303)
    expect(await refusalsOf(citizen.citizenId)).toEqual([
      { because: 'new-key', page: '/api/v1/sso/callback/' },
    ])
    await addOperator(foundation, wanted)
    expect((await thief.open('/programs/')).html.querySelectorAll('table')).toHaveLength(1)
  })

  test('by a link of another site sees no account before a press, and no look is written', async () => {
    const ida = await stage.operator('support')
    await ida.open('/')
    const { subject, citizenId } = await addCitizen(stage.service)
    const looks = () => stage.service.database.db.query`
      select 1 from audit_events where name = 'operator-looked' and citizen_id = ${citizenId}`
    for (const [times, site] of ['cross-site', 'same-site'].entries()) {
      const led = await ida.inner.get(`/citizen/?subject=${subject}`, { headers: { 'sec-fetch-site': site } })
      expect(led.html.text).toContain('A link of another site leads here.')
      expect(await looks()).toHaveLength(times)
      expect((await ida.inner.click(led, 'Go on')).html.text).toContain(subject)
    }
    // The second press is within a minute: it opens the same page again.
    expect(await looks()).toHaveLength(1)
    expect(
      (await ida.inner.get(`/programs/`, { headers: { 'sec-fetch-site': 'cross-site' } })).body,
    ).not.toContain('<table')
  })

  test('asks with HEAD for nothing', async () => {
    const ida = await stage.operator('support')
    await ida.open('/')
    const cookie = [...ida.inner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${stage.url}/citizen/?subject=${ida.subject}`, {
      method: 'HEAD',
      headers: { cookie },
    })
    expect(answer.status).toBe(405)
  })

  test('behind a proxy that nobody named is refused', async () => {
    const answer = await stage.browser({ 'x-forwarded-for': '203.0.113.9' }).inner.get('/')
    expect(answer.status).toBe(500)
    expect(answer.body).toContain('PORTICO_CONSOLE_TRUSTED_PROXIES')
  })

  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from another port of this host', { 'sec-fetch-site': 'same-site' }],
  ])('a form %s does nothing', async (_, headers) => {
    const ida = await stage.operator('support')
    await ida.open('/')
    const answer = await ida.inner.post('/', { who: 'ana@example.test' }, { headers })
    expect(answer.status).toBe(401)
    const looks = await stage.service.database.db.query`
      select 1 from audit_events where name = 'operator-looked' and operator = ${ida.name}`
    expect(looks).toEqual([])
  })

  test('signs out, and the cookie opens nothing any more', async () => {
    const ida = await stage.operator('support')
    const home = await ida.open('/')
    const kept = new Map(ida.inner.cookies)
    await ida.send(home, {}, { button: 'Sign out', follow: false })
    for (const [name, value] of kept) ida.inner.cookies.set(name, value)
    expect((await ida.inner.get('/', { follow: false })).status).toBe(303)
  })
})

test('no page runs a script, is shown in a frame, is stored by a cache, or sends its form elsewhere', async () => {
  const ida = await stage.operator('administrator')
  for (const [, { path }] of EVERY) {
    const { headers, html } = await ida.open(path)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(html.querySelectorAll('script, [onclick], [style]')).toEqual([])
  }
})

test('no log line has a cookie, a code, an address of a person or a name', async () => {
  const said = stage.logLines.join('\n')
  expect(said).toContain('"http.route":"/programs/"')
  expect(said).not.toMatch(/@example\.test|ppc_|code=|Ana Example|Operator \d/)
})

test('a reader is led to the last day, and a form of the search by hand is refused and in the audit', async () => {
  const reader = await stage.operator('reader')
  const home = await reader.open('/')
  expect(new URL(home.url).pathname).toBe('/today/')
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await reader.inner.post('/', { who: 'ana@example.test' }, { headers })
  expect(answer.status).toBe(403)
  expect(await refusalsOf(reader.citizenId)).toEqual([{ because: 'role', page: '/' }])
})

test('does not start with a role that reads the tables', async () => {
  const { database } = stage.service
  const needs = {
    clock: stage.service.clock,
    random: systemRandom,
    wait,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  }
  await expect(startConsole({ ...stage.config, port: 0, databaseUrl: database.url }, needs)).rejects.toThrow(
    /may read tables, make things, or be another role/,
  )
})
