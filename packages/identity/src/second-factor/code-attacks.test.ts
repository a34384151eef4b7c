import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, isSignedIn, TEST_PASSWORD } from '../../testing/people.ts'
import { purgeOnce } from '../../testing/purge-once.ts'
import { enrol, givePassword, type SoftApp } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { type Citizen, reinstateCitizen, signOutCitizen, suspendCitizen } from '../citizens/index.ts'
import { purgesOf } from '../platform/postgres/table.ts'
import { CODE_TABLES } from './tables.ts'

let service: TestService
let other: TestService
let citizen: Citizen
let app: SoftApp
let owner: TestBrowser
let recoveryCodes: readonly string[]

beforeAll(async () => {
  service = await startTestService()
  other = await startTestService({ database: service.database, clock: service.clock })
})

beforeEach(async () => {
  // Failures of one network over all accounts end with their hour.
  service.clock.advance(3601)
  citizen = await addCitizen(service)
  ;({ app, recoveryCodes, browser: owner } = await enrol(service, citizen))
})

afterAll(async () => {
  await other?.close()
  await service?.close()
})

const lastFailure = async () =>
  (
    await service.database.db.query<{ details: { reason: string } }>`
      select details from audit_events where name = 'sign-in-failed' order by event_id desc limit 1`
  )[0]?.details.reason

const enter = async (code: string, at: TestService = service) => {
  const browser = at.browser()
  const page = await givePassword(browser, citizen)
  // Whoever has to wait is not asked for a code.
  return asksForCode(page) ? browser.submit(page, { code }, { follow: false }) : page
}

const asksForCode = ({ html }: Visited) => html.querySelector('input[name=code]') !== null

/** Ten browsers at two processes, each with the page that asks for the code. */
const tenPages = async () => {
  const pages: { readonly browser: TestBrowser; readonly page: Visited }[] = []
  for (let index = 0; index < 10; index += 1) {
    const browser = (index % 2 === 0 ? service : other).browser()
    pages.push({ browser, page: await givePassword(browser, citizen) })
  }
  return pages
}

/** A code that is none of the three that count now. */
const wrongCode = () => {
  const right = [app.code(-1), app.code(), app.code(1)]
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

describe('a code', () => {
  // proves: rfc6238-5.2-once, threat-code-replayed
  test('counts once, and neither does the code of the step before afterwards', async () => {
    const [before, now, after] = [app.code(-1), app.code(), app.code(1)]
    expect(isSignedIn(await enter(now))).toBe(true)
    for (const code of [now, before]) {
      const replayed = await enter(code)
      expect(replayed.status).toBe(400)
      expect(isSignedIn(replayed)).toBe(false)
      expect(await lastFailure()).toBe('replayed-code')
    }
    expect(isSignedIn(await enter(after))).toBe(true)
  })

  test('that is neither of an app nor a recovery code is told apart from a wrong recovery code', async () => {
    const told: unknown[] = []
    for (const typed of ['12345', 'I am Ada', 'ABCD-EFGH-JKMN-1234']) {
      const answer = await enter(typed)
      told.push([answer.status, isSignedIn(answer), await lastFailure()])
    }
    expect(told).toEqual([
      [400, false, 'wrong-code'],
      [400, false, 'wrong-code'],
      [400, false, 'wrong-recovery-code'],
    ])
  })

  test('that added the app does not sign in', async () => {
    const newcomer = await addCitizen(service)
    const enrolled = await enrol(service, newcomer)
    service.clock.advance(-60)
    const browser = service.browser()
    const page = await givePassword(browser, newcomer)
    const answer = await browser.submit(page, { code: enrolled.app.code() })
    expect([answer.status, await lastFailure()]).toEqual([400, 'replayed-code'])
    service.clock.advance(60)
  })

  test.each([
    ['two steps ago', -2],
    ['in two steps', 2],
  ])('of %s is refused', async (_when, steps) => {
    expect(isSignedIn(await enter(app.code(steps)))).toBe(false)
    expect(await lastFailure()).toBe('wrong-code')
  })

  test('of another citizen is refused', async () => {
    const { app: theirs } = await enrol(service, await addCitizen(service))
    const answer = await enter(theirs.code())
    expect(isSignedIn(answer)).toBe(false)
  })

  // proves: threat-code-replayed
  test('of ten sign-ins with it at the same time, by two processes, one gets in', async () => {
    const pages = await tenPages()
    const code = app.code()
    const answers = await Promise.all(
      pages.map(({ browser, page }) => browser.submit(page, { code }, { follow: false })),
    )
    expect(answers.filter(isSignedIn)).toHaveLength(1)
  })

  test('of ten sign-ins with one recovery code at the same time, by two processes, one gets in', async () => {
    const pages = await tenPages()
    const answers = await Promise.all(
      pages.map(({ browser, page }) =>
        browser.submit(page, { code: recoveryCodes[0] ?? '' }, { follow: false }),
      ),
    )
    expect(answers.filter(isSignedIn)).toHaveLength(1)
    const left = await service.database.db
      .query`select 1 as one from recovery_codes where citizen_id = ${citizen.citizenId}`
    expect(left).toHaveLength(9)
  })
})

describe('guessing', () => {
  // proves: threat-code-guessed
  test('one password gives five tries, however many come at once and to whichever process', async () => {
    // The place of this browser is known, so its own five failures are free.
    owner.cookies.delete('portico_session')
    const page = await givePassword(owner, citizen)
    const twin = other.browser()
    for (const [name, value] of owner.cookies) twin.cookies.set(name, value)
    const fields = Object.fromEntries(
      page.html.querySelectorAll('form input').map((input) => {
        return [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']
      }),
    )
    fields['shown'] = ''
    const code = wrongCode()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? owner : twin).post('/login/code/', { ...fields, code }, { follow: false }),
      ),
    )
    const failures = await service.database.db.query<{ count: number }>`
      select count(*)::int as count from audit_events
       where citizen_id = ${citizen.citizenId} and name = 'sign-in-failed'`
    expect(failures[0]?.count).toBe(5)
    expect(answers.some(isSignedIn)).toBe(false)
    service.clock.advance(120)
    const right = await owner.post('/login/code/', { ...fields, code: app.code() })
    expect(isSignedIn(right)).toBe(false)
    expect(right.html.text).toContain('Sign in again with your password')
  })

  // proves: threat-code-guessed
  test('the right password in between does not reset the count: then every further try waits', async () => {
    const codes = wrongCode()
    for (let count = 0; count < 5; count += 1) expect((await enter(codes)).status).toBe(400)
    const waiting = await enter(app.code(), other)
    expect([waiting.status, isSignedIn(waiting)]).toEqual([429, false])
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    // A right code after the wait ends the count.
    service.clock.advance(60)
    expect(isSignedIn(await enter(app.code()))).toBe(true)
    expect((await enter(codes)).status).toBe(400)
  })
})

describe('a half sign-in', () => {
  // proves: threat-half-signed-in
  test('is no session, and is of no use in another browser', async () => {
    const mine = service.browser()
    const page = await givePassword(mine, citizen)
    const thief = service.browser()
    await thief.get('/login/')
    const half = mine.cookies.get('portico_half')
    expect(half).toBeDefined()
    thief.cookies.set('portico_half', half ?? '')
    expect((await thief.get('/login/code/')).url).toBe(`${service.baseUrl}/login/`)
    const own = await thief.get('/login/')
    const csrf = own.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    const stolen = await thief.post('/login/code/', { csrf_token: csrf, code: app.code() })
    expect(isSignedIn(stolen)).toBe(false)
    expect(isSignedIn(await mine.submit(page, { code: app.code() }, { follow: false }))).toBe(true)
  })

  const ends: readonly (readonly [string, () => Promise<unknown>])[] = [
    ['ten minutes later', async () => service.clock.advance(10 * 60)],
    [
      'after the account was suspended',
      () => suspendCitizen(service.foundation, { emailOrSubject: citizen.email, reason: 'x' }),
    ],
    [
      'after it was suspended and reinstated',
      async () => {
        const request = { emailOrSubject: citizen.email, reason: 'x' }
        await suspendCitizen(service.foundation, request)
        await reinstateCitizen(service.foundation, request)
      },
    ],
    [
      'after all access was ended',
      () => signOutCitizen(service.foundation, { emailOrSubject: citizen.email, reason: 'x' }),
    ],
    [
      'after the password was changed',
      async () => {
        const fields = { current_password: TEST_PASSWORD, password: 'another long passphrase 7' }
        const changed = await owner.submit(await owner.get('/account/password/'), fields, {
          button: 'Change password',
        })
        expect(changed.html.text).toContain('Your password is changed')
      },
    ],
  ]
  // proves: threat-half-signed-in
  test.each(ends)('is over %s', async (_when, end) => {
    const browser = service.browser()
    const page = await givePassword(browser, citizen)
    await end()
    const answer = await browser.submit(page, { code: app.code() }, { follow: false })
    expect(isSignedIn(answer)).toBe(false)
    expect((await browser.get('/login/code/')).url).toBe(`${service.baseUrl}/login/`)
  })

  test('is used once: the same ticket does not sign in a second time', async () => {
    const browser = service.browser()
    const page = await givePassword(browser, citizen)
    const copy = service.browser()
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
    expect(isSignedIn(await browser.submit(page, { code: app.code() }, { follow: false }))).toBe(true)
    const second = await copy.submit(page, { code: app.code(1) }, { follow: false })
    expect(isSignedIn(second)).toBe(false)
  })

  test('a form of another site is not read', async () => {
    const browser = service.browser()
    const page = await givePassword(browser, citizen)
    const headers = { 'sec-fetch-site': 'cross-site' }
    const foreign = await browser.submit(page, { code: app.code() }, { headers, follow: false })
    expect([foreign.status, isSignedIn(foreign)]).toEqual([403, false])
    const tokenless = await browser.post('/login/code/', { code: app.code() }, { follow: false })
    expect([tokenless.status, isSignedIn(tokenless)]).toEqual([403, false])
    const added = await owner.post('/account/codes/remove/', { app: 'x' }, { headers })
    expect(added.status).toBe(403)
  })

  test('is deleted when it is over', async () => {
    await givePassword(service.browser(), citizen)
    service.clock.advance(10 * 60)
    await purgeOnce(purgesOf(CODE_TABLES), service.foundation, 1000)
    expect(await service.database.db.query`select 1 as one from half_sign_ins`).toEqual([])
  })
})
