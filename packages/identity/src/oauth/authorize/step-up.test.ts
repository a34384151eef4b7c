import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  newAttempt,
} from '../../../testing/program-flow.ts'
import { addSoftPasskey, type SoftPasskey } from '../../../testing/soft-passkey.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import { ACR_VALUES } from '../../access/index.ts'
import type { Citizen } from '../../citizens/index.ts'

const [PASSWORD, MULTI_FACTOR, PHISHING_RESISTANT] = ACR_VALUES
const PASSKEY_CLAIMS = { amr: ['pop', 'user', 'mfa'], acr: PHISHING_RESISTANT }
const PASSWORD_CLAIMS = { amr: ['pwd'], acr: PASSWORD }

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service, { confirmation: 'skip-first-time' })
})
afterAll(() => service.close())

interface Owner {
  readonly who: Citizen
  readonly browser: TestBrowser
  readonly passkey: SoftPasskey
}

/** A citizen with a passkey who is signed in by password. */
async function owner(): Promise<Owner> {
  const who = await addCitizen(service)
  const browser = service.browser()
  await signIn(browser, who)
  const passkey = await addSoftPasskey(browser, service)
  return { who, browser, passkey }
}

/** One request of the program in a browser: its answers, and the claims that its code gives. */
function begin(browser: TestBrowser, changes: Readonly<Record<string, string>>) {
  const attempt = newAttempt(program, changes)
  return {
    ask: (follow = false) => browser.get(authorizeAddress(attempt), { follow }),
    async claims(answer: Visited): Promise<Record<string, unknown>> {
      const code = callbackParameters(answer).get('code') ?? ''
      const { body } = await exchange(service, program, { ...attempt, code })
      return decodeJwt(body.id_token)
    },
  }
}

const usePassword = ({ browser, who }: Owner, page: Visited) =>
  browser.submit(page, { email: who.email, password: TEST_PASSWORD })

const usePasskey = ({ browser, passkey }: Owner, page: Visited) =>
  browser.post('/login/passkey/', passkey.used(page))

const isSignIn = (answer: Visited) => answer.location?.includes('/login/?resume=') ?? false

describe('the ID token says how the citizen signed in at auth_time (OpenID Connect Core section 2, RFC 8176)', () => {
  // proves: core-2-acr-amr
  test('by password, by passkey and by password again in one session', async () => {
    const citizen = await owner()
    const first = begin(citizen.browser, {})
    expect(await first.claims(await first.ask())).toMatchObject(PASSWORD_CLAIMS)
    service.clock.advance(60)
    const second = begin(citizen.browser, { prompt: 'login' })
    const claims = await second.claims(await usePasskey(citizen, await second.ask(true)))
    expect(claims).toMatchObject({ ...PASSKEY_CLAIMS, auth_time: service.clock.now() })
    service.clock.advance(60)
    const third = begin(citizen.browser, { prompt: 'login' })
    expect(await third.claims(await usePassword(citizen, await third.ask(true)))).toMatchObject(
      PASSWORD_CLAIMS,
    )
  })

  test('and nothing about it for a code of the previous release, or of a later one', async () => {
    for (const proof of [null, 'retina']) {
      const { browser } = await owner()
      const attempt = begin(browser, {})
      const answer = await attempt.ask()
      await service.database.db.query`update authorization_codes set proof = ${proof} where spent_at is null`
      const claims = await attempt.claims(answer)
      expect(['amr', 'acr'].filter((name) => name in claims)).toEqual([])
      expect(claims['auth_time']).toBe(service.clock.now())
    }
  })
})

describe('acr_values is a wish (OpenID Connect Core section 3.1.2.1)', () => {
  // proves: core-3.1.2.1-acr-values
  test('a session that began with a password leads to the page that asks for the passkey, and the ID token says that it was used', async () => {
    const citizen = await owner()
    const attempt = begin(citizen.browser, { acr_values: PHISHING_RESISTANT })
    const page = await attempt.ask(true)
    expect(page.html.text).toContain('asks for more than a password')
    expect(await attempt.claims(await usePasskey(citizen, page))).toMatchObject(PASSKEY_CLAIMS)
  })

  // proves: core-3.1.2.1-acr-values, threat-old-sign-in-as-new
  test('coming back without signing in is not enough, nor is the cookie of another browser', async () => {
    const citizen = await owner()
    const other = service.browser()
    await signIn(other, citizen.who)
    service.clock.advance(60)
    const page = await begin(citizen.browser, { acr_values: PHISHING_RESISTANT }).ask(true)
    const resume = new URL(page.url).searchParams.get('resume') ?? ''
    const back = `/o/authorize/?resume=${encodeURIComponent(resume)}`
    expect(isSignIn(await citizen.browser.get(back, { follow: false }))).toBe(true)
    citizen.browser.cookies.set('portico_session', other.cookies.get('portico_session') ?? '')
    expect(isSignIn(await citizen.browser.get(back, { follow: false }))).toBe(true)
  })

  // proves: core-3.1.2.1-acr-values
  test('whoever takes the password all the same is let through, and the ID token says so', async () => {
    const citizen = await owner()
    const attempt = begin(citizen.browser, { acr_values: `${PHISHING_RESISTANT} ${MULTI_FACTOR}` })
    const claims = await attempt.claims(await usePassword(citizen, await attempt.ask(true)))
    expect(claims).toMatchObject(PASSWORD_CLAIMS)
  })

  // proves: core-3.1.2.1-acr-values
  test('who has no passkey is not asked, and with prompt=none nobody is', async () => {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service))
    const attempt = begin(browser, { acr_values: PHISHING_RESISTANT })
    expect(await attempt.claims(await attempt.ask())).toMatchObject(PASSWORD_CLAIMS)
    const quiet = begin((await owner()).browser, { acr_values: PHISHING_RESISTANT, prompt: 'none' })
    expect(await quiet.claims(await quiet.ask())).toMatchObject(PASSWORD_CLAIMS)
  })

  test.each([
    [MULTI_FACTOR, MULTI_FACTOR],
    [`${MULTI_FACTOR} ${PHISHING_RESISTANT}`, MULTI_FACTOR],
    [`${PHISHING_RESISTANT} ${MULTI_FACTOR}`, PHISHING_RESISTANT],
    [`phrh unknown ${MULTI_FACTOR}`, MULTI_FACTOR],
    [PASSWORD, PHISHING_RESISTANT],
    ['phrh', PHISHING_RESISTANT],
    ['__proto__ toString', PHISHING_RESISTANT],
  ])('a passkey session that is asked for "%s" gets %s at once', async (acr_values, acr) => {
    const citizen = await owner()
    const first = begin(citizen.browser, { prompt: 'login' })
    await usePasskey(citizen, await first.ask(true))
    const attempt = begin(citizen.browser, { acr_values })
    expect(await attempt.claims(await attempt.ask())).toMatchObject({ acr })
  })

  // proves: core-3.1.2.1-acr-values
  test('a password in another tab, while the page of the program is open, leads to the passkey again', async () => {
    const citizen = await owner()
    const asks = await addProgram(service, { name: 'Asks first' })
    const first = begin(citizen.browser, { prompt: 'login' })
    await usePasskey(citizen, await first.ask(true))
    const attempt = newAttempt(asks, { acr_values: PHISHING_RESISTANT })
    const confirm = await citizen.browser.get(authorizeAddress(attempt))
    await usePassword(citizen, await begin(citizen.browser, { prompt: 'login' }).ask(true))
    let answer = await citizen.browser.submit(confirm, {}, { button: 'Continue', follow: false })
    if (!answer.location?.includes('code='))
      answer = await citizen.browser.get(authorizeAddress(attempt), { follow: false })
    expect(answer.location?.includes('code=') ?? false).toBe(false)
  })

  // proves: core-3.1.2.1-max-age
  test('it and max_age survive the sign-in that they cause, with the consent page too', async () => {
    const asks = await addProgram(service, { name: 'Asks first' })
    const citizen = await owner()
    service.clock.advance(600)
    const attempt = newAttempt(asks, { acr_values: MULTI_FACTOR, max_age: '300' })
    const page = await citizen.browser.get(authorizeAddress(attempt))
    const confirm = await usePasskey(citizen, page)
    const answer = await citizen.browser.submit(confirm, {}, { button: 'Continue', follow: false })
    const code = callbackParameters(answer).get('code') ?? ''
    const { body } = await exchange(service, asks, { ...attempt, code })
    expect(decodeJwt(body.id_token)).toMatchObject({ acr: MULTI_FACTOR, auth_time: service.clock.now() })
  })
})

// proves: core-3.1.2.1-max-age
test('max_age=0 forces a sign-in of a passkey session too, which a passkey satisfies', async () => {
  const citizen = await owner()
  const first = begin(citizen.browser, { prompt: 'login' })
  await usePasskey(citizen, await first.ask(true))
  service.clock.advance(10)
  const attempt = begin(citizen.browser, { max_age: '0', acr_values: PHISHING_RESISTANT })
  const page = await attempt.ask(true)
  expect(page.html.querySelector('input[type=password]')).not.toBeNull()
  expect(await attempt.claims(await usePasskey(citizen, page))).toMatchObject({
    ...PASSKEY_CLAIMS,
    auth_time: service.clock.now(),
  })
})

test('a page longer open than max_age asks once more, so that no older sign-in reaches the program', async () => {
  const asks = await addProgram(service, { name: 'Asks first' })
  const citizen = await owner()
  const confirm = await citizen.browser.get(authorizeAddress(newAttempt(asks, { max_age: '300' })))
  service.clock.advance(301)
  expect(isSignIn(await citizen.browser.submit(confirm, {}, { button: 'Continue', follow: false }))).toBe(
    true,
  )
})

test('a program that asks for nothing gets the same claims', async () => {
  const { tokens } = await enterProgram(service, program, await addCitizen(service))
  expect(decodeJwt(tokens.id_token)).toMatchObject(PASSWORD_CLAIMS)
})
