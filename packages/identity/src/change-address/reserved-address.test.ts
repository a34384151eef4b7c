import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../../testing/fake-clock.ts'
import { addCitizen, TEST_PASSWORD } from '../../testing/people.ts'
import { purgeAhead } from '../../testing/purge-once.ts'
import type { TestService } from '../../testing/test-service.ts'
import { closeCitizen, findCitizenIdByEmail, findHolderOfEmail, suspendCitizen } from '../citizens/index.ts'
import { UTC } from '../platform/date-words.ts'
import { eraseCitizen } from '../rooms.ts'
import {
  ChangeCase,
  carryOutAll,
  changedCase,
  newCase,
  register,
  startChangeService,
  titleOf,
  UNDO_SECONDS,
  WAIT_SECONDS,
} from './change-address.fixture.ts'
import { orderChange } from './order-change.ts'

let service: TestService

beforeAll(async () => {
  service = await startChangeService()
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const newcomer = () => newCase(service)

const changed = () => changedCase(service)

/** Another citizen, who wants the old address of this one. */
async function rivalOf(it: ChangeCase): Promise<ChangeCase> {
  return Object.assign(await newcomer(), { newEmail: it.citizen.email })
}

/** Asks for a registration, and returns the page after it. */
async function askToRegister(email: string) {
  const browser = service.browser()
  const fields = { full_name: 'Other Citizen', phone_number: '', email }
  return browser.submit(await browser.get('/register/'), fields)
}

const ownerOf = (email: string) => findCitizenIdByEmail(service.foundation.db, email)

describe('while a change can be undone, the old address', () => {
  // proves: threat-address-taken-over
  test('is for no other account, neither by a registration nor by a change, and the undo works on the last day', async () => {
    const it = await changed()
    const undo = await it.linkOf('address-changed')
    const rival = await rivalOf(it)
    service.clock.advance(UNDO_SECONDS - 1)
    expect(await register(service, it.citizen.email)).toBe(false)
    await rival.request()
    expect(await rival.letters(it.citizen.email)).not.toContain('new-address')
    expect(titleOf(await it.keep(undo))).toBe('Your address stays')
    expect([await ownerOf(it.citizen.email), await ownerOf(it.newEmail)]).toEqual([
      it.citizen.citizenId,
      undefined,
    ])
    expect([await it.reserved(), await rival.isKept()]).toEqual([[], false])
  })

  // proves: threat-enumeration-by-answer
  test('is answered for, on the page and by mail, as one that an account has', async () => {
    const [it, owner] = [await changed(), await addCitizen(service)]
    const plain = (text: string) => text.replaceAll(it.citizen.email, '@').replaceAll(owner.email, '@')
    const before = (await it.letters()).length
    const [reserved, taken] = [await askToRegister(it.citizen.email), await askToRegister(owner.email)]
    expect([reserved.status, plain(reserved.html.text)]).toEqual([taken.status, plain(taken.html.text)])
    const rival = await rivalOf(it)
    const asked = [await rival.request(it.citizen.email), await rival.request(owner.email)]
    const [byRival, again] = asked.map(({ sent }) => [sent.status, plain(sent.html.text)])
    expect(byRival).toEqual(again)
    const letters = ['address-taken', 'already-registered']
    expect([(await it.letters()).slice(before), await it.letters(owner.email)]).toEqual([letters, letters])
  })

  test('signs nobody in and recovers nothing, as one that nobody has', async () => {
    const it = await changed()
    const nobody = `nobody.${it.citizen.email}`
    expect(await it.signsIn(it.citizen.email)).toBe(false)
    const plain = (text: string) =>
      text
        .replace(/Reference number \S+/, '')
        .replaceAll(nobody, '@')
        .replaceAll(it.citizen.email, '@')
    const answers = []
    for (const email of [it.citizen.email, nobody]) {
      const browser = service.browser()
      const login = await browser.submit(await browser.get('/login/'), { email, password: TEST_PASSWORD })
      const recovery = await browser.submit(await browser.get('/recover/'), { email })
      answers.push([login, recovery].map(({ status, html }) => [status, plain(html.text)]))
    }
    expect(answers[0]).toEqual(answers[1])
    expect(await it.letters(nobody)).toEqual(['decoy'])
  })

  // proves: threat-address-taken-over
  test('brings its owner back: whoever asks for a new password with it gets the letter that undoes the change', async () => {
    const it = await changed()
    const [begun, first] = [await it.linkOf('address-change-begun'), await it.linkOf('address-changed')]
    const browser = service.browser()
    service.clock.advance(60)
    await browser.submit(await browser.get('/recover/'), { email: ` ${it.citizen.email.toUpperCase()}` })
    expect((await it.letters()).at(-1)).toBe('address-changed')
    const again = await it.linkOf('address-changed')
    expect(again).not.toBe(first)
    service.clock.advance(60)
    await browser.submit(await browser.get('/recover/'), { email: it.citizen.email })
    const last = await it.linkOf('address-changed')
    expect(new Set([begun, first, again, last]).size).toBe(4)
    for (const link of [begun, first, again, last])
      expect((await service.browser().get(link)).html.querySelector('form')).not.toBeNull()
    const asked = await service.foundation.db.query`
      select 1 as one from audit_events where citizen_id = ${it.citizen.citizenId} and name = 'recovery-requested'`
    expect(asked).toHaveLength(2)
    expect(titleOf(await it.keep(again))).toBe('Your address stays')
    expect(titleOf(await it.keep(last))).toBe('This link does not work')
    expect(await ownerOf(it.citizen.email)).toBe(it.citizen.citizenId)
  })

  test('brings nobody back at the address that the account has now, or when its time is over, and brings the owner back from a suspended account, too', async () => {
    const it = await changed()
    const ask = async (email: string) => {
      const browser = service.browser()
      await browser.submit(await browser.get('/recover/'), { email })
      return (await it.letters(email)).at(-1)
    }
    expect(await ask(it.newEmail)).toBe('recovery')
    await suspendCitizen(service.foundation, { emailOrSubject: it.citizen.subject, reason: 'test' })
    expect(await ask(it.citizen.email)).toBe('address-changed')
    const other = await changed()
    service.clock.advance(UNDO_SECONDS)
    const browser = service.browser()
    await browser.submit(await browser.get('/recover/'), { email: other.citizen.email })
    expect((await other.letters()).at(-1)).toBe('decoy')
  })

  test("is not for an operator's order either", async () => {
    const it = await changed()
    const rival = await rivalOf(it)
    const needs = {
      ...service.foundation,
      baseUrl: service.baseUrl,
      serviceName: 'portico',
      timeZone: UTC,
      addressChangeWaitDays: 3,
    }
    const request = { emailOrSubject: rival.citizen.email, reason: 'test' }
    expect(await orderChange({ ...needs, newEmail: it.citizen.email }, request)).toMatchObject({
      value: { outcome: 'unchanged' },
    })
  })

  test('that waited for a rival is not given to the rival', async () => {
    const it = await newcomer()
    const rival = await rivalOf(it)
    const { citizenId, email } = it.citizen
    const { db } = service.foundation
    await it.begin()
    service.clock.advance(60)
    // The rival has proven it at a moment when nobody had it.
    await db.query`delete from login_emails where email = ${email}`
    await rival.begin()
    await db.query`insert into login_emails (email, citizen_id) values (${email}, ${citizenId})`
    service.clock.advance(WAIT_SECONDS - 60)
    await carryOutAll(service)
    expect([await it.loginEmails(), await rival.isKept()]).toEqual([[it.newEmail], true])
    service.clock.advance(60)
    await carryOutAll(service)
    expect(await rival.events()).toContain('address-change-stopped taken')
    expect(await ownerOf(it.citizen.email)).toBeUndefined()
    expect(await it.reserved()).toEqual([it.citizen.email])
  })
})

describe('the old address is free again', () => {
  test('when the change can be undone no longer, also where no housekeeping has run', async () => {
    const [it, unsettled] = [await changed(), await changed()]
    service.clock.advance(UNDO_SECONDS - 1)
    expect(await register(service, unsettled.citizen.email)).toBe(false)
    service.clock.advance(1)
    expect(await register(service, unsettled.citizen.email)).toBe(true)
    const owner = await ownerOf(unsettled.citizen.email)
    await carryOutAll(service)
    expect([await it.isKept(), await it.reserved(), await it.loginEmails()]).toEqual([
      false,
      [],
      [it.newEmail],
    ])
    const rows = await service.database.db.query`select 1 from login_emails where email = ${it.citizen.email}`
    expect(rows).toEqual([])
    // The step that forgets the change leaves the address to who has it now.
    expect([owner, await ownerOf(unsettled.citizen.email)]).toEqual([expect.any(String), owner])
  })
  test('when the account is closed', async () => {
    const it = await changed()
    const request = { emailOrSubject: it.newEmail, reason: 'test' }
    await closeCitizen({ ...service.foundation, erase: eraseCitizen }, request)
    expect([await it.reserved(), await it.loginEmails()]).toEqual([[], []])
    expect(await register(service, it.citizen.email)).toBe(true)
  })
  test('for its own citizen, where a restore has forgotten the change', async () => {
    const it = await changed()
    await service.database.db.query`delete from address_changes where citizen_id = ${it.citizen.citizenId}`
    expect(await register(service, it.citizen.email)).toBe(false)
    const moved = new ChangeCase(service, await it.now())
    Object.assign(moved, { newEmail: it.citizen.email })
    await moved.finish()
    expect([await moved.loginEmails(), await moved.reserved()]).toEqual([[it.citizen.email], [it.newEmail]])
  })
})

describe('raced by registrations, the old address', () => {
  const crowd = (email: string) => Promise.all(Array.from({ length: 4 }, () => register(service, email)))

  // proves: threat-address-taken-over
  test('goes to none of them, while the change is carried out', async () => {
    const cases = await Promise.all(Array.from({ length: 4 }, newcomer))
    for (const it of cases) await it.begin()
    service.clock.advance(WAIT_SECONDS)
    const [, ...registered] = await Promise.all([
      Promise.all([carryOutAll(service), carryOutAll(service)]),
      ...cases.map((it) => crowd(it.citizen.email)),
    ])
    expect(registered.flat()).not.toContain(true)
    for (const it of cases) {
      expect([await it.loginEmails(), await it.reserved()]).toEqual([[it.newEmail], [it.citizen.email]])
      expect(titleOf(await it.keep(await it.linkOf('address-changed')))).toBe('Your address stays')
    }
  })
  // proves: threat-address-taken-over
  test('goes to none of them, while it is given back', async () => {
    for (let round = 0; round < 3; round += 1) {
      const it = await changed()
      const undo = await it.linkOf('address-changed')
      const [kept, registered] = await Promise.all([it.keep(undo), crowd(it.citizen.email)])
      expect([titleOf(kept), registered]).toEqual(['Your address stays', [false, false, false, false]])
      expect(await ownerOf(it.citizen.email)).toBe(it.citizen.citizenId)
    }
  })
  test('has one owner, when its time ends', async () => {
    for (let round = 0; round < 3; round += 1) {
      const it = await changed()
      const undo = await it.linkOf('address-changed')
      service.clock.advance(UNDO_SECONDS)
      const [, registered] = await Promise.all([
        carryOutAll(service),
        crowd(it.citizen.email),
        it.keep(undo).catch(() => undefined),
      ])
      expect(registered.filter(Boolean)).toHaveLength(1)
      expect([await it.loginEmails(), (await it.now()).email]).toEqual([[it.newEmail], it.newEmail])
    }
  })
})

// proves: due-by-both-clocks
test('a process whose clock is ahead of the database changes no address, forgets no way back, and gives no reserved address away', async () => {
  const [waits, done] = [await newCase(service), await changedCase(service)]
  await waits.begin()
  const { db } = service.foundation
  await db.query`update address_changes set next_at = now() + interval '1 minute'`
  await db.query`update login_emails set reserved_until = now() + interval '1 minute' where reserved_until is not null`
  const seen = async () => [
    await waits.loginEmails(),
    await waits.isKept(),
    await done.isKept(),
    await done.reserved(),
  ]
  const before = [[waits.citizen.email], true, true, [done.citizen.email]]
  expect(await seen()).toEqual(before)
  await carryOutAll(service, {}, purgeAhead)
  expect(await seen()).toEqual(before)
  const clock = fakeClock(Date.now() + 400 * 24 * 60 * 60 * 1000)
  const ahead = { ...service, foundation: { ...service.foundation, clock } }
  expect(await register(ahead, done.citizen.email)).toBe(false)
  expect(await findHolderOfEmail(db, done.citizen.email, clock.now())).toBe(done.citizen.citizenId)
})
