import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, isSignedIn, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { addSoftApp, givePassword } from '../../testing/soft-app.ts'
import { addSoftPasskey, enterWith } from '../../testing/soft-passkey.ts'
import type { Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { lockCitizen, raiseSecurityVersion, replaceEmail, suspendCitizen } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { momentWords, UTC } from '../platform/date-words.ts'
import { keyring } from '../platform/keyring.ts'
import { eraseCitizen } from '../rooms.ts'
import { carryOutAll, DAY_SECONDS, WAIT_SECONDS, withOldApp } from './lost-app.fixture.ts'

const inUtc = momentWords({ language: 'en', timeZone: UTC })
const CHOSEN = 'nine purple umbrellas'

let service: TestService

beforeAll(async () => {
  service = await startTestService({ environment: { PORTICO_LIMIT_RECOVER_PER_IP_HOUR: '100000' } })
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

async function waiting() {
  const enrolled = await withOldApp(service, await addCitizen(service))
  await enrolled.lost.ask()
  return enrolled
}
type Waiting = Awaited<ReturnType<typeof waiting>>

/** The reminder and the end of the waiting period. */
async function goOn(): Promise<void> {
  service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
  await carryOutAll(service)
  service.clock.advance(DAY_SECONDS)
  await carryOutAll(service)
}

const titleOf = ({ html }: Visited) => html.querySelector('h1')?.text

/** Nothing waits, the apps stay for good, and the citizen was told once. */
async function expectStopped({ lost }: Waiting, cause: string): Promise<void> {
  await goOn()
  const events = await lost.events()
  expect(events.filter((said) => said.startsWith('app-removal-stopped'))).toEqual([
    `app-removal-stopped ${cause}`,
  ])
  expect(events).not.toContain('app-removal-done')
  expect([(await lost.apps()) > 0, await lost.waits()]).toEqual([true, false])
  expect((await lost.letters()).filter((kind) => kind === 'app-removal-stopped')).toHaveLength(1)
}

describe('the link of a letter', () => {
  // proves: threat-app-removed-by-mail
  test.each(['app-removal-requested', 'app-removal-soon'] as const)(
    'of %s stops it, signed out, once',
    async (kind) => {
      const it = await waiting()
      const { lost } = it
      if (kind === 'app-removal-soon') {
        service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
        await carryOutAll(service)
      }
      const browser = service.browser()
      const page = await browser.get(await lost.linkOf(kind))
      const kept = await browser.submit(page, { email: ` ${lost.citizen.email.toUpperCase()} ` })
      expect([new URL(kept.url).pathname, titleOf(kept)]).toEqual(['/login/code/kept/', 'Your apps stay'])
      const again = await browser.submit(page, { email: lost.citizen.email })
      expect([again.status, titleOf(again)]).toEqual([400, 'This link does not work'])
      expect(isSignedIn(kept)).toBe(false)
      await expectStopped(it, 'link')
    },
  )

  // proves: threat-mail-scanner
  test('does nothing when a scanner opens it, sends its form empty, or with another address', async () => {
    const { lost } = await waiting()
    const link = await lost.linkOf('app-removal-requested')
    const scanner = service.browser()
    const page = await scanner.get(link)
    expect(page.body).not.toContain(lost.citizen.email)
    for (const email of ['', 'somebody@example.test', `${lost.citizen.email}.test`, 'x']) {
      const answer = await scanner.submit(page, { email })
      expect([answer.status, answer.html.querySelector('#email-problem')?.text]).toEqual([
        400,
        expect.stringContaining('Enter the address'),
      ])
    }
    expect((await scanner.get(`${link}A`)).status).toBe(400)
    expect([await lost.waits(), await lost.events()]).toEqual([
      true,
      ['lost-app-reported', 'app-removal-requested'],
    ])
    expect((await scanner.get(link)).status).toBe(200)
  })

  // proves: threat-link-race
  test('stops nothing where another use of it was sooner', async () => {
    const { lost } = await waiting()
    const browser = service.browser()
    const page = await browser.get(await lost.linkOf('app-removal-requested'))
    const { citizenId, email } = lost.citizen
    const late = await whileChanged(
      service.database,
      async (tx) => {
        await lockCitizen(tx, citizenId)
        await tx.query`delete from mailed_links where citizen_id = ${citizenId}`
      },
      () => browser.submit(page, { email }),
    )
    expect([late.status, titleOf(late)]).toEqual([400, 'This link does not work'])
    expect(await lost.waits()).toBe(true)
  })

  test('is over with the removal', async () => {
    const { lost } = await waiting()
    const link = await lost.linkOf('app-removal-requested')
    await goOn()
    expect(await lost.apps()).toBe(0)
    expect((await service.browser().get(link)).status).toBe(400)
  })
})

describe('who proves more than the password stops it', () => {
  test('by a code of the app', async () => {
    const it = await waiting()
    const browser = service.browser()
    const page = await givePassword(browser, it.lost.citizen)
    expect(await it.lost.waits()).toBe(true)
    expect(isSignedIn(await browser.submit(page, { code: it.app.code() }, { follow: false }))).toBe(true)
    expect(await it.lost.waits()).toBe(false)
    await expectStopped(it, 'signed-in')
  })
  test('by a recovery code', async () => {
    const it = await waiting()
    const browser = service.browser()
    const page = await givePassword(browser, it.lost.citizen)
    await browser.submit(page, { code: it.recoveryCodes[0] ?? '' })
    await expectStopped(it, 'signed-in')
  })
  test('by a passkey', async () => {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    const passkey = await addSoftPasskey(browser, service)
    const it = await withOldApp(service, citizen)
    await it.lost.ask()
    expect((await enterWith(service.browser(), passkey)).status).toBe(303)
    await expectStopped(it, 'signed-in')
  })
  test('but not by a right password, a wrong code, or a refused passkey', async () => {
    const { lost } = await waiting()
    const browser = service.browser()
    const page = await givePassword(browser, lost.citizen)
    for (const code of ['', '000000', 'AAAA-BBBB-CCCC-DDDD']) await browser.submit(page, { code })
    await browser.post('/login/passkey/', {})
    expect(await lost.waits()).toBe(true)
    await goOn()
    expect(await lost.apps()).toBe(0)
  })
})

describe('whatever ends all access or changes the password stops it', () => {
  test('a recovery by mail', async () => {
    const it = await waiting()
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: it.lost.citizen.email })
    await browser.submit(await browser.get(await it.lost.linkOf('recovery')), { password: CHOSEN })
    await expectStopped(it, 'recovery')
  })
  test('this was not me, in a session of before the app', async () => {
    const citizen = await addCitizen(service)
    const old = service.browser()
    await signIn(old, citizen)
    const it = await withOldApp(service, citizen)
    await it.lost.ask()
    await old.submit(await old.get('/account/activity/not-me/'), {}, { button: 'Sign everyone out' })
    await expectStopped(it, 'was-not-me')
  })
  test('a new password of a session of before the app', async () => {
    const citizen = await addCitizen(service)
    const old = service.browser()
    await signIn(old, citizen)
    const it = await withOldApp(service, citizen)
    await it.lost.ask()
    const fields = { current_password: TEST_PASSWORD, password: CHOSEN }
    await old.submit(await old.get('/account/password/'), fields, { button: 'Change password' })
    await expectStopped(it, 'changed')
  })
  test('an order of an operator; a suspended citizen gets no letter', async () => {
    const it = await waiting()
    await raiseSecurityVersion(service.foundation.db, it.lost.citizen.citizenId)
    await expectStopped(it, 'changed')
    const { lost } = await waiting()
    await suspendCitizen(service.foundation, { emailOrSubject: lost.citizen.email, reason: 'test' })
    await goOn()
    expect([await lost.apps(), await lost.waits()]).toEqual([1, false])
    expect(await lost.letters()).not.toContain('app-removal-stopped')
  })
  test('an app that was added meanwhile, also where the lost one is gone', async () => {
    const it = await waiting()
    const { lost, browser } = it
    await service.database.db
      .query`update sessions set proof = 'passkey', authenticated_at = to_timestamp(${service.clock.now()}) where citizen_id = ${lost.citizen.citizenId}`
    await service.database.db.query`delete from authenticators where citizen_id = ${lost.citizen.citizenId}`
    await addSoftApp(browser, service)
    await expectStopped(it, 'changed')
  })
  test('an account whose row is gone: then nothing waits any more', async () => {
    const { lost } = await waiting()
    await service.database.db.query`delete from citizens where citizen_id = ${lost.citizen.citizenId}`
    await goOn()
    expect([await lost.waits(), (await lost.events()).at(-1)]).toEqual([false, 'app-removal-requested'])
  })
  test('no app at all: then there is nothing to tell', async () => {
    const { lost } = await waiting()
    await service.database.db.query`delete from authenticators where citizen_id = ${lost.citizen.citizenId}`
    await goOn()
    expect(await lost.events()).toContain('app-removal-stopped no-app')
    expect((await lost.letters()).filter((kind) => /stopped|done|soon/.test(kind))).toEqual([])
  })
  // proves: threat-app-removed-by-mail
  test('another address of the account: the links of the letters have ended with it', async () => {
    const it = await waiting()
    const { db } = service.foundation
    const email = `new.${it.lost.citizen.email}`
    const times = { now: service.clock.now() }
    await db.transaction((tx) => replaceEmail(tx, it.lost.citizen, { email, emailVerified: true }, times))
    await goOn()
    expect([await it.lost.apps(), (await it.lost.events()).at(-1)]).toEqual([
      1,
      'app-removal-stopped changed',
    ])
  })
  test('closing the account', async () => {
    const { lost } = await waiting()
    await service.foundation.db.transaction((tx) => eraseCitizen(tx, lost.citizen.citizenId))
    expect(await lost.waits()).toBe(false)
  })
})

describe('the background step', () => {
  // proves: threat-app-removed-by-mail
  test('that ran late gives a whole day after the reminder', async () => {
    const { lost } = await waiting()
    service.clock.advance(3 * WAIT_SECONDS)
    await carryOutAll(service)
    expect(await lost.apps()).toBe(1)
    const dueAt = plusSeconds(service.clock.now(), DAY_SECONDS)
    expect(await lost.saidIn('app-removal-soon')).toContain(inUtc(dueAt))
    service.clock.advance(DAY_SECONDS - 1)
    await carryOutAll(service)
    expect(await lost.apps()).toBe(1)
    service.clock.advance(1)
    await carryOutAll(service)
    expect(await lost.apps()).toBe(0)
  })

  test('that fails in the middle has done nothing, and is done by the next round', async () => {
    const { lost } = await waiting()
    service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
    const { random } = service.foundation
    const sealed = keyring([Buffer.alloc(32, 1)], random)
    const broken = {
      ...sealed,
      seal: () => {
        throw new Error('killed here')
      },
    }
    await expect(carryOutAll(service, { keyring: broken })).rejects.toThrow('killed here')
    expect((await lost.letters()).filter((kind) => kind === 'app-removal-soon')).toEqual([])
    await carryOutAll(service)
    service.clock.advance(DAY_SECONDS)
    await expect(carryOutAll(service, { keyring: broken })).rejects.toThrow('killed here')
    expect([await lost.apps(), await lost.waits()]).toEqual([1, true])
    await carryOutAll(service)
    expect([await lost.apps(), await lost.waits()]).toEqual([0, false])
  })

  test('of several processes at once writes one reminder, and removes once', async () => {
    const { lost } = await waiting()
    const crowd = () => Promise.all(Array.from({ length: 8 }, () => carryOutAll(service)))
    service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
    await crowd()
    service.clock.advance(DAY_SECONDS)
    await crowd()
    expect((await lost.events()).slice(2)).toEqual(['app-removal-reminded', 'app-removal-done'])
    expect((await lost.letters()).filter((kind) => /soon|done/.test(kind))).toHaveLength(2)
  })

  test('and a sign-in with a code, or the link, at the same moment: one of them happens', async () => {
    for (let round = 0; round < 6; round += 1) {
      const it = await waiting()
      const { lost } = it
      service.clock.advance(WAIT_SECONDS - DAY_SECONDS)
      await carryOutAll(service)
      service.clock.advance(DAY_SECONDS)
      const browser = service.browser()
      const page =
        round % 2 === 0
          ? await givePassword(browser, lost.citizen)
          : await browser.get(await lost.linkOf('app-removal-soon'))
      const fields = round % 2 === 0 ? { code: it.app.code() } : { email: lost.citizen.email }
      const [, answer] = await Promise.all([
        carryOutAll(service),
        browser.submit(page, fields, { follow: false }),
      ])
      const events = await lost.events()
      const ends = events.filter((said) => /stopped|done/.test(said))
      expect(ends).toHaveLength(1)
      expect(await lost.waits()).toBe(false)
      expect(await lost.apps()).toBe(ends[0] === 'app-removal-done' ? 0 : 1)
      if (ends[0] === 'app-removal-done') expect(isSignedIn(answer)).toBe(false)
    }
  })

  test('the same link, used eight times at once, begins one waiting period', async () => {
    const { lost } = await withOldApp(service, await addCitizen(service))
    await lost.report()
    const link = await lost.linkOf('lost-app')
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const browser = service.browser()
        return browser.submit(await browser.get(link), { password: TEST_PASSWORD }).catch(() => undefined)
      }),
    )
    expect(answers.filter((answer) => answer?.url.endsWith('/done/'))).toHaveLength(1)
    expect((await lost.letters()).filter((kind) => kind === 'app-removal-requested')).toHaveLength(1)
  })
})
