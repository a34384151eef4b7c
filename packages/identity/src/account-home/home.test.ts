import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn } from '../../testing/people.ts'
import { enterProgram } from '../../testing/program-flow.ts'
import { enrol } from '../../testing/soft-app.ts'
import type { TestBrowser, Visited } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import type { Citizen } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'

const HOME = '/account/'
const SECURITY = '/account/security/'

let service: TestService
let citizen: Citizen
let browser: TestBrowser
const sent: string[] = []

/** The same database, which notes what it is asked. */
const noted = (db: Database): Database => ({
  layout: () => db.layout(),
  query(statement, ...values) {
    sent.push(statement.join('?'))
    return db.query(statement, ...values)
  },
  transaction: (work) => db.transaction((tx) => work(noted(tx))),
})

beforeAll(async () => {
  service = await startTestService({ between: noted })
})
afterAll(() => service.close())
beforeEach(async () => {
  citizen = await addCitizen(service)
  browser = service.browser()
  await signIn(browser, citizen)
})

const spaced = (text: string | undefined) => text?.replace(/\s+/g, ' ').trim()
const rowsOf = ({ html }: Visited) => html.querySelectorAll('.rows li').map(({ text }) => spaced(text))
const sectionOf = ({ html }: Visited, id: string) =>
  spaced(html.querySelector(`section[aria-labelledby=${id}]`)?.text)

describe('the home of an account', () => {
  test('is where a sign-in without a program leads, and has a link to each place', async () => {
    const fresh = service.browser()
    await signIn(fresh, citizen)
    const page = await fresh.get('/login/')
    expect(page.url).toBe(`${service.baseUrl}${HOME}`)
    const places = page.html.querySelectorAll('nav.rooms ul a').map((link) => link.getAttribute('href'))
    expect(places).toEqual([HOME, SECURITY, '/account/programs/', '/account/activity/', '/account/profile/'])
  })

  test('says what would make the sign-in stronger, until it is', async () => {
    expect(rowsOf(await browser.get(HOME))).toEqual([
      'Password In use',
      expect.stringMatching(/^Passkeys None yet With a passkey/),
      expect.stringMatching(/^Codes from an app None yet With codes/),
    ])
    await enrol(service, citizen)
    const enrolled = service.browser()
    await signIn(enrolled, await addCitizen(service))
    expect(rowsOf(await enrolled.get(SECURITY))).toHaveLength(3)
    const rows = rowsOf(await browser.get(HOME))
    expect(rows.slice(2)).toEqual(['Codes from an app 1', 'Recovery codes 10'])
    await service.foundation.db.query`
      delete from recovery_codes where citizen_id = ${citizen.citizenId} and code_hash not in (
        select code_hash from recovery_codes where citizen_id = ${citizen.citizenId} limit 3)`
    expect(rowsOf(await browser.get(HOME)).at(-1)).toMatch(/^Recovery codes 3 Make new ones/)
    await service.foundation.db.query`delete from recovery_codes where citizen_id = ${citizen.citizenId}`
    expect(rowsOf(await browser.get(HOME)).at(-1)).toMatch(/^Recovery codes None left Make new ones/)
  })

  test('opens the programs that were entered last, none of another citizen, and nothing where nobody can go on', async () => {
    const programs = await Promise.all(
      Array.from({ length: 6 }, (_, index) => addProgram(service, { name: `Program ${index}` })),
    )
    for (const program of programs) {
      await enterProgram(service, program, browser)
      service.clock.advance(1)
    }
    await service.foundation.db.query`
      update clients set disabled_at = now() where client_id = ${programs[5]?.clientId ?? ''}`
    const page = await browser.get(HOME)
    const links = page.html.querySelectorAll('section[aria-labelledby=programs] .rows a')
    expect(links.map(({ text }) => text)).toEqual([4, 3, 2, 1].map((index) => `Open Program ${index}`))
    expect(sectionOf(page, 'programs')).toContain('Program 5')
    expect(sectionOf(page, 'programs')).not.toContain('Program 0')
    const other = service.browser()
    await signIn(other, await addCitizen(service))
    expect(sectionOf(await other.get(HOME), 'programs')).toContain('No program')
  })

  test('has the last five events, and who the citizen is', async () => {
    const page = await browser.get(HOME)
    expect(page.html.querySelectorAll('.events li')).toHaveLength(1)
    for (let time = 0; time < 6; time += 1) await signIn(service.browser(), citizen)
    const later = await browser.get(HOME)
    expect(later.html.querySelectorAll('.events li')).toHaveLength(5)
    expect(sectionOf(later, 'own')).toBe(
      `Your profile ${citizen.fullName} · ${citizen.email} · ${citizen.phoneNumber} Change`,
    )
  })

  // proves: home-one-statement
  test('is one statement beside the one that finds the session', async () => {
    await browser.get(HOME)
    sent.length = 0
    await browser.get(HOME)
    expect(sent.filter((statement) => !statement.includes('from sessions s join citizens'))).toHaveLength(1)
  })

  test.each([HOME, SECURITY])('%s is nothing for somebody who is not signed in', async (path) => {
    const answer = await service.browser().get(path, { follow: false })
    expect([answer.status, answer.location, answer.body]).toEqual([303, `${service.baseUrl}/login/`, ''])
  })

  test('one press signs out, from each page of the account', async () => {
    const page = await browser.get('/account/programs/')
    const out = await browser.submit(page, {}, { button: 'Sign out' })
    expect(out.html.querySelector('h1')?.text).toBe('You are signed out')
    expect((await browser.get(HOME, { follow: false })).status).toBe(303)
  })
})
