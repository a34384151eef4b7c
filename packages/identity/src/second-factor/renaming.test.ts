import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, signIn } from '../../testing/people.ts'
import { addSoftApp, enrol } from '../../testing/soft-app.ts'
import { addSoftPasskey } from '../../testing/soft-passkey.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => service.clock.advance(61))
afterAll(() => service?.close())

const nameOn = ({ html }: Visited) => html.querySelector('article h2')?.text
const idOn = ({ html }: Visited, field: string) =>
  html.querySelector(`article input[name=${field}]`)?.getAttribute('value') ?? ''

/** One of the two kinds of keys that have a name. */
interface Kind {
  readonly page: string
  /** The page with the form that adds one. */
  readonly adding: string
  /** The name that the form has at first. */
  readonly usualName: string
  readonly field: 'app' | 'passkey'
  readonly renamed: 'authenticator-renamed' | 'passkey-renamed'
  /** Adds one to the account of a signed-in browser. */
  add(browser: TestBrowser): Promise<unknown>
  /** Makes a session of before the app of one with the password alone, and returns what it could rename. */
  outdate(citizen: Citizen, page: Visited): Promise<string>
}

const APP: Kind = {
  page: '/account/codes/',
  adding: '/account/codes/add/',
  usualName: 'My phone',
  field: 'app',
  renamed: 'authenticator-renamed',
  add: (browser) => addSoftApp(browser, service),
  async outdate({ citizenId }) {
    const [row] = await service.database.db.query<{ id: string }>`
      select authenticator_id::text as id from authenticators where citizen_id = ${citizenId}`
    return row?.id ?? ''
  },
}
const PASSKEY: Kind = {
  page: '/account/passkeys/',
  adding: '/account/passkeys/',
  usualName: 'Passkey',
  field: 'passkey',
  renamed: 'passkey-renamed',
  add: (browser) => addSoftPasskey(browser, service),
  async outdate(citizen, page) {
    await enrol(service, citizen)
    return idOn(page, 'passkey')
  },
}

describe.each([
  ['an app', APP],
  ['a passkey', PASSKEY],
])('%s', (_, kind) => {
  /** A citizen with one, whose browser may change it. */
  async function owner(): Promise<{ citizen: Citizen; browser: TestBrowser; page: Visited }> {
    const citizen = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, citizen)
    await kind.add(browser)
    // Right after the first app the session has proven the password alone, and may change nothing.
    await service.database.db.query`
      update sessions set proof = 'passkey' where citizen_id = ${citizen.citizenId}`
    return { citizen, browser, page: await browser.get(kind.page) }
  }
  const rename = (browser: TestBrowser, page: Visited, fields: Readonly<Record<string, string>>) =>
    browser.submit(page, fields, { button: 'Rename' })
  const told = async ({ citizenId, email }: Citizen) => {
    const [row] = await service.database.db.query<{ events: number; letters: number }>`
      select (select count(*)::int from audit_events where citizen_id = ${citizenId} and name = ${kind.renamed}) as events,
             (select count(*)::int from outbox where recipient = ${email} and kind = ${kind.renamed}) as letters`
    return row
  }

  test('has at first a name that no other one has: with the first free number', async () => {
    const { browser, page } = await owner()
    const offered = async () =>
      (await browser.get(kind.adding)).html.querySelector('#name')?.getAttribute('value')
    expect(nameOn(page)).toBe(kind.usualName)
    expect(await offered()).toBe(`${kind.usualName} 2`)
    const renamed = await rename(browser, page, { name: `${kind.usualName}  2` })
    expect(await offered()).toBe(kind.usualName)
    await kind.add(browser)
    expect(await offered()).toBe(`${kind.usualName} 3`)
    await rename(browser, renamed, { name: 'Work' })
    expect(await offered()).toBe(`${kind.usualName} 2`)
  })

  test('gets another name, with an event and a letter', async () => {
    const { citizen, browser, page } = await owner()
    const named = await rename(browser, page, { name: '  Mum’s <tablet> ' })
    expect([nameOn(named), named.url]).toEqual(['Mum’s <tablet>', expect.stringContaining('notice=renamed')])
    expect(named.html.querySelector('[role=status]')?.text).toContain('has its new name')
    expect(await told(citizen)).toEqual({ events: 1, letters: 1 })
    const copy = await browser.get('/account/activity/')
    expect(copy.html.text).toContain('was renamed')
  })

  test('keeps its name where the new one is the same, and nothing is told', async () => {
    const { citizen, browser, page } = await owner()
    await rename(browser, page, { name: nameOn(page) ?? '' })
    expect(await told(citizen)).toEqual({ events: 0, letters: 0 })
  })

  test('keeps its name where the new one is bad: the form says why, with what was typed', async () => {
    const { citizen, browser, page } = await owner()
    const before = nameOn(page)
    for (const name of ['', '   ', 'x'.repeat(61), 'a\u202Eb', 'a\nb']) {
      const refused = await rename(browser, page, { name })
      expect([name, refused.status, nameOn(refused)]).toEqual([name, 400, before])
      const fault = refused.html.querySelector('[role=alert] a')?.getAttribute('href') ?? '#none'
      const input = refused.html.querySelectorAll('input').find((each) => `#${each.id}` === fault)
      expect([input?.getAttribute('name'), input?.getAttribute('aria-invalid')]).toEqual(['name', 'true'])
      expect(input?.closest('details')?.hasAttribute('open')).toBe(true)
    }
    expect(await told(citizen)).toEqual({ events: 0, letters: 0 })
  })

  // proves: threat-code-removed
  test('keeps its name after five minutes, for a password alone beside an app, and for another citizen', async () => {
    const { citizen, browser, page } = await owner()
    const other = await owner()
    const id = idOn(page, kind.field)
    await rename(other.browser, other.page, { [kind.field]: id, name: 'Stolen' })
    service.clock.advance(301)
    await rename(browser, page, { name: 'Late' })
    expect((await browser.get(kind.page)).html.querySelector('article form')).toBeNull()
    const old = service.browser()
    const third = await addCitizen(service)
    await signIn(old, third)
    await kind.add(old)
    const shown = await old.get(kind.page)
    const target = await kind.outdate(third, shown)
    expect(target).not.toBe('')
    const csrf_token = shown.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
    await old.post(`${kind.page}rename/`, { csrf_token, [kind.field]: target, name: 'Thief' })
    for (const each of [citizen, other.citizen, third])
      expect(await told(each)).toEqual({ events: 0, letters: 0 })
  })

  test('keeps its name for an id that is none, and for a session that has ended', async () => {
    const { citizen, browser, page } = await owner()
    for (const id of ['', 'x', '00000000-0000-0000-0000-000000000000', '%00', 'A'.repeat(4000)])
      expect((await rename(browser, page, { [kind.field]: id, name: 'New' })).status).toBe(200)
    await service.database.db.query`
      update citizens set security_version = security_version + 1 where citizen_id = ${citizen.citizenId}`
    expect(new URL((await rename(browser, page, { name: 'New' })).url).pathname).toBe('/login/')
    expect(await told(citizen)).toEqual({ events: 0, letters: 0 })
  })

  test('gets one of two names that come at the same moment, and each is told', async () => {
    const { citizen, browser, page } = await owner()
    await Promise.all(['One', 'Two'].map((name) => rename(browser, page, { name })))
    expect(['One', 'Two']).toContain(nameOn(await browser.get(kind.page)))
    expect(await told(citizen)).toEqual({ events: 2, letters: 2 })
  })
})
