import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import type { TestService } from '../../testing/test-service.ts'
import { closeCitizen } from '../citizens/index.ts'
import { UTC } from '../platform/date-words.ts'
import { eraseCitizen, ROOMS } from '../rooms.ts'
import {
  ChangeCase,
  carryOutAll,
  DAY_SECONDS,
  startChangeService,
  titleOf,
  UNDO_SECONDS,
  WAIT_SECONDS,
  waitingCase,
} from './change-address.fixture.ts'

const CHOSEN = 'nine purple umbrellas'
const ROUNDS = 6

let service: TestService

// An account is closed a day after the request, which is before a change of address is due.
beforeAll(async () => {
  service = await startChangeService({ PORTICO_CLOSING_WAIT_DAYS: '1' })
})
beforeEach(() => service.clock.advance(3601))
afterAll(() => service?.close())

const waiting = () => waitingCase(service)

/** Carries out the closings that are due, and nothing else. */
async function closeDue(): Promise<void> {
  const { foundation, baseUrl } = service
  const needs = {
    ...foundation,
    baseUrl,
    serviceName: 'Portico',
    timeZone: UTC,
    secondFactor: undefined,
    keepOpen: async () => undefined,
    erase: eraseCitizen,
  }
  const closing = ROOMS.find(({ onProfile }) => onProfile?.link.path === '/account/close/')
  await purgeAll(closing!.carryOut!(needs), foundation)
}

/** The page that closes the account, in a browser that has just signed in. */
async function closingPage(email: string) {
  const browser = service.browser()
  await signIn(browser, { email })
  return { browser, page: await browser.get('/account/close/') }
}

const close = async (email: string) => pressClose(await closingPage(email))

const pressClose = ({ browser, page }: Awaited<ReturnType<typeof closingPage>>) =>
  browser.submit(page, {}, { button: 'Close my account', follow: false })

/** A browser at the page of a mailed link for a new password. */
async function recoveryPage(it: ChangeCase) {
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email: it.citizen.email })
  return { browser, page: await browser.get(await it.linkOf('recovery')) }
}

const recover = ({
  browser,
  page,
}: {
  browser: TestBrowser
  page: Awaited<ReturnType<TestBrowser['get']>>
}) => browser.submit(page, { password: CHOSEN }, { follow: false })

/** What happened with the change, without how it was asked for. */
const fateOf = async (it: ChangeCase) =>
  (await it.events()).filter((said) => !/^address-(?:link|change-begun)/.test(said))

/** Nothing of the citizen keeps anybody from an address. */
async function expectGone(it: ChangeCase): Promise<void> {
  expect(await it.now()).toMatchObject({ standing: 'closed', email: '' })
  expect([await it.isKept(), await it.loginEmails(), await it.reserved()]).toEqual([false, [], []])
}

describe('the account is closed during the waiting period', () => {
  test('by its citizen: nothing changes, and the account is closed when that is due', async () => {
    const it = await waiting()
    expect((await close(it.citizen.email)).status).toBe(200)
    service.clock.advance(DAY_SECONDS)
    await closeDue()
    await expectGone(it)
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll(service)
    expect([await fateOf(it), await it.letters(it.newEmail)]).toEqual([[], ['new-address']])
  })
  test('by its citizen, who signs in again in time: the request has stopped the change', async () => {
    const it = await waiting()
    await close(it.citizen.email)
    expect(await it.signsIn(it.citizen.email)).toBe(true)
    service.clock.advance(WAIT_SECONDS)
    await closeDue()
    await carryOutAll(service)
    expect([await fateOf(it), await it.loginEmails()]).toEqual([
      ['address-change-stopped changed'],
      [it.citizen.email],
    ])
  })
  test('before it: who signs in again and asks for a new address gets it, and the account stays', async () => {
    const it = new ChangeCase(service, await addCitizen(service))
    await close(it.citizen.email)
    await it.finish()
    await closeDue()
    expect(await it.now()).toMatchObject({ standing: 'active', email: it.newEmail })
    expect(await fateOf(it)).toEqual(['address-changed'])
  })
  test('by an operator, in the moment in which the change is due: nothing is left, whoever is first', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await waiting()
      service.clock.advance(WAIT_SECONDS)
      const request = { emailOrSubject: it.citizen.subject, reason: 'test' }
      await Promise.all([
        carryOutAll(service),
        closeCitizen({ ...service.foundation, erase: eraseCitizen }, request),
        carryOutAll(service),
      ])
      await carryOutAll(service)
      await expectGone(it)
    }
  })
  test('by its citizen, in the moment in which the change is due: one of them ends the other, and nothing is half done', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await waiting()
      service.clock.advance(WAIT_SECONDS)
      const asked = await closingPage(it.citizen.email)
      const [, answer] = await Promise.all([carryOutAll(service), pressClose(asked)])
      await carryOutAll(service)
      const fate = await fateOf(it)
      const isMoved = fate.includes('address-changed')
      expect([answer.status, fate]).toEqual([
        200,
        [isMoved ? 'address-changed' : 'address-change-stopped changed'],
      ])
      expect([await it.loginEmails(), await it.reserved()]).toEqual(
        isMoved ? [[it.newEmail], [it.citizen.email]] : [[it.citizen.email], []],
      )
    }
  })
})

describe('after the change', () => {
  // proves: threat-address-taken-over
  test('the account is not closed for good before the old address can take it back no longer', async () => {
    const it = new ChangeCase(service, await addCitizen(service))
    await it.finish()
    await close(it.newEmail)
    service.clock.advance(UNDO_SECONDS - 1)
    await closeDue()
    expect(titleOf(await it.keep(await it.linkOf('address-changed')))).toBe('Your address stays')
    service.clock.advance(1)
    await closeDue()
    expect(await it.now()).toMatchObject({ standing: 'active', email: it.citizen.email })
  })
  test('it is closed when the days of the undo are over', async () => {
    const it = new ChangeCase(service, await addCitizen(service))
    await it.finish()
    await close(it.newEmail)
    service.clock.advance(UNDO_SECONDS)
    await Promise.all([closeDue(), carryOutAll(service)])
    await expectGone(it)
  })
})

describe('a recovery by mail of the old address', () => {
  test('in the moment in which the change is due: one of them ends the other, and nothing is half done', async () => {
    const fates = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = await waiting()
      service.clock.advance(WAIT_SECONDS)
      const link = await recoveryPage(it)
      const later = async () => {
        // The password is hashed before the transaction begins: without this, the change would always be first.
        if (round % 2 === 0) await expect.poll(async () => (await fateOf(it)).length).toBeGreaterThan(0)
        await carryOutAll(service)
      }
      const [answer] = await Promise.all([recover(link), later()])
      const fate = await fateOf(it)
      const isMoved = fate.includes('address-changed')
      expect([answer.status, fate]).toEqual(
        isMoved ? [400, ['address-changed']] : [303, ['address-change-stopped recovery']],
      )
      expect(await it.signsIn(isMoved ? it.newEmail : it.citizen.email, isMoved ? undefined : CHOSEN)).toBe(
        true,
      )
      expect(await it.isKept()).toBe(isMoved)
      fates.add(fate.join())
    }
    expect(fates.size).toBe(2)
  })
  test('before the change is due stops it, and a new request waits the whole time again', async () => {
    const it = await waiting()
    await recover(await recoveryPage(it))
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll(service)
    expect([await fateOf(it), await it.loginEmails()]).toEqual([
      ['address-change-stopped recovery'],
      [it.citizen.email],
    ])
  })
  test('after the change is no way in: the link of before and a new one lead nowhere, and the undo does', async () => {
    const it = await waiting()
    service.clock.advance(WAIT_SECONDS)
    const early = await recoveryPage(it)
    await carryOutAll(service)
    expect((await recover(early)).status).toBe(400)
    const before = (await it.letters()).filter((kind) => kind === 'recovery').length
    const browser = service.browser()
    service.clock.advance(1)
    await browser.submit(await browser.get('/recover/'), { email: it.citizen.email })
    expect((await it.letters()).filter((kind) => kind === 'recovery')).toHaveLength(before)
    expect(titleOf(await it.keep(await it.linkOf('address-changed')))).toBe('Your address stays')
  })
  test('of the new address races the undo: the old address has the account in the end', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const it = new ChangeCase(service, await addCitizen(service))
      await it.finish()
      const undo = await it.linkOf('address-changed')
      const browser = service.browser()
      await browser.submit(await browser.get('/recover/'), { email: it.newEmail })
      const page = await browser.get(await it.linkOf('recovery', it.newEmail))
      const [, kept] = await Promise.all([recover({ browser, page }), it.keep(undo)])
      expect(titleOf(kept)).toBe('Your address stays')
      expect(await it.now()).toMatchObject({ email: it.citizen.email, passwordHash: '' })
      expect([await it.loginEmails(), await it.reserved()]).toEqual([[it.citizen.email], []])
    }
  })
})
