import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, type TestClient } from '../../../testing/people.ts'
import { authorizeAddress, callbackParameters, exchange, newAttempt } from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { disableClient, updateClient } from '../../clients/index.ts'
import { type Database, DatabaseUnavailable } from '../../platform/postgres/database.ts'

const HOME = 'https://permits.example.test/residents/'
const AN_HOUR_AND_MORE = 3601

let service: TestService
let program: TestClient
let browser: TestBrowser
let isOut = false

/** The database of the service, which a test can take away. */
const between = (db: Database): Database => ({
  layout: () => db.layout(),
  transaction: (work) => (isOut ? Promise.reject(new DatabaseUnavailable('out')) : db.transaction(work)),
  query: (statement, ...values) =>
    isOut ? Promise.reject(new DatabaseUnavailable('out')) : db.query<never>(statement, ...values),
})

beforeAll(async () => {
  service = await startTestService({ between })
})
beforeEach(async () => {
  isOut = false
  program = await addProgram(service, { home: HOME, names: { de: 'Parkausweise' } })
  browser = service.browser({ 'accept-language': 'de' })
})
afterAll(() => service.close())

/** The links of a page that lead to other origins. */
function waysBack({ html, url }: Visited): readonly (readonly [string, string | undefined])[] {
  return html
    .querySelectorAll('a')
    .filter((link) => new URL(link.getAttribute('href') ?? '', url).origin !== new URL(url).origin)
    .map((link) => [link.text.replace(/[\u2066-\u2069]/g, ''), link.getAttribute('href')])
}

const BACK = [['Zurück zu Parkausweise', HOME]]

// proves: design-46-way-back
describe.each([
  { of: 'the browser', accepts: 'de', asks: {} },
  { of: 'the program', accepts: 'en', asks: { ui_locales: 'de' } },
])('a page that cannot go on leads back to the program, in the language of $of', ({ accepts, asks }) => {
  beforeEach(() => {
    browser = service.browser({ 'accept-language': accepts })
  })

  test('an address that is not registered', async () => {
    const attempt = newAttempt(program, { ...asks, redirect_uri: 'https://evil.example/' })
    const answer = await browser.get(authorizeAddress(attempt))
    expect([answer.status, waysBack(answer)]).toEqual([400, BACK])
  })

  test('no address', async () => {
    const address = authorizeAddress(newAttempt(program, asks)).replace(/redirect_uri=[^&]*&?/, '')
    expect(waysBack(await browser.get(address))).toEqual(BACK)
  })

  test('a program that an operator has disabled', async () => {
    await disableClient(service.foundation, program.clientId)
    const answer = await browser.get(authorizeAddress(newAttempt(program, asks)))
    expect([answer.status, waysBack(answer)]).toEqual([400, BACK])
  })

  test('a sign-in that took too long, before and after the password', async () => {
    const form = await browser.get(authorizeAddress(newAttempt(program, asks)))
    service.clock.advance(AN_HOUR_AND_MORE)
    expect(waysBack(await browser.get(form.url))).toEqual(BACK)
    const handle = new URL(form.url).searchParams.get('resume') ?? ''
    const answer = await browser.get(`/o/authorize/?resume=${encodeURIComponent(handle)}`)
    expect([answer.status, waysBack(answer)]).toEqual([400, BACK])
  })

  test('a decision that took too long', async () => {
    await signIn(browser, await addCitizen(service, { language: 'de' }))
    const page = await browser.get(authorizeAddress(newAttempt(program, asks)))
    service.clock.advance(AN_HOUR_AND_MORE)
    expect(waysBack(await browser.submit(page, {}, { button: 'Weiter', follow: false }))).toEqual(BACK)
  })

  test('an outage: before the sign-in, at the sign-in, and with the form', async () => {
    const address = authorizeAddress(newAttempt(program, asks))
    const form = await browser.get(address)
    isOut = true
    const citizen = { email: 'ana@example.test', password: 'wrong' }
    for (const answer of [
      await browser.get(address),
      await browser.get(form.url.replace('/login/', '/o/authorize/')),
      await browser.submit(form, citizen),
    ])
      expect([answer.status, waysBack(answer)]).toEqual([503, BACK])
  })

  test('an outage while the decision is sent', async () => {
    await signIn(browser, await addCitizen(service, { language: 'de' }))
    const page = await browser.get(authorizeAddress(newAttempt(program, asks)))
    isOut = true
    const answer = await browser.submit(page, {}, { button: 'Weiter', follow: false })
    expect([answer.status, waysBack(answer)]).toEqual([503, BACK])
  })

  test('too many tries', async () => {
    const form = await browser.get(authorizeAddress(newAttempt(program, asks)))
    const citizen = await addCitizen(service)
    let answer = form
    for (let tries = 0; tries < 30 && answer.status !== 429; tries += 1)
      answer = await browser.submit(answer, { email: citizen.email, password: 'wrong' })
    expect([answer.status, waysBack(answer)]).toEqual([429, BACK])
  })
})

describe('nothing else leads there', () => {
  test('an unknown program has no home, and a repeated one is none', async () => {
    const unknown = { ...program, clientId: 'A'.repeat(24) }
    expect(waysBack(await browser.get(authorizeAddress(newAttempt(unknown))))).toEqual([])
    const repeated = `${authorizeAddress(newAttempt(program))}&client_id=${program.clientId}`
    expect(waysBack(await browser.get(repeated))).toEqual([])
    isOut = true
    expect(waysBack(await browser.get(repeated))).toEqual([])
  })

  test("another browser's handle says nothing, whether it waits or is too old", async () => {
    const form = await browser.get(authorizeAddress(newAttempt(program)))
    for (const seconds of [0, AN_HOUR_AND_MORE]) {
      service.clock.advance(seconds)
      const other = service.browser({ 'accept-language': 'de' })
      expect(waysBack(await other.get(form.url))).toEqual([])
      expect(waysBack(await other.get(form.url.replace('/login/', '/o/authorize/')))).toEqual([])
    }
  })

  test('a page that goes on has no such button', async () => {
    const form = await browser.get(authorizeAddress(newAttempt(program)))
    expect(waysBack(form)).toEqual([])
    expect(waysBack(await browser.submit(form, { email: 'ana@example.test', password: 'wrong' }))).toEqual([])
  })
})

// proves: design-46-home-origin
test('without a home of its own, the way back is the origin of the first redirect URI; other languages have the name', async () => {
  await updateClient(service.foundation, program.clientId, { home: null })
  await disableClient(service.foundation, program.clientId)
  const answer = await service.browser().get(authorizeAddress(newAttempt(program)))
  expect(waysBack(answer)).toEqual([['Return to Parking Permits', 'https://permits.example.test/']])
})

// proves: design-46-home-origin
test('whoever reads another language goes back to the home of that language, as long as it is on an origin of a redirect URI', async () => {
  const german = new URL('/de/', HOME).href
  await updateClient(service.foundation, program.clientId, { homes: { de: german } })
  await disableClient(service.foundation, program.clientId)
  const wayIn = async (language: string) =>
    waysBack(
      await service.browser({ 'accept-language': language }).get(authorizeAddress(newAttempt(program))),
    )
  expect(await wayIn('de')).toEqual([['Zurück zu Parkausweise', german]])
  expect(await wayIn('fr')).toEqual([[expect.stringContaining('Parking Permits'), HOME]])
  expect(await wayIn('en')).toEqual([['Return to Parking Permits', HOME]])
  await service.database.db.query`
    update clients set homes = '{"de": "https://evil.example/"}' where client_id = ${program.clientId}`
  expect(await wayIn('de')).toEqual([['Zurück zu Parkausweise', HOME]])
})

test('a home that the previous release has left behind, on an origin of no redirect URI, leads nowhere', async () => {
  await service.database.db.query`
    update clients set redirect_uris = array['https://new.example.test/cb'] where client_id = ${program.clientId}`
  const answer = await browser.get(authorizeAddress(newAttempt(program)))
  expect(waysBack(answer)).toEqual([['Zurück zu Parkausweise', 'https://new.example.test/']])
})

test('a new name, also in the language that was shown, is asked about before a code is given', async () => {
  await signIn(browser, await addCitizen(service, { language: 'de' }))
  const page = await browser.get(authorizeAddress(newAttempt(program)))
  expect(page.html.text).toContain('Parkausweise')
  await updateClient(service.foundation, program.clientId, { names: { de: 'Steuererklärung' } })
  const again = await browser.submit(page, {}, { button: 'Weiter', follow: false })
  expect([again.location, again.html.text.includes('Steuererklärung')]).toEqual([undefined, true])
})

test('the connected programs have their names in the language, and each can be opened', async () => {
  await signIn(browser, await addCitizen(service, { language: 'de' }))
  const attempt = newAttempt(program)
  const page = await browser.get(authorizeAddress(attempt))
  const answer = await browser.submit(page, {}, { button: 'Weiter', follow: false })
  const code = callbackParameters(answer).get('code') ?? ''
  expect((await exchange(service, program, { ...attempt, code })).status).toBe(200)
  expect(waysBack(await browser.get('/account/programs/'))).toEqual([['Parkausweise öffnen', HOME]])
  await disableClient(service.foundation, program.clientId)
  const disabled = await browser.get('/account/programs/')
  expect([disabled.html.text.includes('Parkausweise'), waysBack(disabled)]).toEqual([true, []])
  for (const path of ['/account/sessions/', '/account/activity/'])
    expect((await browser.get(path)).html.text).toContain('Parkausweise')
})
