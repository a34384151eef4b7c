import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { TEST_ORDER } from '../../testing/test-order.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { unixSeconds } from '../platform/clock.ts'
import { type Database, DatabaseUnavailable } from '../platform/postgres/database.ts'
import { ownCopy } from './own-copy.ts'

const DATA = '/account/data/'
const DOWNLOAD = '/account/data/download/'
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

const download = async (browser: TestBrowser) =>
  browser.submit(await browser.get(DATA), {}, { button: 'Download' })

async function eventsOf({ citizenId }: Citizen, name = 'data-downloaded'): Promise<number> {
  const rows = await service.foundation.db.query`
    select 1 from audit_events where citizen_id = ${citizenId} and name = ${name}`
  return rows.length
}

const isFile = ({ headers }: Visited) => headers.has('content-disposition')

describe('the copy of the own data', () => {
  test('has what each room knows, and nothing of another citizen', async () => {
    const other = await addCitizen(service, { fullName: 'Somebody Else' })
    const citizen = await addCitizen(service, { fullName: 'Ana "quoted" Example' })
    const program = await addProgram(service, { name: 'Parking' })
    await signedIn(other)
    const { browser } = await enterProgram(service, program, citizen)
    const file = await download(browser)
    expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(file.headers.get('content-disposition')).toBe('attachment; filename="account-data.json"')
    expect(file.headers.get('cache-control')).toBe('no-store')
    const copy = JSON.parse(file.body)
    expect(Object.keys(copy)).toEqual([
      ...['format', 'made_at', 'profile', 'operator', 'passkeys', 'codes', 'app_removal'],
      ...['address_change', 'activity', 'sessions', 'programs'],
      'known_browsers',
    ])
    const { subject, email, fullName } = citizen
    expect(copy.profile).toMatchObject({ subject, email, full_name: fullName })
    expect(copy.sessions).toMatchObject([{ address: '127.0.0.1', programs: ['Parking'] }])
    expect(copy.programs).toMatchObject([{ name: 'Parking', scope: expect.stringContaining('email') }])
    expect(copy.activity.map(({ event }: { event: string }) => event).sort()).toEqual([
      'data-downloaded',
      'program-entered',
      'signed-in',
    ])
    expect([copy.passkeys, copy.known_browsers.length]).toEqual([[], 1])
    for (const text of ['Somebody Else', other.email, other.citizenId]) expect(file.body).not.toContain(text)
  })
  test('has no secret: no hash of the password, no token or cookie, no reason of an operator', async () => {
    const citizen = await addCitizen(service)
    const { browser, tokens } = await enterProgram(service, await addProgram(service), citizen)
    const { citizenId } = citizen
    const details = { reason: 'Bob asked for it' }
    await appendEvent(service.foundation, {
      name: 'operator-looked',
      origin: TEST_ORDER,
      citizenId,
      details,
    })
    const { body } = await download(browser)
    const values = [
      citizen.passwordHash,
      tokens.access_token,
      tokens.refresh_token,
      ...browser.cookies.values(),
    ]
    for (const secret of [...values, '$argon2id', details.reason, citizenId])
      expect(body).not.toContain(secret)
    expect(body).toContain('operator-looked')
    expect(body).not.toContain(TEST_ORDER.operator)
  })
  test('of a long activity has all of it, in the order of time, each event once', async () => {
    const citizen = await addCitizen(service)
    const { citizenId } = citizen
    await service.foundation.db.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, actor, details)
      select gen_random_uuid(), ${citizenId}, to_timestamp(1700000000 + n / 7), 'profile-changed', ${citizenId}, 'citizen', '{}'
        from generate_series(1, 1200) n`
    const { activity } = JSON.parse((await download(await signedIn(citizen))).body)
    const instants = activity.map(({ at }: { at: string }) => at)
    expect(instants).toHaveLength(1202)
    expect(instants).toEqual(instants.toSorted().reverse())
  })
  test('is in the audit and mailed about, once for each copy', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    await browser.get(DATA)
    expect(await eventsOf(citizen)).toBe(0)
    await download(browser)
    const letters = await service.foundation.db.query`
      select 1 from outbox where recipient = ${citizen.email} and kind = 'data-downloaded'`
    expect([await eventsOf(citizen), letters.length]).toEqual([1, 1])
  })
  test('is made three times in an hour, and then the page says when again', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    for (let copy = 0; copy < 3; copy += 1) expect(isFile(await download(browser))).toBe(true)
    const refused = await download(browser)
    expect([refused.status, isFile(refused), refused.headers.has('retry-after')]).toEqual([429, false, true])
    expect(await eventsOf(citizen)).toBe(3)
  })
  // proves: threat-repeated-act
  test('is sent again to a form that is sent again, nine times in an hour, and then the page says when again', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const page = await browser.get(DATA)
    const again = () => browser.submit(page, {}, { button: 'Download' })
    for (let time = 0; time < 10; time += 1) expect(isFile(await again())).toBe(true)
    const refused = await again()
    expect([refused.status, isFile(refused), refused.headers.has('retry-after')]).toEqual([429, false, true])
    expect(await eventsOf(citizen)).toBe(1)
    service.clock.advance(60 * 60)
    const later = await signedIn(citizen)
    expect(isFile(await later.submit(await later.get(DATA), {}, { button: 'Download' }))).toBe(true)
  })
})

describe('without a recent proof', () => {
  test('there is no file, also for a form that was shown before, until the password is given again', async () => {
    const citizen = await addCitizen(service)
    const browser = await signedIn(citizen)
    const shown = await browser.get(DATA)
    service.clock.advance(301)
    const late = await browser.submit(shown, {}, { button: 'Download' })
    expect([late.status, isFile(late)]).toEqual([200, false])
    const empty = await browser.submit(late, {}, { button: 'Continue' })
    expect([empty.status, empty.html.querySelector('[aria-invalid]')?.id]).toEqual([400, 'password'])
    const wrong = await browser.submit(empty, { password: 'never the right one' }, { button: 'Continue' })
    expect([wrong.status, wrong.body.includes('never the right one')]).toEqual([400, false])
    expect(await eventsOf(citizen)).toBe(0)
    const proven = await browser.submit(wrong, { password: TEST_PASSWORD }, { button: 'Continue' })
    expect(proven.url).toBe(service.baseUrl + DATA)
    expect(isFile(await browser.submit(proven, {}, { button: 'Download' }))).toBe(true)
    expect(await eventsOf(citizen)).toBe(1)
  })
  test('nor for somebody who is not signed in, or by GET', async () => {
    const stranger = service.browser()
    expect(new URL((await stranger.get(DATA)).url).pathname).toBe('/login/')
    const browser = await signedIn(await addCitizen(service))
    expect((await browser.get(DOWNLOAD, { follow: false })).status).toBe(405)
  })
})

// proves: threat-csrf
test('another site gets no copy made', async () => {
  const citizen = await addCitizen(service)
  const browser = await signedIn(citizen)
  const headers = { 'sec-fetch-site': 'cross-site' }
  const page = await browser.get(DATA)
  expect((await browser.submit(page, {}, { button: 'Download', headers })).status).toBe(403)
  expect((await browser.post(DOWNLOAD, { csrf_token: 'x' })).status).toBe(403)
  expect(await eventsOf(citizen)).toBe(0)
})

test('where the database goes away in the middle, the connection is cut', async () => {
  const isLast = (statement: TemplateStringsArray) => statement.join('').includes('order by first_seen_at')
  const failing = (db: Database): Database => ({
    ...db,
    query: async (statement, ...values) => {
      if (isLast(statement)) throw new DatabaseUnavailable('gone')
      return db.query(statement, ...values)
    },
  })
  const broken = await startTestService({ database: service.database, between: failing })
  const citizen = await addCitizen(service)
  const browser = broken.browser()
  await signIn(browser, citizen)
  await expect(download(browser)).rejects.toThrow('terminated')
  expect(broken.logLines.join('\n')).toContain('gone')
  await broken.close()
})

test('a part that cannot be made leaves no file that looks whole', async () => {
  const needs = {
    db: service.foundation.db as Database,
    clock: { ...service.clock, now: () => unixSeconds(1_700_000_000) },
    events: {},
    ownData: [
      ['one', () => Promise.resolve({ a: 1 })],
      [
        'broken',
        async function* () {
          yield { b: 2 }
          throw new Error('the database went away')
        },
      ],
    ] as const,
  }
  const pieces: string[] = []
  const reading = (async () => {
    for await (const piece of ownCopy(needs, 'c')) pieces.push(piece)
  })()
  await expect(reading).rejects.toThrow('went away')
  expect(() => JSON.parse(pieces.join(''))).toThrow(SyntaxError)
  expect(pieces.join('')).toContain('"one": {"a":1}')
})
