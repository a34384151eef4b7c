import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { addSoftApp, enrol, givePassword, insertApp } from '../../testing/soft-app.ts'
import { spendLimit } from '../../testing/spend-limit.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { whileChanged, whileHeld } from '../../testing/while-changed.ts'
import { findSignedIn } from '../access/index.ts'
import { type Citizen, lockCitizen } from '../citizens/index.ts'
import { linkPathIn, newestLetter } from '../mail/newest-letter.fixture.ts'
import { UTC } from '../platform/date-words.ts'
import { codeFactor } from './code-factor.ts'
import { makeRecoveryCodes } from './make-recovery-codes.ts'
import { CODE_PATHS } from './paths.ts'
import { removeAuthenticator } from './remove-authenticator.ts'

const FIVE_MINUTES = 5 * 60
const DAY_SECONDS = 24 * 60 * 60
const PAGE = '/account/codes/'

let service: TestService
let citizen: Citizen

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(async () => {
  service.clock.advance(3601)
  citizen = await addCitizen(service)
})
afterAll(() => service?.close())

/** What the citizen has, and the events and letters of changes. */
async function stored({ citizenId, email }: Citizen = citizen) {
  const { db } = service.database
  const texts = async (rows: Promise<readonly { readonly text: string }[]>) =>
    (await rows).map(({ text }) => text)
  return {
    apps: (await db.query`select 1 from authenticators where citizen_id = ${citizenId}`).length,
    codes: await texts(db.query`
      select encode(code_hash, 'hex') as text from recovery_codes where citizen_id = ${citizenId} order by 1`),
    events: await texts(db.query`
      select name as text from audit_events
       where citizen_id = ${citizenId} and name in ('authenticator-removed', 'recovery-codes-made') order by written_in`),
    letters: await texts(db.query`
      select kind as text from outbox
       where recipient = ${email} and kind in ('authenticator-removed', 'young-apps-removed', 'recovery-codes-made')
       order by created_at`),
  }
}

/** A browser that has just given a code of the app, which was added first. */
async function provenBrowser(owner: Citizen = citizen) {
  const { app } = await enrol(service, owner)
  const browser = service.browser()
  await browser.submit(await givePassword(browser, owner), { code: app.code() })
  return browser
}

/** A browser that gave the password alone, before there was an app. */
async function passwordBrowser() {
  const browser = service.browser()
  await signIn(browser, citizen)
  return browser
}

const tokenOn = ({ html }: Visited) =>
  html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''

const firstAppOn = ({ html }: Visited) =>
  html.querySelector('article input[name=app]')?.getAttribute('value') ?? ''

/** Sends a form that the page does not show, or no longer as it was. */
const send = (browser: TestBrowser, page: Visited, { path, app = '' }: { path: string; app?: string }) =>
  browser.post(path, { csrf_token: tokenOn(page), app }, { follow: false })

/** The parts of the service that the use cases use, and who is signed in, without the page that asks for a proof. */
async function behindThePage(browser: TestBrowser) {
  const { foundation, baseUrl } = service
  const needs = {
    ...{ ...foundation, baseUrl, serviceName: 'portico', timeZone: UTC },
    limits: service.service.limits,
    secondFactor: codeFactor({ ...foundation, baseUrl }).secondStep,
    mail: { wake: () => undefined },
  }
  const signedIn = await findSignedIn(foundation, browser.cookies.get('portico_session'))
  if (!signedIn) throw new Error('nobody is signed in')
  return { needs, signedIn }
}

describe('new recovery codes', () => {
  const { recovery: path } = CODE_PATHS

  test('are not made for a browser that gave no code, where the first app comes while its form is read', async () => {
    const browser = await passwordBrowser()
    const page = await browser.get(PAGE)
    const { answer } = await whileHeld(
      service.database,
      async (tx) => {
        await lockCitizen(tx, citizen.citizenId)
        await insertApp(tx, citizen)
      },
      () => send(browser, page, { path }),
    )
    expect([answer.status, answer.location]).toEqual([303, service.baseUrl + PAGE])
    expect(await stored()).toEqual({ apps: 1, codes: [], events: [], letters: [] })
  })

  test('are not made five minutes after the proof, whoever asks', async () => {
    const browser = await provenBrowser()
    const before = await stored()
    service.clock.advance(FIVE_MINUTES)
    const { needs, signedIn } = await behindThePage(browser)
    const made = await makeRecoveryCodes(needs, signedIn, { origin: TEST_ORDER })
    expect(made).toEqual({ ok: false, refusal: 'not-recent' })
    expect(await stored()).toEqual(before)
  })

  test('are not made where the last app goes while the form waits', async () => {
    const browser = await provenBrowser()
    const page = await browser.get(PAGE)
    const before = await stored()
    const answer = await whileChanged(
      service.database,
      async (tx) => {
        await lockCitizen(tx, citizen.citizenId)
        await tx.query`delete from authenticators where citizen_id = ${citizen.citizenId}`
        await tx.query`delete from recovery_codes where citizen_id = ${citizen.citizenId}`
      },
      () => send(browser, page, { path }),
    )
    expect([answer.status, answer.location]).toEqual([303, service.baseUrl + PAGE])
    expect(await stored()).toEqual({ ...before, apps: 0, codes: [] })
  })

  test('are not made too often: the earlier ones stay, and nobody else waits', async () => {
    const browser = await provenBrowser()
    const others = await provenBrowser(await addCitizen(service))
    await spendLimit(service, 'recovery-codes-per-citizen', citizen.citizenId)
    const before = await stored()
    const page = await browser.get(PAGE)
    expect((await send(browser, page, { path })).status).toBe(429)
    expect(await stored()).toEqual(before)
    expect((await send(others, await others.get(PAGE), { path })).status).toBe(200)
  })
})

describe('the removal of an app', () => {
  const { remove: path } = CODE_PATHS
  const done = () => `${service.baseUrl}${PAGE}?notice=removed`

  test('needs a proof of the last five minutes, whoever asks', async () => {
    const browser = await provenBrowser()
    const id = firstAppOn(await browser.get(PAGE))
    const before = await stored()
    service.clock.advance(FIVE_MINUTES)
    const { needs, signedIn } = await behindThePage(browser)
    const removed = await removeAuthenticator(needs, signedIn, { id, origin: TEST_ORDER })
    expect(removed).toEqual({ ok: false, refusal: 'not-recent' })
    expect(await stored()).toEqual(before)
  })

  test.each(['', 'x', '../', '00000000-0000-0000-0000-00000000000g'])(
    'removes nothing by %j, which names no app',
    async (app) => {
      const browser = await provenBrowser()
      const before = await stored()
      const answer = await send(browser, await browser.get(PAGE), { path, app })
      expect([answer.status, answer.location]).toEqual([303, done()])
      expect(await stored()).toEqual(before)
    },
  )

  test('says nothing in an event or a letter of an app that the citizen does not have', async () => {
    const other = await addCitizen(service)
    const theirs = firstAppOn(await (await provenBrowser(other)).get(PAGE))
    const browser = await provenBrowser()
    const page = await browser.get(PAGE)
    const before = [await stored(), await stored(other)]
    for (const app of [theirs, randomUUID()])
      expect((await send(browser, page, { path, app })).location).toBe(done())
    expect([await stored(), await stored(other)]).toEqual(before)
  })

  test.each([
    { apps: 1, left: 0 },
    { apps: 2, left: 1 },
  ])('twice at once removes one of $apps, with one event and one letter', async ({ apps, left }) => {
    const browser = await provenBrowser()
    if (apps === 2) await addSoftApp(browser, service)
    const page = await browser.get(PAGE)
    expect((await stored()).apps).toBe(apps)
    const app = firstAppOn(page)
    const both = await whileChanged(
      service.database,
      (tx) => lockCitizen(tx, citizen.citizenId),
      () => Promise.all([send(browser, page, { path, app }), send(browser, page, { path, app })]),
    )
    expect(both.map(({ location }) => location)).toEqual([done(), done()])
    expect(await stored()).toMatchObject({
      apps: left,
      events: ['recovery-codes-made', 'authenticator-removed'],
      letters: ['authenticator-removed'],
    })
  })
})

test('a recovery by mail that removes no app writes no event and no letter of one, and leads on to the code', async () => {
  await enrol(service, citizen)
  service.clock.advance(3 * DAY_SECONDS)
  const before = await stored()
  const browser = service.browser()
  await browser.submit(await browser.get('/recover/'), { email: citizen.email })
  const letter = await newestLetter(service.foundation, 'recovery', citizen.email)
  const page = await browser.get(linkPathIn(letter))
  const answer = await browser.submit(page, { password: 'nine purple umbrellas' })
  expect(new URL(answer.url).pathname).toBe('/login/code/')
  expect(await stored()).toEqual(before)
})
