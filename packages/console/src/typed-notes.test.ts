import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Citizen } from '../../identity/src/citizens/index.ts'
import { addCitizen } from '../../identity/testing/people.ts'
import type { Visited } from '../../identity/testing/test-browser.ts'
import { type ConsoleBrowser, type ConsoleStage, startStage } from '../testing/console-stage.ts'
import { mainOf, WHY } from '../testing/orders.ts'

const COOKIE = 'portico_console_typed'
const GONE = 'This search is not kept in this browser any more'
let stage: ConsoleStage
let ida: ConsoleBrowser
let udo: ConsoleBrowser
let citizen: Citizen
beforeAll(async () => {
  stage = await startStage({
    PORTICO_CONSOLE_LOOKS_PER_HOUR: '1000',
    PORTICO_CONSOLE_UNCOVERS_PER_HOUR: '3',
  })
  ida = await stage.operator('security')
  udo = await stage.operator('security')
  // The clock goes on later, and ID tokens of the future are refused.
  for (const operator of [ida, udo]) await operator.open('/')
})
afterAll(() => stage.close())
beforeEach(async () => {
  citizen = await addCitizen(stage.service, { emailVerified: false })
  for (const { inner } of [ida, udo]) inner.cookies.delete(COOKIE)
})

const search = async (who: string, by = ida) => by.send(await by.open('/'), { who })
const openAccount = (page: Visited, by = ida) => by.click(page, 'Open the account')
const uncover = async () => ida.send(await openAccount(await search(citizen.email)), WHY)
const kept = () => ida.inner.cookies.get(COOKIE) ?? ''
const typedIn = ({ html }: Visited, name: string) => html.querySelector(`#${name}`)?.getAttribute('value')
const looks = () =>
  stage.service.database.db.query<{ operator: string; command: string }>`
    select operator, details ->> 'command' as command from audit_events
     where name = 'operator-looked' and citizen_id = ${citizen.citizenId} order by at, event_id`

/** The page of a search that is not kept. */
function expectGone(page: Visited): void {
  expect([page.status, typedIn(page, 'who')]).toEqual([404, undefined])
  expect(mainOf(page)).toContain(GONE)
  expect(page.body).not.toContain(citizen.email)
}

// proves: console-says-why, console-goes-back
describe('what was typed', () => {
  test('is there when the page is opened again, and in the cookie in no readable form', async () => {
    const found = await search(citizen.email)
    for (const address of [found.url, found.url]) {
      const again = await ida.open(address)
      expect([again.status, typedIn(again, 'who'), mainOf(again)]).toEqual([
        200,
        citizen.email,
        mainOf(found),
      ])
    }
    const read = kept() + Buffer.from(kept(), 'base64url').toString('latin1')
    for (const part of [citizen.email, 'example', ida.citizenId]) expect(read).not.toContain(part)
  })

  test.each([
    ['changed', (cookie: string) => `A${cookie.slice(1)}`],
    ['cut', (cookie: string) => cookie.slice(0, -4)],
    ['longer', (cookie: string) => `${cookie}AAAA`],
    ['empty', () => ''],
    ['no base64url', () => '{}'],
    ['too short', () => 'AAAA'],
  ])('is gone where the cookie is %s', async (_, change) => {
    const { url } = await search(citizen.email)
    ida.inner.cookies.set(COOKIE, change(kept()))
    expectGone(await ida.open(url))
  })

  test('is gone in another browser, and for another operator', async () => {
    const { url } = await search(citizen.email)
    const cookie = kept()
    ida.inner.cookies.delete(COOKIE)
    expectGone(await ida.open(url))
    udo.inner.cookies.set(COOKIE, cookie)
    expectGone(await udo.open(url))
    ida.inner.cookies.set(COOKIE, cookie)
    expect((await ida.open(url)).status).toBe(200)
    expect((await looks()).filter(({ operator }) => operator !== ida.name)).toEqual([])
  })

  test.each(['x', ' ', 'x'.repeat(16), "' or 1=1 --", '<b>', '../../'])(
    'is none by the id %j',
    async (id) => {
      await search(citizen.email)
      expectGone(await ida.open(`/?note=${encodeURIComponent(id)}`))
    },
  )

  test('is kept of the last eight searches', async () => {
    const addresses: string[] = []
    for (let times = 0; times < 9; times += 1)
      addresses.push((await search(`nobody${times}@example.test`)).url)
    const [oldest = '', ...others] = addresses
    expectGone(await ida.open(oldest))
    for (const [at, address] of others.entries())
      expect(typedIn(await ida.open(address), 'who')).toBe(`nobody${at + 1}@example.test`)
  })

  test('is kept of fewer where they are long, and a browser keeps the cookie', async () => {
    const longest = '\u20ac'.repeat(320)
    const first = await search(`${'\u20ac'.repeat(319)}x`)
    for (let times = 0; times < 3; times += 1) {
      expect(typedIn(await search(longest), 'who')).toBe(longest)
      expect(`${COOKIE}=${kept()}`.length).toBeLessThan(3_700)
    }
    expectGone(await ida.open(first.url))
  })

  test('is answered at once where no cookie holds it', async () => {
    const { url } = await search(citizen.email)
    const before = kept()
    const page = await search('x'.repeat(6_000))
    expect([page.status, page.url, kept()]).toEqual([400, `${stage.url}/`, before])
    expect((await ida.open(url)).status).toBe(200)
  })

  test('is kept of the audit, too, and of a form with a fault', async () => {
    const show = async (address: string) =>
      ida.send(await ida.open('/audit/'), { address }, { button: 'Show' })
    const shown = await show('192.0.2.9')
    expect(new URL(shown.url).search).toMatch(/^\?note=[\w-]{16}$/)
    expect(typedIn(await ida.open(shown.url), 'address')).toBe('192.0.2.9')
    const wrong = await show('here')
    expect([wrong.status, (await ida.open(wrong.url)).status]).toEqual([400, 400])
    ida.inner.cookies.delete(COOKIE)
    const gone = await ida.open(shown.url)
    expect([gone.status, gone.html.querySelectorAll('tbody'), mainOf(gone).includes(GONE)]).toEqual([
      404,
      [],
      true,
    ])
  })

  test('a note is for its form: not for another act, and not for another account', async () => {
    const account = await openAccount(await search(citizen.email))
    const wrong = await ida.send(await ida.click(account, 'Suspend the account'), { ticket: 'T-1' })
    expect([wrong.status, typedIn(wrong, 'ticket')]).toEqual([400, 'T-1'])
    const { searchParams } = new URL(wrong.url)
    for (const [name, value] of [
      ['act', 'citizen change-address'],
      ['subject', (await addCitizen(stage.service)).subject],
    ] as const) {
      const other = new URLSearchParams(searchParams)
      other.set(name, value)
      const page = await ida.open(`/act/?${other}`)
      expect([page.status, typedIn(page, 'ticket')]).toEqual([200, undefined])
    }
    const back = await ida.click(wrong, 'Back')
    expect([back.status, mainOf(back).includes('The address must be verified.')]).toEqual([200, true])
  })
})

// proves: console-covers-personal-data, console-goes-back
describe('an account that was uncovered', () => {
  test('is one look, and one event with its reason, however often its page is opened within five minutes', async () => {
    const shown = await uncover()
    for (let times = 0; times < 5; times += 1) {
      const again = await ida.open(shown.url)
      expect([again.status, mainOf(again).includes(citizen.email)]).toEqual([200, true])
    }
    expect((await looks()).map(({ command }) => command)).toEqual([
      ...['citizen why', 'console citizen', 'console uncover'],
    ])
    for (const part of [citizen.email, WHY.ticket, WHY.reason]) expect(shown.url).not.toContain(part)
  })

  test('is no other account, and none without the note', async () => {
    const shown = await uncover()
    const other = await addCitizen(stage.service)
    const note = new URL(shown.url).searchParams.get('note') ?? ''
    for (const address of [
      `/citizen/?subject=${other.subject}&note=${note}`,
      `/citizen/?subject=${citizen.subject}`,
    ]) {
      const page = await ida.open(address)
      expect(page.status).toBe(200)
      for (const { email } of [citizen, other]) expect(page.body).not.toContain(email)
    }
  })
})

// proves: console-bounds-looks, console-goes-back
describe('a page that is opened again', () => {
  const reopen = async (page: Visited, by = ida) => by.open(page.url)

  test('is the same look within a minute, and another one after it', async () => {
    const found = await search(citizen.email)
    const account = await openAccount(found)
    for (const page of [found, account, found, account]) await reopen(page)
    const once = ['citizen why', 'console citizen']
    expect((await looks()).map(({ command }) => command)).toEqual(once)
    await stage.service.database.db.query`
      update audit_events set at = at - interval '61 seconds' where citizen_id = ${citizen.citizenId}`
    for (const page of [found, account, found, account]) await reopen(page)
    expect((await looks()).map(({ command }) => command)).toEqual([...once, ...once])
  })

  test('is a look of each operator', async () => {
    await openAccount(await search(citizen.email))
    await openAccount(await search(citizen.email, udo), udo)
    expect((await looks()).map(({ operator }) => operator)).toEqual([
      ...[ida.name, ida.name, udo.name, udo.name],
    ])
  })
})

// These are the last ones: the sign-in of an operator does not outlive a clock that jumps.
// proves: console-covers-personal-data, console-goes-back
describe('after some time', () => {
  test('an account is covered on the way back from a form that was wrong, too: no form makes the five minutes longer', async () => {
    const form = await ida.click(await uncover(), 'Suspend the account')
    expect(mainOf(await ida.click(form, 'Back'))).toContain(citizen.email)
    stage.service.clock.advance(4 * 60)
    const wrong = await ida.send(form, { ticket: '' })
    expect((await ida.click(wrong, 'Back')).body).not.toContain(citizen.email)
    stage.service.clock.advance(60)
    expect((await ida.click(form, 'Back')).body).not.toContain(citizen.email)
  })

  test('what was typed is gone after an hour', async () => {
    const { url } = await search(citizen.email)
    stage.service.clock.advance(60 * 60 - 1)
    expect((await ida.open(url)).status).toBe(200)
    stage.service.clock.advance(1)
    expectGone(await ida.open(url))
  })
})
