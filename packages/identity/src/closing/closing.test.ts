import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enterProgram, introspect, refresh } from '../../testing/program-flow.ts'
import { purgeAhead, purgeAll } from '../../testing/purge-once.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import {
  type Citizen,
  findCitizen,
  findCitizenIdByEmail,
  raiseSecurityVersion,
  suspendCitizen,
} from '../citizens/index.ts'
import { UTC } from '../platform/date-words.ts'
import { eraseCitizen } from '../rooms.ts'
import { closeDueAccounts } from './close-due-accounts.ts'

const CLOSE = '/account/close/'
const DAY_SECONDS = 24 * 60 * 60
const WAIT_SECONDS = 14 * DAY_SECONDS
let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

async function signedIn(citizen: Citizen): Promise<TestBrowser> {
  const browser = service.browser()
  await signIn(browser, citizen)
  return browser
}

async function asked(citizen: Citizen): Promise<TestBrowser> {
  const browser = await signedIn(citizen)
  const answer = await browser.submit(await browser.get(CLOSE), {}, { button: 'Close my account' })
  expect([answer.status, answer.html.querySelector('h1')?.text]).toEqual([200, 'Your account will be closed'])
  return browser
}

/** One round of the housekeeping. */
async function carryOutAll(run = purgeAll): Promise<void> {
  const { db, clock, keyring, random } = service.foundation
  await run(
    closeDueAccounts({
      keyring,
      random,
      baseUrl: service.baseUrl,
      serviceName: 'Portico',
      timeZone: UTC,
      erase: eraseCitizen,
    }),
    {
      db,
      clock,
    },
  )
}

async function eventsOf({ citizenId }: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ name: string }>`
    select name from audit_events where citizen_id = ${citizenId} order by at, event_id`
  return rows.map(({ name }) => name)
}

async function lettersTo({ email }: Citizen): Promise<readonly string[]> {
  const rows = await service.foundation.db.query<{ kind: string }>`
    select kind from outbox where recipient = ${email} order by kind`
  return rows.map(({ kind }) => kind)
}

const standingOf = async ({ citizenId }: Citizen) =>
  (await findCitizen(service.foundation.db, citizenId))?.standing

describe('a citizen who asks to close the account', () => {
  // proves: contract-3-endings-reach-programs
  test('is signed out everywhere at once, in programs, too, and gets a letter', async () => {
    const citizen = await addCitizen(service)
    const program = await addProgram(service)
    const entered = await enterProgram(service, program, citizen)
    const browser = await asked(citizen)
    for (const each of [browser, entered.browser])
      expect((await each.get('/account/', { follow: false })).status).toBe(303)
    expect(await introspect(service, program, entered.tokens.access_token)).toEqual({ active: false })
    expect((await refresh(service, program, entered.tokens.refresh_token)).body.error).toBe('invalid_grant')
    expect(await lettersTo(citizen)).toContain('closing-requested')
    expect(await eventsOf(citizen)).toEqual(
      expect.arrayContaining(['closing-requested', 'citizen-signed-out']),
    )
  })
  test('keeps the account until the waiting period is over, and loses it then', async () => {
    const citizen = await addCitizen(service)
    await asked(citizen)
    service.clock.advance(WAIT_SECONDS - 1)
    await carryOutAll()
    expect(await standingOf(citizen)).toBe('active')
    service.clock.advance(1)
    await carryOutAll()
    const { db } = service.foundation
    expect(await findCitizen(db, citizen.citizenId)).toMatchObject({
      ...{ standing: 'closed', subject: citizen.subject },
      ...{ email: '', fullName: '', phoneNumber: '', passwordHash: '' },
    })
    expect(await findCitizenIdByEmail(db, citizen.email)).toBeUndefined()
    expect(await lettersTo(citizen)).toContain('account-closed')
    expect((await eventsOf(citizen)).filter((name) => name === 'citizen-closed')).toHaveLength(1)
    for (const left of [
      await db.query`select 1 from closings where citizen_id = ${citizen.citizenId}`,
      await db.query`select 1 from known_devices where citizen_id = ${citizen.citizenId}`,
    ])
      expect(left).toEqual([])
    const newcomer = await addCitizen(service, { email: citizen.email })
    expect(newcomer.subject).not.toBe(citizen.subject)
  })
  // proves: due-by-both-clocks
  test('keeps it as long as the database says, whatever the clock of a process says', async () => {
    const citizen = await addCitizen(service)
    await asked(citizen)
    await carryOutAll(purgeAhead)
    expect(await standingOf(citizen)).toBe('active')
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll()
    expect(await standingOf(citizen)).toBe('closed')
  })
  test('keeps it by signing in again, even if that session is long over', async () => {
    const [soon, early] = [await addCitizen(service), await addCitizen(service)]
    await asked(soon)
    await asked(early)
    service.clock.advance(DAY_SECONDS)
    await signedIn(early)
    await service.foundation.db.query`delete from sessions where citizen_id = ${early.citizenId}`
    service.clock.advance(WAIT_SECONDS - DAY_SECONDS - 1)
    const back = await signedIn(soon)
    const said = async (path: string) => (await back.get(path)).html.querySelector('[role=status]')?.text
    expect(await said('/account/')).toContain('stays open')
    expect(await said(CLOSE)).toContain('stays open')
    const other = await signedIn(await addCitizen(service))
    expect((await other.get('/account/')).html.querySelector('[role=status]')).toBeNull()
    service.clock.advance(5 * 60)
    expect(await said('/account/')).toBeUndefined()
    service.clock.advance(1)
    await carryOutAll()
    for (const citizen of [soon, early]) {
      expect(await standingOf(citizen)).toBe('active')
      expect(await eventsOf(citizen)).toContain('closing-called-off')
      await signedIn(citizen)
    }
    expect((await back.get(CLOSE)).html.querySelector('[role=status]')).toBeNull()
  })
  test('hears by a letter on that day that somebody came back and nothing is closed', async () => {
    const [signed, recovered, quiet] = [
      await addCitizen(service),
      await addCitizen(service),
      await addCitizen(service),
    ]
    for (const citizen of [signed, recovered, quiet]) await asked(citizen)
    await signedIn(signed)
    await raiseSecurityVersion(service.foundation.db, recovered.citizenId)
    service.clock.advance(WAIT_SECONDS - 1)
    await carryOutAll()
    expect(await lettersTo(signed)).not.toContain('closing-called-off')
    service.clock.advance(1)
    await carryOutAll()
    await carryOutAll()
    for (const citizen of [signed, recovered]) {
      expect((await lettersTo(citizen)).filter((kind) => kind === 'closing-called-off')).toHaveLength(1)
      expect((await eventsOf(citizen)).filter((name) => name === 'closing-called-off')).toHaveLength(1)
    }
    expect(await lettersTo(quiet)).not.toContain('closing-called-off')
    expect([await standingOf(signed), await standingOf(quiet)]).toEqual(['active', 'closed'])
  })
  test('in the very second of the request, too', async () => {
    const citizen = await addCitizen(service)
    await asked(citizen)
    await signedIn(citizen)
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll()
    expect(await standingOf(citizen)).toBe('active')
  })
  test('may ask again, and waits the whole time again', async () => {
    const citizen = await addCitizen(service)
    await asked(citizen)
    service.clock.advance(WAIT_SECONDS - 60)
    await asked(citizen)
    service.clock.advance(WAIT_SECONDS - 1)
    await carryOutAll()
    expect(await standingOf(citizen)).toBe('active')
    service.clock.advance(1)
    await carryOutAll()
    expect(await standingOf(citizen)).toBe('closed')
  })
})

describe('nothing is closed', () => {
  test('where an operator suspended the account, or all access was ended, since', async () => {
    const [suspended, ended] = [await addCitizen(service), await addCitizen(service)]
    await asked(suspended)
    await asked(ended)
    await suspendCitizen(service.foundation, { emailOrSubject: suspended.email, reason: 'a fraud case' })
    await raiseSecurityVersion(service.foundation.db, ended.citizenId)
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll()
    expect([await standingOf(suspended), await standingOf(ended)]).toEqual(['suspended', 'active'])
    expect(await lettersTo(suspended)).not.toContain('closing-called-off')
  })
  test('without a recent proof, also by a form that was shown before', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const shown = await browser.get(CLOSE)
    service.clock.advance(301)
    const late = await browser.submit(shown, {}, { button: 'Close my account' })
    expect(await eventsOf(citizen)).toEqual(['signed-in'])
    const wrong = await browser.submit(late, { password: 'never the right one' }, { button: 'Continue' })
    expect(wrong.status).toBe(400)
    const proven = await browser.submit(wrong, { password: TEST_PASSWORD }, { button: 'Continue' })
    const done = await browser.submit(proven, {}, { button: 'Close my account' })
    expect(done.html.querySelector('h1')?.text).toBe('Your account will be closed')
  })
  test('by a fourth request within an hour, which is refused with the time that is left and ends nothing', async () => {
    const citizen = await addCitizen(service)
    for (let time = 0; time < 3; time += 1) await asked(citizen)
    const browser = await signedIn(citizen)
    const refused = await browser.submit(await browser.get(CLOSE), {}, { button: 'Close my account' })
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
    expect((await eventsOf(citizen)).filter((name) => name === 'closing-requested')).toHaveLength(3)
    expect((await browser.get('/account/')).html.querySelector('h1')?.text).not.toBe('Sign in')
    service.clock.advance(WAIT_SECONDS)
    await carryOutAll()
    expect(await standingOf(citizen)).toBe('active')
  })
  test('by looking at the page, by GET or HEAD', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    await browser.get(CLOSE)
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    await fetch(service.baseUrl + CLOSE, { method: 'HEAD', headers: { cookie } })
    expect(await eventsOf(citizen)).toEqual(['signed-in'])
  })
  test('twice: two processes at once close an account once, and two forms at once ask once', async () => {
    const citizen = await addCitizen(service)
    const browsers = [await signedIn(citizen), await signedIn(citizen)]
    const pages = await Promise.all(browsers.map((browser) => browser.get(CLOSE)))
    await Promise.all(
      browsers.map((browser, at) => browser.submit(pages[at]!, {}, { button: 'Close my account' })),
    )
    expect((await eventsOf(citizen)).filter((name) => name === 'closing-requested')).toHaveLength(1)
    service.clock.advance(WAIT_SECONDS)
    await Promise.all([carryOutAll(), carryOutAll(), carryOutAll()])
    expect((await eventsOf(citizen)).filter((name) => name === 'citizen-closed')).toHaveLength(1)
    expect((await lettersTo(citizen)).filter((kind) => kind === 'account-closed')).toHaveLength(1)
  })
  test('under somebody who signs in at that moment: either the session lives, or the account is closed', async () => {
    const seen = new Set<string | undefined>()
    for (let round = 0; round < 6; round += 1) {
      const citizen = await addCitizen(service)
      await asked(citizen)
      service.clock.advance(WAIT_SECONDS)
      const browser = service.browser()
      const login = await browser.get('/login/')
      const fields = { email: citizen.email, password: TEST_PASSWORD }
      await Promise.all([carryOutAll(), browser.submit(login, fields, { follow: false })])
      const standing = await standingOf(citizen)
      seen.add(standing)
      const { status } = await browser.get('/account/', { follow: false })
      expect([standing, status]).toEqual([standing, standing === 'active' ? 200 : 303])
      if (standing === 'active') {
        await carryOutAll()
        expect(await standingOf(citizen)).toBe('active')
      }
    }
    expect(seen.size).toBeGreaterThan(0)
  })
})
