import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enrol } from '../../testing/soft-app.ts'
import type { TestService } from '../../testing/test-service.ts'
import { closeCitizen, findCitizenIdByEmail, suspendCitizen } from '../citizens/index.ts'
import { codeIn } from '../mail/newest-letter.fixture.ts'
import { eraseCitizen } from '../rooms.ts'
import {
  ADDRESS,
  ChangeCase,
  carryOutAll,
  changedCase,
  DAY_SECONDS,
  newCase,
  register as registerAt,
  startChangeService,
  titleOf,
  UNDO_SECONDS,
  WAIT_SECONDS,
  waitingCase,
} from './change-address.fixture.ts'

const CHOSEN = 'nine purple umbrellas'

let service: TestService

beforeAll(async () => {
  service = await startChangeService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const newcomer = () => newCase(service)

const waiting = () => waitingCase(service)
const changed = () => changedCase(service)

const register = (email: string) => registerAt(service, email)

async function expectStopped(it: ChangeCase, cause: string): Promise<void> {
  service.clock.advance(WAIT_SECONDS)
  await carryOutAll(service)
  expect((await it.events()).filter((said) => !said.startsWith('address-link'))).toEqual([
    'address-change-begun',
    `address-change-stopped ${cause}`,
  ])
  expect([(await it.now()).email, await it.loginEmails(), await it.isKept()]).toEqual([
    it.citizen.email,
    [it.citizen.email],
    false,
  ])
}

describe('asking for a link to a new address', () => {
  test.each([
    ['', 'Enter your email address'],
    ['x', 'Enter an email address in the form name@example.com'],
    ['a@example.org\r\nBcc: b@example.org', 'Enter an email address in the form name@example.com'],
    [`${'x'.repeat(320)}@example.org`, 'Enter an email address of 320 characters or fewer'],
  ])('refuses %j', async (email, message) => {
    const it = await newcomer()
    const { sent } = await it.request(email)
    expect([sent.status, sent.html.text.includes(message)]).toEqual([400, true])
    expect(await it.events()).toEqual([])
  })
  test('refuses the address that the account has, in any spelling', async () => {
    const it = await newcomer()
    const { sent } = await it.request(` ${it.citizen.email.toUpperCase()} `)
    expect([sent.status, sent.html.text.includes('this one is the address of your account')]).toEqual([
      400,
      true,
    ])
  })
  // proves: threat-address-taken-over
  test('needs somebody who is signed in, and a proof of the last five minutes', async () => {
    const it = await newcomer()
    expect(new URL((await service.browser().get(ADDRESS)).url).pathname).toBe('/login/')
    const browser = service.browser()
    await signIn(browser, it.citizen)
    const form = await browser.get(ADDRESS)
    service.clock.advance(301)
    const late = await browser.submit(form, { email: it.newEmail }, { button: 'Send the link' })
    expect(late.html.querySelector('input[name=password]')).not.toBeNull()
    expect(await it.letters(it.newEmail)).toEqual([])
    const proven = await browser.submit(late, { password: TEST_PASSWORD })
    expect(proven.html.querySelector('input[name=email]')).not.toBeNull()
  })
  // proves: threat-address-taken-over
  test('a session of the password alone is not enough where the account has an app', async () => {
    const it = await newcomer()
    const browser = service.browser()
    await signIn(browser, it.citizen)
    const form = await browser.get(ADDRESS)
    await enrol(service, it.citizen)
    const sent = await browser.submit(form, { email: it.newEmail }, { button: 'Send the link' })
    expect(sent.html.querySelector('input[name=password]')).not.toBeNull()
    expect(await it.letters(it.newEmail)).toEqual([])
  })
  // proves: threat-enumeration-by-answer
  test('tells nobody but its owner that an address is taken', async () => {
    const [it, owner] = [await newcomer(), await addCitizen(service)]
    const [free, taken] = [await it.request(), await it.request(owner.email)]
    const plain = (text: string) => text.replaceAll(it.newEmail, '@').replaceAll(owner.email, '@')
    expect([taken.sent.status, taken.sent.url]).toEqual([free.sent.status, free.sent.url])
    expect(plain(taken.sent.html.text)).toBe(plain(free.sent.html.text))
    expect(await it.letters(it.newEmail)).toEqual(['new-address'])
    expect(await it.letters(owner.email)).toEqual(['address-taken'])
  })
  // proves: threat-lock-out
  test('is not kept from anybody by a stranger who uses up the registrations of the address', async () => {
    const it = await newcomer()
    const stranger = service.browser()
    const statuses: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const fields = { full_name: 'Nobody', email: it.newEmail }
      statuses.push(
        (await stranger.submit(await stranger.get('/register/'), fields, { follow: false })).status,
      )
    }
    expect(statuses).toEqual([303, 303, 303, 429])
    await it.request()
    expect(await it.letters(it.newEmail)).toContain('new-address')
  })
  test('the code of the mail works in the browser that asked', async () => {
    const it = await newcomer()
    const { browser, sent } = await it.request()
    const code = codeIn(await it.letter('new-address', it.newEmail))
    const page = await browser.submit(sent, { code })
    expect(titleOf(page)).toBe('Confirm your new address')
    const done = await browser.submit(page, { email: it.citizen.email })
    expect(titleOf(done)).toBe('Your new address is confirmed')
    expect((await service.browser().get(await it.linkOf('new-address', it.newEmail))).status).toBe(400)
  })
})

describe('the link to the new address', () => {
  // proves: threat-mail-scanner
  test('does nothing when a scanner opens it or sends its form', async () => {
    const it = await newcomer()
    await it.request()
    const page = await service.browser().get(await it.linkOf('new-address', it.newEmail))
    expect(page.body).not.toContain(`>${it.citizen.email}`)
    for (const email of ['', 'x', it.newEmail]) expect((await it.confirm(email)).status).toBe(400)
    expect(await it.isKept()).toBe(false)
    expect((await it.confirm()).status).toBe(200)
  })
  test('works once, for a day', async () => {
    const it = await waiting()
    const link = await it.linkOf('new-address', it.newEmail)
    expect((await service.browser().get(link)).status).toBe(400)
    const late = await newcomer()
    await late.request()
    const browser = service.browser()
    const page = await browser.get(await late.linkOf('new-address', late.newEmail))
    service.clock.advance(DAY_SECONDS)
    expect((await browser.submit(page, { email: late.citizen.email })).status).toBe(400)
    expect(await late.isKept()).toBe(false)
  })
  test('twenty uses at once begin one change', async () => {
    const it = await newcomer()
    await it.request()
    const link = await it.linkOf('new-address', it.newEmail)
    const browsers = Array.from({ length: 20 }, () => service.browser())
    const pages = await Promise.all(browsers.map((browser) => browser.get(link)))
    const answers = await Promise.all(
      browsers.map((browser, at) => {
        const page = pages[at]
        if (!page) throw new Error('No page')
        return browser.submit(page, { email: it.citizen.email }, { follow: false })
      }),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect((await it.letters()).filter((kind) => kind === 'address-change-begun')).toHaveLength(1)
  })
  // proves: threat-address-taken-over
  test('is worthless where the account got an app since somebody asked for it with the password alone', async () => {
    const it = await newcomer()
    await it.request()
    service.clock.advance(1)
    await enrol(service, it.citizen)
    expect((await it.confirm()).status).toBe(400)
    expect(await it.isKept()).toBe(false)
  })
  test('is worthless where somebody has registered the address meanwhile', async () => {
    const it = await newcomer()
    await it.request()
    expect(await register(it.newEmail)).toBe(true)
    expect((await it.confirm()).status).toBe(400)
    expect(await it.isKept()).toBe(false)
  })
})

describe('the waiting period', () => {
  test('leaves the old address, and then the new one signs in and the old one does not', async () => {
    const it = await waiting()
    service.clock.advance(WAIT_SECONDS - 1)
    await carryOutAll(service)
    expect([await it.signsIn(it.citizen.email), await it.signsIn(it.newEmail)]).toEqual([true, false])
    service.clock.advance(1)
    await carryOutAll(service)
    expect([await it.signsIn(it.citizen.email), await it.signsIn(it.newEmail)]).toEqual([false, true])
    expect(await it.now()).toMatchObject({ email: it.newEmail, emailVerified: true, securityVersion: 1 })
    expect(await it.loginEmails()).toEqual([it.newEmail])
    expect(await it.letters(it.newEmail)).toContain('address-is-new')
  })
  test('the letter to the old address does not say the new one', async () => {
    const it = await waiting()
    expect(JSON.stringify(await it.letter('address-change-begun'))).not.toContain(it.newEmail)
  })
  test('a second new address takes the place of the first', async () => {
    const it = await waiting()
    const next = new ChangeCase(service, it.citizen)
    Object.assign(next, { newEmail: `newer.${it.citizen.email}` })
    await next.begin()
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll(service)
    expect(await it.loginEmails()).toEqual([next.newEmail])
  })
  test('several processes carry it out once', async () => {
    const it = await waiting()
    service.clock.advance(WAIT_SECONDS)
    await Promise.all(Array.from({ length: 8 }, () => carryOutAll(service)))
    expect((await it.events()).filter((said) => said === 'address-changed')).toHaveLength(1)
    expect((await it.letters(it.newEmail)).filter((kind) => kind === 'address-is-new')).toHaveLength(1)
  })
  test('a fault in the middle changes nothing, and the step is repeated', async () => {
    const it = await waiting()
    service.clock.advance(WAIT_SECONDS)
    const keyring = {
      ...service.foundation.keyring,
      seal: () => {
        throw new Error('killed')
      },
    }
    await expect(carryOutAll(service, { keyring })).rejects.toThrow('killed')
    expect([(await it.now()).email, await it.loginEmails()]).toEqual([it.citizen.email, [it.citizen.email]])
    await carryOutAll(service)
    expect(await it.loginEmails()).toEqual([it.newEmail])
  })
})

describe('what stops a change that waits', () => {
  // proves: threat-address-taken-over
  test('the link of the letter, signed out and once; a scanner does not', async () => {
    const it = await waiting()
    const link = await it.linkOf('address-change-begun')
    for (const email of ['', 'x', it.newEmail]) expect((await it.keep(link, email)).status).toBe(400)
    expect(titleOf(await it.keep(link))).toBe('Your address stays')
    expect((await service.browser().get(link)).status).toBe(400)
    await expectStopped(it, 'link')
  })
  test('the account page', async () => {
    const it = await waiting()
    const browser = service.browser()
    await signIn(browser, it.citizen)
    const page = await browser.submit(await browser.get(ADDRESS), {}, { button: 'Keep the old address' })
    expect(page.html.text).toContain('Your address stays as it is')
    await expectStopped(it, 'by-citizen')
  })
  test('a recovery by mail of the old address', async () => {
    const it = await waiting()
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: it.citizen.email })
    await browser.submit(await browser.get(await it.linkOf('recovery')), { password: CHOSEN })
    await expectStopped(it, 'recovery')
  })
  test('"this was not me"', async () => {
    const it = await waiting()
    const browser = service.browser()
    await signIn(browser, it.citizen)
    await browser.submit(await browser.get('/account/activity/not-me/'), {}, { button: 'Sign everyone out' })
    await expectStopped(it, 'was-not-me')
  })
  test('a new password', async () => {
    const it = await waiting()
    const browser = service.browser()
    await signIn(browser, it.citizen)
    const fields = { current_password: TEST_PASSWORD, password: CHOSEN }
    await browser.submit(await browser.get('/account/password/'), fields)
    await expectStopped(it, 'changed')
  })
  // proves: threat-address-taken-over
  test('an app for codes that is added meanwhile', async () => {
    const it = await waiting()
    service.clock.advance(1)
    await enrol(service, it.citizen)
    await expectStopped(it, 'changed')
  })
  test('a suspension', async () => {
    const it = await waiting()
    await suspendCitizen(service.foundation, { emailOrSubject: it.citizen.email, reason: 'test' })
    await expectStopped(it, 'changed')
  })
  test('another account that has the address by then', async () => {
    const it = await waiting()
    expect(await register(it.newEmail)).toBe(true)
    await expectStopped(it, 'taken')
  })
  test('a closed account leaves no row, and frees its address', async () => {
    const it = await waiting()
    const request = { emailOrSubject: it.citizen.email, reason: 'test' }
    await closeCitizen({ ...service.foundation, erase: eraseCitizen }, request)
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll(service)
    expect([await it.isKept(), await it.loginEmails()]).toEqual([false, []])
  })
  test('raced by registrations of the same address: one of them has it, and nobody two', async () => {
    const cases = await Promise.all(Array.from({ length: 4 }, waiting))
    service.clock.advance(WAIT_SECONDS)
    await Promise.all([
      ...Array.from({ length: 3 }, () => carryOutAll(service)),
      ...cases.map((it) => register(it.newEmail)),
    ])
    for (const it of cases) {
      const mine = await it.loginEmails()
      const owner = await findCitizenIdByEmail(service.foundation.db, it.newEmail)
      expect(mine).toEqual([owner === it.citizen.citizenId ? it.newEmail : it.citizen.email])
      expect((await it.now()).email).toBe(mine[0])
    }
  })
  test('raced by its link: either stopped or given back, and never half', async () => {
    const it = await waiting()
    const link = await it.linkOf('address-change-begun')
    service.clock.advance(WAIT_SECONDS)
    await Promise.all([carryOutAll(service), it.keep(link), it.keep(link), carryOutAll(service)])
    expect([await it.loginEmails(), (await it.now()).email]).toEqual([[it.citizen.email], it.citizen.email])
  })
})

describe('undoing a change that was carried out', () => {
  test.each(['address-changed', 'address-change-begun'] as const)(
    'the link of %s gives the address back, ends everything and mails a link for a new password',
    async (kind) => {
      const it = await changed()
      const thief = service.browser()
      await signIn(thief, { ...it.citizen, email: it.newEmail })
      expect(titleOf(await it.keep(await it.linkOf(kind)))).toBe('Your address stays')
      expect(await it.now()).toMatchObject({ email: it.citizen.email, securityVersion: 2, passwordHash: '' })
      expect([await it.loginEmails(), await it.reserved()]).toEqual([[it.citizen.email], []])
      expect(await it.letters(it.newEmail)).toContain('address-given-back')
      expect(new URL((await thief.get('/account/')).url).pathname).toBe('/login/')
      const browser = service.browser()
      await browser.submit(await browser.get(await it.linkOf('was-not-me')), { password: CHOSEN })
      expect([await it.signsIn(it.citizen.email, CHOSEN), await it.signsIn(it.newEmail)]).toEqual([
        true,
        false,
      ])
    },
  )
  // proves: threat-address-taken-over
  test('works whatever the holder of the new address has done: a new password, a recovery', async () => {
    const it = await changed()
    const thief = service.browser()
    await thief.submit(await thief.get('/recover/'), { email: it.newEmail })
    await thief.submit(await thief.get(await it.linkOf('recovery', it.newEmail)), { password: CHOSEN })
    expect(await it.now()).toMatchObject({ email: it.newEmail, securityVersion: 2 })
    expect(titleOf(await it.keep(await it.linkOf('address-changed')))).toBe('Your address stays')
    expect(await it.loginEmails()).toEqual([it.citizen.email])
  })
  test('no other change begins meanwhile', async () => {
    const it = await changed()
    const browser = service.browser()
    await signIn(browser, { ...it.citizen, email: it.newEmail })
    const page = await browser.get(ADDRESS)
    expect(page.html.querySelector('input[name=email]')).toBeNull()
    expect(page.html.text).toContain('You can undo this from the old address until')
  })
  test('works for seven days, not with another address, and once', async () => {
    const it = await changed()
    const link = await it.linkOf('address-changed')
    expect((await it.keep(link, it.newEmail)).status).toBe(400)
    service.clock.advance(UNDO_SECONDS - 1)
    expect((await service.browser().get(link)).status).toBe(200)
    service.clock.advance(1)
    expect((await service.browser().get(link)).status).toBe(400)
    await carryOutAll(service)
    expect([await it.isKept(), await it.loginEmails()]).toEqual([false, [it.newEmail]])
  })
  test('ten uses at once give it back once', async () => {
    const it = await changed()
    const link = await it.linkOf('address-changed')
    await Promise.allSettled(Array.from({ length: 10 }, () => it.keep(link)))
    expect((await it.events()).filter((said) => said === 'address-given-back')).toHaveLength(1)
    expect((await it.now()).securityVersion).toBe(2)
  })
  // proves: threat-address-taken-over
  test('links that were mailed to the old address before the change are dead', async () => {
    const it = await waiting()
    service.clock.advance(WAIT_SECONDS)
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: it.citizen.email })
    const link = await it.linkOf('recovery')
    await carryOutAll(service)
    expect((await service.browser().get(link)).status).toBe(400)
  })
})

describe("an operator's order", () => {
  test('waits like any other, and the new address must be verified', async () => {
    const it = await newcomer()
    expect(await it.order()).toMatchObject({ ok: true, value: { outcome: 'changed' } })
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll(service)
    expect(await it.now()).toMatchObject({ email: it.newEmail, emailVerified: false })
    expect(await it.events()).toEqual(['citizen-address-change-begun', 'address-changed'])
  })
  test('is stopped by the old address, and needs a reason and a free address', async () => {
    const it = await newcomer()
    expect(await it.order(' ')).toEqual({ ok: false, refusal: 'bad-reason' })
    await it.order()
    expect(titleOf(await it.keep(await it.linkOf('address-change-begun')))).toBe('Your address stays')
    await register(it.newEmail)
    expect(await it.order()).toMatchObject({ ok: true, value: { outcome: 'unchanged' } })
    expect(await it.isKept()).toBe(false)
  })
})
