import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen } from '../../testing/people.ts'
import { purgeAll } from '../../testing/purge-once.ts'
import { givePassword } from '../../testing/soft-app.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { findCitizen } from '../citizens/index.ts'
import { keepOpenIn } from '../moments/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { momentWords, UTC } from '../platform/date-words.ts'
import { eraseCitizen, ROOMS } from '../rooms.ts'
import {
  carryOutAll,
  DAY_SECONDS,
  LOST,
  type LostCase,
  WAIT_SECONDS,
  withOldApp,
} from './lost-app.fixture.ts'

const CLOSE = '/account/close/'
const DAYS_TO_CLOSE = 14
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const days = (count: number) => service.clock.advance(count * DAY_SECONDS)
const standingOf = async ({ citizen }: LostCase) =>
  (await findCitizen(service.foundation.db, citizen.citizenId))?.standing

/** Carries out what is due: the removals, and the closings. */
async function carryOutBoth(): Promise<void> {
  const { foundation, baseUrl } = service
  await carryOutAll(service)
  const closing = ROOMS.find(({ onProfile }) => onProfile?.link.path === CLOSE)
  const secondFactor = undefined
  const keepOpen = keepOpenIn(ROOMS)
  const common = { ...foundation, baseUrl, serviceName: 'P', timeZone: UTC, secondFactor }
  const needs = { ...common, keepOpen, erase: eraseCitizen }
  await purgeAll(closing!.carryOut!(needs), foundation)
}

/** Somebody who asked to close the account, and has lost the phone since. */
async function closing(): Promise<LostCase> {
  const { app, lost } = await withOldApp(service, await addCitizen(service))
  const browser = service.browser()
  const page = await givePassword(browser, lost.citizen)
  await browser.submit(page, { code: app.code() })
  const done = await browser.submit(await browser.get(CLOSE), {}, { button: 'Close my account' })
  expect(done.html.querySelector('h1')?.text).toBe('Your account will be closed')
  return lost
}

// proves: waiting-keeps-open
test('whoever waits for a lost app to go keeps the account until two weeks after that', async () => {
  const lost = await closing()
  days(DAYS_TO_CLOSE - 1)
  await lost.ask()
  const dueAt = plusSeconds(service.clock.now(), WAIT_SECONDS + 14 * DAY_SECONDS)
  expect(await lost.saidIn('closing-put-off')).toContain(
    momentWords({ language: 'en', timeZone: UTC })(dueAt),
  )
  days(6)
  await carryOutBoth()
  days(1)
  await carryOutBoth()
  expect([await lost.apps(), await standingOf(lost)]).toEqual([0, 'active'])
  service.clock.advance(14 * DAY_SECONDS - 1)
  await carryOutBoth()
  expect(await standingOf(lost)).toBe('active')
  service.clock.advance(1)
  await carryOutBoth()
  expect(await standingOf(lost)).toBe('closed')
})

// proves: waiting-keeps-open
test('a removal that comes late, because no process ran, moves the closing along', async () => {
  const lost = await closing()
  await lost.ask()
  days(12)
  await carryOutBoth()
  const removedAt = plusSeconds(service.clock.now(), DAY_SECONDS)
  expect(await lost.saidIn('closing-put-off')).toContain(
    momentWords({ language: 'en', timeZone: UTC })(plusSeconds(removedAt, 14 * DAY_SECONDS)),
  )
  days(1)
  await carryOutBoth()
  service.clock.advance(14 * DAY_SECONDS - 1)
  await carryOutBoth()
  expect([await lost.apps(), await standingOf(lost)]).toEqual([0, 'active'])
})

// proves: waiting-keeps-open
test('a sign-in of that time keeps it for good', async () => {
  const lost = await closing()
  await lost.ask()
  for (const count of [6, 1, 13]) {
    days(count)
    await carryOutBoth()
  }
  const browser = service.browser()
  expect(new URL((await givePassword(browser, lost.citizen)).url).pathname).toBe('/account/')
  days(1)
  await carryOutBoth()
  expect(await standingOf(lost)).toBe('active')
  expect(await lost.letters()).toContain('closing-called-off')
})

test('nothing is put off, and no letter says so, where no removal begins or no closing waits', async () => {
  const lost = await closing()
  await lost.report()
  await lost.confirm('never the right one')
  expect(await lost.letters()).not.toContain('closing-put-off')
  days(DAYS_TO_CLOSE)
  await carryOutBoth()
  expect(await standingOf(lost)).toBe('closed')
  const { lost: other } = await withOldApp(service, await addCitizen(service))
  await other.ask()
  expect(await other.letters()).not.toContain('closing-put-off')
})

// proves: waiting-keeps-open, threat-app-removed-by-mail
test('“Have you lost your phone?” says what holds for a closing, in the same words to everybody', async () => {
  const { lost: quiet } = await withOldApp(service, await addCitizen(service))
  const closingOn = async ({ citizen }: LostCase) => {
    const browser = service.browser()
    await givePassword(browser, citizen)
    return (await browser.get(LOST)).html.querySelector('section[aria-labelledby=closing]')?.text
  }
  const said = await closingOn(await closing())
  expect(said).toContain('stays open while you wait')
  expect(await closingOn(quiet)).toBe(said)
})
