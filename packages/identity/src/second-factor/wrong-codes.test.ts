import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, isSignedIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enrol, givePassword, type SoftApp } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import { forgiveCitizen } from '../guesses/index.ts'
import { openLetter } from '../mail/sealed-letter.ts'
import { forgiveInRooms } from '../rooms.ts'

const QUARTER_HOUR = 15 * 60
const MOST = 100
const CHOSEN = 'nine purple umbrellas'

let service: TestService
let citizen: Citizen
let app: SoftApp
let owner: TestBrowser

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  service.clock.advance(24 * 3600 + 1)
  citizen = await addCitizen(service)
  ;({ app, browser: owner } = await enrol(service, citizen))
})
afterAll(() => service?.close())

/** A code that is none of the three that count now. */
const wrongCode = () => {
  const right = [app.code(-1), app.code(), app.code(1)]
  return ['111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? ''
}

/** Gives the password in a browser that the account does not know, and then so many wrong codes, which no place slows. */
async function guess(tries: number): Promise<Visited> {
  const browser = service.browser()
  let page = await givePassword(browser, citizen)
  for (let index = 0; index < tries; index += 1) {
    const { db } = service.database
    await db.query`update sign_in_failures set failures = 0, blocked_until = to_timestamp(0)`
    page = await browser.submit(page, { code: wrongCode() })
  }
  return page
}

const signOut = async () => owner.submit(await owner.get('/logout/'), {})

/** The owner signs in with password and code in a browser that the account knows. */
async function enterAsOwner(): Promise<boolean> {
  service.clock.advance(QUARTER_HOUR + 1)
  await signOut()
  const page = await givePassword(owner, citizen)
  return isSignedIn(await owner.submit(page, { code: app.code() }, { follow: false }))
}

/** Of each letter about wrong codes, whether it says that more may come without one. */
async function letters(): Promise<readonly boolean[]> {
  const { db, keyring } = service.foundation
  const rows = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox
     where recipient = ${citizen.email} and kind = 'wrong-codes' order by created_at, message_id`
  return rows.map(({ id, sealed }) => {
    const { letter } = openLetter(keyring, id, sealed)
    return letter.kind === 'written' && /in the next hour without a mail/.test(letter.text.before.join(' '))
  })
}

const setCount = async (count: number) =>
  service.database.db.query`
    update wrong_codes set failures = ${count} where citizen_id = ${citizen.citizenId}`

const enterAsStranger = async (password = TEST_PASSWORD) => {
  const browser = service.browser()
  const page = await givePassword(browser, citizen, password)
  return { browser, answer: await browser.submit(page, { code: app.code() }, { follow: false }) }
}

// proves: threat-code-guessed
test('a ticket that runs out of tries tells the owner by mail', async () => {
  expect(await guess(5)).toMatchObject({ status: 400 })
  expect(await letters()).toEqual([false])
  await guess(4)
  expect(await letters()).toEqual([false])
})

// proves: threat-code-guessed
test('so do tickets that are each left before their last try', async () => {
  for (let ticket = 0; ticket < 3; ticket += 1) await guess(2)
  expect(await letters()).toHaveLength(1)
})

test('and a ticket of the browser of the owner, which spends none of the tries of others', async () => {
  await signOut()
  const page = await givePassword(owner, citizen)
  for (let index = 0; index < 5; index += 1) await owner.submit(page, { code: wrongCode(), shown: '' })
  expect(await letters()).toEqual([false])
  expect(
    await service.database.db.query`select 1 as one from wrong_codes where citizen_id = ${citizen.citizenId}`,
  ).toEqual([])
})

// proves: threat-letter-flood
test('there are at most five such letters in an hour, and the fifth says that more may come without one', async () => {
  for (let ticket = 0; ticket < 7; ticket += 1) {
    await guess(5)
    service.clock.advance(1)
  }
  expect(await letters()).toEqual([false, false, false, false, true])
  service.clock.advance(3601)
  await guess(5)
  expect(await letters()).toHaveLength(6)
})

// proves: threat-code-guessed
test('after a hundred wrong codes no unknown browser may try one, however often the owner signs in', async () => {
  await guess(5)
  expect(await enterAsOwner()).toBe(true)
  await guess(1)
  const [count] = await service.database.db.query`
    select failures from wrong_codes where citizen_id = ${citizen.citizenId}`
  expect(count).toEqual({ failures: 6 })
  await setCount(MOST - 1)
  await guess(1)
  expect(await enterAsOwner()).toBe(true)
  const { answer } = await enterAsStranger()
  expect(isSignedIn(answer)).toBe(false)
  expect(answer.html.querySelector('h1')?.text).toBe('First confirm that it is you')
  expect(
    await service.database.db.query`
      select details from audit_events
       where citizen_id = ${citizen.citizenId} and name = 'sign-in-closed-to-browser'`,
  ).toEqual([{ details: { closed: 'unknown-browsers', purpose: 'code' } }])
  expect(await enterAsOwner()).toBe(true)
})

test('the page that refuses leads on: a mailed link admits the browser', async () => {
  await guess(1)
  await setCount(MOST)
  const { browser, answer } = await enterAsStranger()
  const field = answer.html.querySelector('input[name=email]')
  expect(field?.getAttribute('value')).toBe(citizen.email)
  const sent = await browser.submit(answer, {})
  expect(new URL(sent.url).pathname).toContain('/sent/')
})

test('a right code in an unknown browser takes back its own try alone', async () => {
  await guess(3)
  service.clock.advance(QUARTER_HOUR)
  const { answer } = await enterAsStranger()
  expect(isSignedIn(answer)).toBe(true)
  expect(
    await service.database.db.query`
      select failures from wrong_codes where citizen_id = ${citizen.citizenId}`,
  ).toEqual([{ failures: 3 }])
})

// proves: threat-code-guessed
test('ten tries at the same time are no more than those that are left', async () => {
  await guess(1)
  await setCount(MOST - 2)
  await service.database.db.query`update sign_in_failures set failures = 0, blocked_until = to_timestamp(0)`
  const pages: { browser: TestBrowser; page: Visited }[] = []
  for (let index = 0; index < 4; index += 1) {
    const browser = service.browser()
    pages.push({ browser, page: await givePassword(browser, citizen) })
  }
  await Promise.all(pages.map(({ browser, page }) => browser.submit(page, { code: wrongCode() })))
  const tried = await service.database.db.query`
    select 1 as one from audit_events
     where citizen_id = ${citizen.citizenId} and name = 'sign-in-failed' and details ->> 'reason' = 'wrong-code'`
  expect(tried).toHaveLength(3)
})

test('a new password begins the count anew', async () => {
  await guess(1)
  await setCount(MOST)
  const page = await owner.get('/account/password/')
  const changed = await owner.submit(page, { current_password: TEST_PASSWORD, password: CHOSEN })
  expect(changed.url).toContain('notice=changed')
  expect(isSignedIn((await enterAsStranger(CHOSEN)).answer)).toBe(true)
})

test('an operator forgives them with the wrong passwords in a row', async () => {
  await guess(1)
  await setCount(MOST)
  const { db, clock, random } = service.foundation
  await forgiveCitizen(
    { db, clock, random, by: TEST_ORDER, forgive: forgiveInRooms },
    { emailOrSubject: citizen.email, reason: 'called us' },
  )
  expect(isSignedIn((await enterAsStranger()).answer)).toBe(true)
})
