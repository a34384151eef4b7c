import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, isSignedIn, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import { addSoftApp, enrol, givePassword, SoftApp } from '../../testing/soft-app.ts'
import { addSoftPasskey, enterWith } from '../../testing/soft-passkey.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, TEST_SECRET_KEY, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { eraseCitizen } from '../rooms.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service?.close()
})

const PAGE = '/account/codes/'

const eventsOf = async ({ citizenId }: Citizen) =>
  (
    await service.database.db.query<{ name: string }>`
      select name from audit_events where citizen_id = ${citizenId} order by written_in`
  ).map(({ name }) => name)

const lettersTo = async ({ email }: Citizen) =>
  (
    await service.database.db.query<{ kind: string }>`
      select kind from outbox where recipient = ${email} order by created_at, message_id`
  ).map(({ kind }) => kind)

const proofsOf = async ({ citizenId }: Citizen) =>
  (
    await service.database.db.query<{ proof: string }>`
      select proof from sessions where citizen_id = ${citizenId} order by started_at`
  ).map(({ proof }) => proof)

describe('adding an app', () => {
  test('by the picture or by the key; recovery codes are shown once; events and a letter are written', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    const page = await browser.click(await browser.get(PAGE), 'Add an app')
    const app = new SoftApp(service, page)
    expect(app.address.protocol).toBe('otpauth:')
    expect(app.address.searchParams.get('issuer')).toBe('portico')
    expect(decodeURIComponent(app.address.pathname)).toContain(citizen.email)
    expect(app.secret).toHaveLength(20)
    const typed = page.html.querySelectorAll('code')[0]?.text.replaceAll(' ', '')
    expect(typed).toBe(app.address.searchParams.get('secret'))
    const added = await browser.submit(page, { code: app.code(), name: 'Mum’s <phone>' }, { button: 'Add' })
    const codes = added.html.querySelectorAll('ol.secrets code').map(({ text }) => text)
    expect(new Set(codes).size).toBe(10)
    const madeAt = new Date(service.clock.now() * 1000).toISOString()
    expect(added.html.querySelector('ol.secrets + p time')?.getAttribute('datetime')).toBe(madeAt)
    const download = added.html.querySelector('a[download]')?.getAttribute('href') ?? ''
    const text = decodeURIComponent(download.replace('data:text/plain;charset=utf-8,', ''))
    expect(text.split('\r\n')).toEqual([
      expect.stringContaining('Recovery codes'),
      citizen.email,
      ...codes,
      '',
    ])
    for (const code of codes) expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
    const shown = await browser.get(PAGE)
    expect(shown.html.querySelector('article h2')?.text).toBe('Mum’s <phone>')
    for (const code of codes) expect(shown.body).not.toContain(code)
    expect(await eventsOf(citizen)).toEqual(['signed-in', 'authenticator-added', 'recovery-codes-made'])
    expect(await lettersTo(citizen)).toEqual(['authenticator-added'])
  })

  // proves: threat-code-unconfirmed
  test('needs a code of the app: without one nothing is asked at the next sign-in', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    const page = await browser.get('/account/codes/add/')
    const app = new SoftApp(service, page)
    for (const code of ['', '000000', 'abcdef', app.code(2), app.code(-2)]) {
      const refused = await browser.submit(page, { code }, { button: 'Add the app' })
      expect(refused.status).toBe(400)
      expect(refused.html.querySelector('#code-problem')?.text).toContain('Enter the code')
      expect(new SoftApp(service, refused).secret).toEqual(app.secret)
    }
    const nameless = await browser.submit(page, { code: app.code(), name: ' ' }, { button: 'Add the app' })
    expect(nameless.html.querySelector('#name-problem')?.text).toContain('Enter a name')
    expect((await givePassword(service.browser(), citizen)).url).toBe(`${service.baseUrl}/account/`)
    expect(await eventsOf(citizen)).not.toContain('authenticator-added')
  })

  test('needs a secret that this service showed to this session', async () => {
    const citizen = await addCitizen(service)
    const other = await addCitizen(service)
    const [browser, stranger] = [service.browser(), service.browser()]
    await signIn(browser, citizen)
    await signIn(stranger, other)
    const theirs = await stranger.get('/account/codes/add/')
    const app = new SoftApp(service, theirs)
    const setup = theirs.html.querySelector('input[name=setup]')?.getAttribute('value') ?? ''
    const mine = await browser.get('/account/codes/add/')
    const refused = await browser.submit(mine, { setup, code: app.code() }, { button: 'Add the app' })
    expect(refused.url).toBe(`${service.baseUrl}${PAGE}`)
    expect(refused.html.querySelectorAll('article')).toHaveLength(0)
    const own = new SoftApp(service, mine)
    service.clock.advance(15 * 60)
    const late = await browser.submit(mine, { code: own.code() }, { button: 'Add the app' })
    expect(late.html.querySelectorAll('article')).toHaveLength(0)
  })

  test('the same form twice adds one app; at most five', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    const passkey = await addSoftPasskey(browser, service)
    const page = await browser.get('/account/codes/add/')
    const app = new SoftApp(service, page)
    const add = () => browser.submit(page, { code: app.code() }, { button: 'Add the app' })
    await add()
    await add()
    await browser.post('/login/passkey/', passkey.used(await browser.get(PAGE)))
    expect((await browser.get(PAGE)).html.querySelectorAll('article')).toHaveLength(1)
    for (let more = 1; more < 5; more += 1) {
      const next = await browser.get('/account/codes/add/')
      const added = await browser.submit(next, { code: new SoftApp(service, next).code() }, { button: 'Add' })
      expect(added.html.querySelector('[role=status]')?.text).toContain('The app is added')
    }
    expect((await browser.get('/account/codes/add/')).url).toBe(`${service.baseUrl}${PAGE}`)
    expect((await browser.get(PAGE)).html.text).toContain('You have 5 apps')
  })

  test('the secret is sealed for its row, and in no log, event or letter', async () => {
    const citizen = await addCitizen(service)
    const { app, recoveryCodes } = await enrol(service, citizen)
    const [row] = await service.database.db.query<{ sealed: Buffer }>`
      select sealed_secret as sealed from authenticators where citizen_id = ${citizen.citizenId}`
    expect(row?.sealed.includes(app.secret)).toBe(false)
    const page = await givePassword(service.browser(), citizen)
    const browser = service.browser()
    await browser.submit(await givePassword(browser, citizen), { code: recoveryCodes[0] ?? '' })
    const events = await service.database.db.query`select * from audit_events`
    const hidden = [app.address.searchParams.get('secret'), app.secret.toString('hex'), ...recoveryCodes]
    const written = [...service.logLines, JSON.stringify(events), page.body].join('\n')
    for (const secret of hidden) expect(written).not.toContain(secret)
  })
})

describe('signing in', () => {
  // proves: rfc6238-5.2-once
  test('takes the password, then the code; the session says so', async () => {
    const citizen = await addCitizen(service)
    const { app } = await enrol(service, citizen)
    const browser = service.browser()
    const page = await givePassword(browser, citizen)
    expect(page.url).toBe(`${service.baseUrl}/login/code/`)
    expect(isSignedIn(page)).toBe(false)
    expect((await browser.get('/account/')).url).toBe(`${service.baseUrl}/login/`)
    const input = page.html.querySelector('input[name=code]')
    expect(input?.getAttribute('autocomplete')).toBe('one-time-code')
    expect(input?.getAttribute('inputmode')).toBe('numeric')
    const entered = await browser.submit(page, { code: app.code() })
    expect(entered.url).toBe(`${service.baseUrl}/account/`)
    expect(await proofsOf(citizen)).toEqual(['password', 'password+code'])
    expect((await browser.get('/account/sessions/')).html.text).toContain('Password and code')
  })

  test('a passkey needs no code', async () => {
    const citizen = await addCitizen(service)
    const owner = service.browser()
    await signIn(owner, citizen)
    const passkey = await addSoftPasskey(owner, service)
    await addSoftApp(owner, service)
    const answer = await enterWith(service.browser(), passkey)
    expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/account/`])
  })

  test('a recovery code stands in for the app, once, in either spelling; it is told by mail and counted', async () => {
    const citizen = await addCitizen(service)
    const { recoveryCodes } = await enrol(service, citizen)
    const browser = service.browser()
    const page = await browser.click(await givePassword(browser, citizen), 'Use a recovery code')
    expect(page.html.querySelector('h1')?.text).toBe('Enter a recovery code')
    const typed = recoveryCodes[3]?.toLowerCase().replaceAll('-', ' ') ?? ''
    const entered = await browser.submit(page, { code: typed })
    expect(entered.html.querySelector('h1')?.text).toBe('You used a recovery code')
    expect(entered.html.querySelector('dd')?.text).toBe('9')
    expect((await browser.click(entered, 'Continue')).url).toBe(`${service.baseUrl}/account/`)
    expect(await lettersTo(citizen)).toContain('recovery-code-spent')
    expect(await eventsOf(citizen)).toContain('recovery-code-spent')
    expect((await browser.get(PAGE)).html.querySelector('#recovery ~ dl dd')?.text).toBe('9')
    const again = service.browser()
    const refused = await again.submit(await givePassword(again, citizen), { code: typed })
    expect(refused.status).toBe(400)
    expect(isSignedIn(refused)).toBe(false)
  })

  test('with a recovery code, the citizen reads how many are left, and then goes on to the program that waits', async () => {
    const citizen = await addCitizen(service)
    const { recoveryCodes } = await enrol(service, citizen)
    const browser = service.browser()
    const login = await browser.get(authorizeAddress(newAttempt(await addProgram(service))))
    const asked = await browser.submit(login, { email: citizen.email, password: TEST_PASSWORD })
    const page = await browser.click(asked, 'Use a recovery code')
    const entered = await browser.submit(page, { code: recoveryCodes[0] ?? '' })
    expect(entered.html.querySelector('h1')?.text).toBe('You used a recovery code')
    const next = await browser.click(entered, 'Continue')
    expect(next.html.querySelector('h1')?.text).toBe('Continue to Parking Permits?')
    expect(new URL(next.url).pathname).toBe('/o/authorize/')
  })

  test('only who has just signed in with a recovery code is told so; a link of a stranger leads on', async () => {
    const citizen = await addCitizen(service)
    const { app, recoveryCodes, browser: stranger } = await enrol(service, citizen)
    const told = '/account/codes/spent/'
    const pathAfter = async (browser: TestBrowser, path: string) =>
      new URL((await browser.get(path)).url).pathname
    expect(await pathAfter(stranger, `${told}?leads_to=/account/close/`)).toBe('/account/')
    const owner = service.browser()
    const page = await owner.click(await givePassword(owner, citizen), 'Use a recovery code')
    const entered = await owner.submit(page, { code: recoveryCodes[0] ?? '' })
    expect(new URL(entered.url).pathname).toBe(told)
    expect(await pathAfter(owner, told)).toBe(told)
    const misled = await owner.get(`${told}?leads_to=/account/close/`)
    expect(misled.html.querySelector('.actions a')?.getAttribute('href')).toBe('/account/')
    const note = owner.cookies.get('portico_spent') ?? ''
    stranger.cookies.set('portico_spent', note)
    expect(await pathAfter(stranger, told)).toBe('/account/')
    owner.cookies.set('portico_spent', `x${note}`)
    expect(await pathAfter(owner, told)).toBe('/account/')
    owner.cookies.set('portico_spent', note)
    expect(await pathAfter(owner, told)).toBe(told)
    service.clock.advance(6 * 60)
    expect(await pathAfter(owner, told)).toBe(told)
    const asked = await owner.submit(
      await owner.get(PAGE),
      { password: TEST_PASSWORD },
      { button: 'Continue' },
    )
    await owner.submit(asked, { code: app.code() })
    expect(await pathAfter(owner, told)).toBe('/account/')
  })

  test('a secret that an older key sealed opens, and is sealed anew by the first key when it is used', async () => {
    const citizen = await addCitizen(service)
    const { app } = await enrol(service, citizen)
    const newKey = Buffer.alloc(32, 9)
    const next = await startTestService({
      database: service.database,
      clock: service.clock,
      secretKeys: [newKey, TEST_SECRET_KEY],
    })
    const sealed = async () => {
      const [row] = await service.database.db.query<{ sealed: Buffer }>`
        select sealed_secret as sealed from authenticators where citizen_id = ${citizen.citizenId}`
      return row?.sealed.subarray(0, 4).toString('hex')
    }
    const before = await sealed()
    const browser = next.browser()
    const entered = await browser.submit(await givePassword(browser, citizen), { code: app.code() })
    expect(entered.url).toBe(`${next.baseUrl}/account/`)
    expect(await sealed()).not.toBe(before)
    await next.close()
  })
})

describe('changing', () => {
  // proves: threat-code-removed
  test('removing needs a password and a code, or a passkey, of the last five minutes', async () => {
    const citizen = await addCitizen(service)
    const { app, browser } = await enrol(service, citizen)
    // This session began with the password alone, a minute ago.
    const page = await browser.get(PAGE)
    expect(page.html.querySelector('article form')).toBeNull()
    const [row] = await service.database.db.query<{ id: string }>`
      select authenticator_id as id from authenticators where citizen_id = ${citizen.citizenId}`
    const token = page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const fields = { csrf_token: token, app: row?.id ?? '' }
    await browser.post('/account/codes/remove/', fields)
    await browser.post('/account/codes/recovery/', fields)
    expect((await browser.get(PAGE)).html.querySelectorAll('article')).toHaveLength(1)
    const asked = await browser.submit(page, { password: TEST_PASSWORD }, { button: 'Continue' })
    expect(asked.url).toContain(`/login/code/?leads_to=${encodeURIComponent('/account/codes/')}`)
    const proven = await browser.submit(asked, { code: app.code() })
    expect(proven.url).toBe(`${service.baseUrl}${PAGE}`)
    const removed = await browser.submit(proven, {}, { button: 'Remove' })
    expect(removed.html.querySelector('[role=status]')?.text).toContain('The app is removed')
    expect(await lettersTo(citizen)).toContain('authenticator-removed')
    expect(await eventsOf(citizen)).toContain('authenticator-removed')
    const left = await service.database.db
      .query`select 1 as one from recovery_codes where citizen_id = ${citizen.citizenId}`
    expect(left).toEqual([])
    expect((await givePassword(service.browser(), citizen)).url).toBe(`${service.baseUrl}/account/`)
  })

  test('new recovery codes take the place of the old ones', async () => {
    const citizen = await addCitizen(service)
    const { app, browser, recoveryCodes } = await enrol(service, citizen)
    const asked = await browser.submit(
      await browser.get(PAGE),
      { password: TEST_PASSWORD },
      { button: 'Continue' },
    )
    const made = await browser.submit(
      await browser.submit(asked, { code: app.code() }),
      {},
      { button: 'Make new' },
    )
    const fresh = made.html.querySelectorAll('ol.secrets code').map(({ text }) => text)
    expect(fresh).toHaveLength(10)
    const tryCode = async (code = '') => {
      const another = service.browser()
      return isSignedIn(
        await another.submit(await givePassword(another, citizen), { code }, { follow: false }),
      )
    }
    expect(await tryCode(recoveryCodes[0])).toBe(false)
    expect(await tryCode(fresh[0])).toBe(true)
  })

  test('changes nothing of another citizen; a closed account has nothing', async () => {
    const citizen = await addCitizen(service)
    await enrol(service, citizen)
    const other = await addCitizen(service)
    const theirs = await enrol(service, other)
    const asked = await theirs.browser.submit(
      await theirs.browser.get(PAGE),
      { password: TEST_PASSWORD },
      { button: 'Continue' },
    )
    const page = await theirs.browser.submit(asked, { code: theirs.app.code() })
    const [row] = await service.database.db.query<{ id: string }>`
      select authenticator_id as id from authenticators where citizen_id = ${citizen.citizenId}`
    await theirs.browser.submit(page, { app: row?.id ?? '' }, { button: 'Remove' })
    expect((await givePassword(service.browser(), citizen)).url).toContain('/login/code/')
    await service.foundation.db.transaction((tx) => eraseCitizen(tx, citizen.citizenId))
    const left = await service.database.db.query`
      select citizen_id from authenticators where citizen_id = ${citizen.citizenId}
      union all select citizen_id from recovery_codes where citizen_id = ${citizen.citizenId}
      union all select citizen_id from half_sign_ins where citizen_id = ${citizen.citizenId}`
    expect(left).toEqual([])
  })
})
