import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { enrol, givePassword, insertApp, SoftApp } from '../../testing/soft-app.ts'
import { spendLimit } from '../../testing/spend-limit.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged } from '../../testing/while-changed.ts'
import { type Citizen, lockCitizen } from '../citizens/index.ts'
import { MOST_AUTHENTICATORS } from './authenticator.ts'

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
})

const ADD = '/account/codes/add/'

/** How many apps the citizen has, and how many were added on a page. */
const apps = async () => {
  const [row] = await service.database.db.query<{ stored: number; added: number }>`
    select (select count(*)::int from authenticators where citizen_id = ${citizen.citizenId}) as stored,
           (select count(*)::int from audit_events
             where citizen_id = ${citizen.citizenId} and name = 'authenticator-added') as added`
  return row
}

const add = (browser: TestBrowser, page: Visited) =>
  browser.submit(page, { code: new SoftApp(service, page).code() }, { button: 'Add', follow: false })

/** The app is stored while the form of another one waits. */
const whileAppIsAdded = (act: () => Promise<Visited>) =>
  whileChanged(
    service.database,
    async (tx) => {
      await lockCitizen(tx, citizen.citizenId)
      await insertApp(tx, citizen)
    },
    act,
  )

test('a form that is older than the first app adds nothing: its browser has given no code', async () => {
  const browser = service.browser()
  await signIn(browser, citizen)
  const page = await browser.get(ADD)
  const answer = await whileAppIsAdded(() => add(browser, page))
  expect([answer.status, answer.location]).toEqual([303, `${service.baseUrl}/login/`])
  expect(await apps()).toEqual({ stored: 1, added: 0 })
})

test('two forms at once add no app beyond the most', async () => {
  const { app } = await enrol(service, citizen)
  const browser = service.browser()
  await browser.submit(await givePassword(browser, citizen), { code: app.code() })
  for (let stored = 1; stored < MOST_AUTHENTICATORS - 1; stored += 1)
    await insertApp(service.database.db, citizen)
  const page = await browser.get(ADD)
  await whileAppIsAdded(() => add(browser, page))
  expect(await apps()).toEqual({ stored: MOST_AUTHENTICATORS, added: 1 })
})

test('a secret that is sent twice at once adds one app, with one event and one letter', async () => {
  const { app } = await enrol(service, citizen)
  const browser = service.browser()
  await browser.submit(await givePassword(browser, citizen), { code: app.code() })
  const page = await browser.get(ADD)
  // Without the field `shown` the service does not know that both come from one showing of the page.
  const fields = { code: new SoftApp(service, page).code(), shown: '' }
  const addAgain = () => browser.submit(page, fields, { button: 'Add', follow: false })
  const both = await whileChanged(
    service.database,
    (tx) => lockCitizen(tx, citizen.citizenId),
    () => Promise.all([addAgain(), addAgain()]),
  )
  const ends = both.map(({ status, location }) => [status, location?.replace(service.baseUrl, '')])
  expect(ends.toSorted()).toEqual([
    [303, '/account/codes/'],
    [303, '/account/codes/?notice=added'],
  ])
  expect(await apps()).toEqual({ stored: 2, added: 2 })
  const letters = await service.database.db.query`
    select 1 as one from outbox where recipient = ${citizen.email} and kind = 'authenticator-added'`
  expect(letters).toHaveLength(2)
})

test('a citizen who changes their apps too often waits an hour, and nobody else does', async () => {
  const browser = service.browser()
  await signIn(browser, citizen)
  await spendLimit(service, 'app-change-per-citizen', citizen.citizenId)
  expect((await add(browser, await browser.get(ADD))).status).toBe(429)
  expect(await apps()).toEqual({ stored: 0, added: 0 })
  const other = await addCitizen(service)
  const others = service.browser()
  await signIn(others, other)
  expect((await add(others, await others.get(ADD))).status).toBe(200)
  service.clock.advance(3_601)
  const later = service.browser()
  await signIn(later, citizen)
  expect((await add(later, await later.get(ADD))).status).toBe(200)
  expect(await apps()).toEqual({ stored: 1, added: 1 })
})
