import { afterAll, beforeAll, expect, test } from 'vitest'
import { addCitizen, addProgram, TEST_PASSWORD } from '../packages/identity/testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  newAttempt,
} from '../packages/identity/testing/program-flow.ts'
import type { TestBrowser, Visited } from '../packages/identity/testing/test-browser.ts'
import { linkIn } from './kit/mail-server.ts'
import { openService, type Service } from './service.ts'

const PASSWORD = 'seven green horses at dawn'
const MOST_QUERY_CHARACTERS = 7 * 1024

let stage: Service

beforeAll(async () => {
  stage = await openService()
})
afterAll(() => stage?.close())

/** A request of exactly so many characters, whose state and nonce are as long as they may be. */
async function longRequest(characters: number) {
  const program = await addProgram(stage.identity.service)
  const long = { state: 's~'.repeat(1024), nonce: 'n-'.repeat(1024), ui_locales: 'en', x: '' }
  const attempt = newAttempt(program, long)
  const address = authorizeAddress(attempt)
  const padding = characters - (address.length - '/o/authorize/?'.length) - '&padding='.length
  return { ...long, address: `${address}&padding=${'%20'.repeat(padding / 3)}${'p'.repeat(padding % 3)}` }
}

const title = ({ html }: Visited) => html.querySelector('h1')?.text
const spoken = ({ html }: Visited) => html.querySelector('html')?.getAttribute('lang')

/** Sends the form at the foot of a page. */
async function choose(browser: TestBrowser, page: Visited, language: string): Promise<Visited> {
  const back = page.html.querySelector('footer input[name=back]')?.getAttribute('value')
  const token = page.html.querySelector('footer input[name=csrf_token]')?.getAttribute('value')
  const chosen = await browser.post('/language/', { csrf_token: token ?? '', back: back ?? '', language })
  expect(spoken(chosen)).toBe(language)
  return chosen
}

// proves: contract-4.1-authorize
test.each([6_700, MOST_QUERY_CHARACTERS])(
  'a request of %i characters survives the choice of a language, a sign-in and the next choice',
  async (characters) => {
    const { address, state } = await longRequest(characters)
    const browser = stage.identity.browser()
    const citizen = await addCitizen(stage.identity.service)
    const form = await choose(browser, await choose(browser, await browser.get(address), 'de'), 'en')
    expect(form.html.text).toContain('Parking Permits')
    const wrong = await browser.submit(form, { email: citizen.email, password: 'wrong horse' })
    const page = await browser.submit(wrong, { email: citizen.email, password: TEST_PASSWORD })
    const again = await choose(browser, await choose(browser, page, 'de'), 'en')
    const answer = await browser.submit(again, {}, { button: 'Continue', follow: false })
    expect(callbackParameters(answer).get('state')).toBe(state)
  },
)

// proves: contract-1.1-link-proves-address
test.each([6_700, MOST_QUERY_CHARACTERS])(
  'a request of %i characters survives a registration, in two languages, and a new password',
  async (characters) => {
    const { address, state } = await longRequest(characters)
    const browser = stage.identity.browser()
    const email = `long.${characters}@example.test`
    const login = await browser.get(address)
    const register = await choose(browser, await browser.click(login, 'Create an account'), 'en')
    const refused = await browser.submit(register, { full_name: '', email })
    expect(refused.status).toBe(400)
    const sent = await browser.submit(refused, { full_name: 'Ana', email })
    await choose(browser, sent, 'en')
    const link = linkIn(await stage.mailServer.mailTo(email, 'Confirm your email address'))
    const entered = await browser.submit(await browser.get(link), { password: PASSWORD })
    expect(title(entered)).toBe('Continue to Parking Permits?')

    const other = stage.identity.browser()
    await other.submit(await other.click(await other.get(address), 'Forgotten'), { email })
    const reset = linkIn(await stage.mailServer.mailTo(email, 'Choose a new password'))
    const page = await other.submit(await other.get(reset), { password: `${PASSWORD} again` })
    expect(title(page)).toBe('Continue to Parking Permits?')
    const answer = await other.submit(page, {}, { button: 'Continue', follow: false })
    expect(callbackParameters(answer).get('state')).toBe(state)
    expect([...other.cookies.keys()].filter((name) => name.includes('waiting'))).toEqual([])
  },
)

test('a long request of another site fills no browser with cookies: only a form that was sent does', async () => {
  const browser = stage.identity.browser()
  await browser.get((await longRequest(MOST_QUERY_CHARACTERS)).address)
  expect([...browser.cookies.values()].join('').length).toBeLessThan(1_000)
})
