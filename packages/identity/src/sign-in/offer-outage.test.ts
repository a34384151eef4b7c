import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, addProgram, TEST_PASSWORD } from '../../testing/people.ts'
import { authorizeAddress, newAttempt } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { openLetter } from '../mail/sealed-letter.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'

const CHOSEN = 'nine purple umbrellas'
let service: TestService
let browser: TestBrowser
let trouble: Error | undefined

/** The database of the service, which is away whenever an offer is noted. */
const between = (db: Database): Database => ({
  ...db,
  layout: () => db.layout(),
  transaction: (work) => db.transaction(work),
  query: async (statement, ...values) => {
    if (trouble && statement.join('').includes('insert into passkey_offers')) throw trouble
    return db.query<never>(statement, ...values)
  },
})

beforeAll(async () => {
  service = await startTestService({ between })
})
beforeEach(() => {
  trouble = new DatabaseUnavailable('away at the offer')
  browser = service.browser()
})
afterAll(() => service?.close())

const pathOf = ({ url }: Visited) => new URL(url).pathname

/** The link of the only mail to this address. */
async function linkTo(email: string): Promise<string> {
  const { db, keyring } = service.foundation
  const [row] = await db.query<{ id: string; sealed: Buffer }>`
    select message_id as id, sealed_content as sealed from outbox where recipient = ${email} and kind = 'recovery'`
  const letter = row && openLetter(keyring, row.id, row.sealed).letter
  if (!letter || !('link' in letter)) throw new Error(`No link for ${email}`)
  return letter.link.reveal()
}

test('whoever signs in while no offer can be noted is signed in, and goes on', async () => {
  const { email } = await addCitizen(service)
  const fields = { email, password: TEST_PASSWORD, makes_passkeys: 'yes' }
  expect(pathOf(await browser.submit(await browser.get('/login/'), fields))).toBe('/account/')
  expect(service.logLines.filter((line) => line.includes('offer-not-made'))).toHaveLength(1)
})

test('and so does whoever comes from a program', async () => {
  const { email } = await addCitizen(service)
  const login = await browser.get(authorizeAddress(newAttempt(await addProgram(service))))
  const confirm = await browser.submit(login, { email, password: TEST_PASSWORD, makes_passkeys: 'yes' })
  expect(confirm.html.querySelector('h1')?.text).toBe('Continue to Parking Permits?')
})

test('a mailed link that is used up then has signed its citizen in', async () => {
  const { email } = await addCitizen(service)
  await browser.submit(await browser.get('/recover/'), { email })
  const page = await browser.get(await linkTo(email))
  expect(pathOf(await browser.submit(page, { password: CHOSEN, makes_passkeys: 'yes' }))).toBe('/account/')
})

test('the offer that could not be noted is made at the next sign-in', async () => {
  const { email } = await addCitizen(service)
  const fields = { email, password: TEST_PASSWORD, makes_passkeys: 'yes' }
  await browser.submit(await browser.get('/login/'), fields)
  trouble = undefined
  const later = service.browser()
  expect(pathOf(await later.submit(await later.get('/login/'), fields))).toBe('/account/passkeys/offer/')
})

test('a fault that is no outage is not passed over', async () => {
  const { email } = await addCitizen(service)
  trouble = new Error('a fault')
  const fields = { email, password: TEST_PASSWORD, makes_passkeys: 'yes' }
  expect((await browser.submit(await browser.get('/login/'), fields)).status).toBe(500)
})
