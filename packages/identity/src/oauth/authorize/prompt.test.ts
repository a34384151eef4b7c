import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addCitizen, addProgram, signIn, TEST_PASSWORD, type TestClient } from '../../../testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  exchange,
  newAttempt,
} from '../../../testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../../testing/test-service.ts'
import type { Citizen } from '../../citizens/index.ts'

let service: TestService
let program: TestClient

beforeAll(async () => {
  service = await startTestService()
  program = await addProgram(service)
})
afterAll(() => service.close())

function ask(
  browser: TestBrowser,
  changes: Readonly<Record<string, string>>,
  follow = false,
): Promise<Visited> {
  return browser.get(authorizeAddress(newAttempt(program, changes)), { follow })
}

function fillIn(browser: TestBrowser, page: Visited, who: Citizen, follow = true): Promise<Visited> {
  return browser.submit(page, { email: who.email, password: TEST_PASSWORD }, { follow })
}

async function entered(): Promise<{ browser: TestBrowser; who: Citizen; idToken: string }> {
  const who = await addCitizen(service)
  const { browser, tokens } = await enterProgram(service, program, who)
  return { browser, who, idToken: tokens.id_token }
}

function expectError(answer: Visited, error: string): void {
  expect(answer.status).toBe(302)
  const parameters = callbackParameters(answer)
  expect([parameters.get('error'), parameters.get('iss')]).toEqual([error, service.baseUrl])
  expect(parameters.get('state')).toBeTruthy()
  expect(parameters.has('code')).toBe(false)
}

function expectCode(answer: Visited): void {
  expect(answer.status === 302 || answer.status === 303).toBe(true)
  expect(callbackParameters(answer).get('code')).toMatch(/^pac_/)
}

function expectSignIn(answer: Visited): void {
  expect([answer.status, answer.location]).toEqual([302, expect.stringContaining('/login/?resume=')])
}

async function claimsAfter(
  browser: TestBrowser,
  changes: Readonly<Record<string, string>>,
): Promise<Record<string, unknown>> {
  const attempt = newAttempt(program, changes)
  const answer = await browser.get(authorizeAddress(attempt), { follow: false })
  const code = callbackParameters(answer).get('code') ?? ''
  const { body } = await exchange(service, program, { ...attempt, code })
  return JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString())
}

describe('prompt=none never shows a page (OpenID Connect Core section 3.1.2.1)', () => {
  // proves: design-7.12-prompt-none, core-3.1.2.1-prompt-none, core-3.1.2.3-prompt-none-no-page
  // proves: core-3.1.2.6-login-errors
  test('nobody signed in: login_required', async () => {
    expectError(await ask(service.browser(), { prompt: 'none' }), 'login_required')
  })

  // proves: core-3.1.2.1-prompt-none, core-3.1.2.6-login-errors, core-3.1.2.3-prompt-none-no-page
  test('signed in, but the program is not allowed yet: consent_required', async () => {
    const browser = service.browser()
    await signIn(browser, await addCitizen(service))
    expectError(await ask(browser, { prompt: 'none' }), 'consent_required')
  })

  test('allowed, but with fewer scopes: consent_required', async () => {
    const who = await addCitizen(service)
    const { browser } = await enterProgram(service, program, who, { scope: 'openid' })
    expectCode(await ask(browser, { prompt: 'none', scope: 'openid' }))
    expectError(await ask(browser, { prompt: 'none', scope: 'openid email' }), 'consent_required')
  })

  // proves: design-7.12-prompt-none, core-3.1.2.3-prompt-none-no-page
  test('an address to be confirmed: interaction_required', async () => {
    const { browser, who } = await entered()
    await service.database.db
      .query`update citizens set email_verified = false where citizen_id = ${who.citizenId}`
    expectError(await ask(browser, { prompt: 'none' }), 'interaction_required')
  })

  // proves: core-3.1.2.6-login-errors
  test('no page led here: interaction_required', async () => {
    const { browser } = await entered()
    const address = authorizeAddress(newAttempt(program, { prompt: 'none' }))
    expectError(
      await browser.get(address, { follow: false, headers: { 'sec-fetch-site': 'none' } }),
      'interaction_required',
    )
  })

  test('a sign-in that is too old: login_required', async () => {
    const { browser } = await entered()
    service.clock.advance(61)
    expectError(await ask(browser, { prompt: 'none', max_age: '60' }), 'login_required')
    expectError(await ask(browser, { prompt: 'none', max_age: '0' }), 'login_required')
    expectCode(await ask(browser, { prompt: 'none', max_age: '61' }))
  })

  // proves: core-3.1.2.1-id-token-hint
  test('another citizen than the one that is meant: login_required', async () => {
    const { idToken } = await entered()
    const { browser } = await entered()
    expectError(await ask(browser, { prompt: 'none', id_token_hint: idToken }), 'login_required')
  })

  // proves: core-3.1.2.1-prompt-none
  test('allowed before: a code at once', async () => {
    const { browser } = await entered()
    expectCode(await ask(browser, { prompt: 'none' }))
  })

  test('a program that skips the page gets a code, and the connection is written down', async () => {
    const quiet = await addProgram(service, { name: 'Quiet', confirmation: 'skip-first-time' })
    const who = await addCitizen(service)
    const browser = service.browser()
    await signIn(browser, who)
    expectCode(await browser.get(authorizeAddress(newAttempt(quiet, { prompt: 'none' })), { follow: false }))
    const rows = await service.database.db.query`
      select scope from connections where citizen_id = ${who.citizenId} and client_id = ${quiet.clientId}`
    expect(rows).toEqual([{ scope: 'openid profile email offline_access' }])
  })
})

describe.each(['login', 'select_account', 'login consent', 'select_account login'])('prompt=%s', (prompt) => {
  // proves: core-3.1.2.1-prompt-login
  test('asks for the password although somebody is signed in, then goes on once', async () => {
    const { browser, who } = await entered()
    service.clock.advance(100)
    const form = await ask(browser, { prompt }, true)
    expect(form.html.querySelector('input[type=password]')).not.toBeNull()
    let answer = await fillIn(browser, form, who)
    if (answer.status === 200)
      answer = await browser.submit(answer, {}, { button: 'Continue', follow: false })
    expectCode(answer)
    expectSignIn(await ask(browser, { prompt }))
  })

  // proves: core-3.1.2.1-prompt-login, threat-old-sign-in-as-new
  test('is not satisfied by coming back without signing in', async () => {
    const { browser } = await entered()
    const form = await ask(browser, { prompt }, true)
    const handle = new URL(form.url).searchParams.get('resume') ?? ''
    expectSignIn(await browser.get(`/o/authorize/?resume=${encodeURIComponent(handle)}`, { follow: false }))
  })
})

describe('an old sign-in cannot pass for a new one, whoever edits the cookies of the browser (OpenID Connect Core section 3.1.2.1)', () => {
  const asks = [{ prompt: 'login' }, { prompt: 'select_account' }, { max_age: '0' }] as const

  function handleOf(answer: Visited): string {
    return `/o/authorize/?resume=${encodeURIComponent(new URL(answer.location ?? '').searchParams.get('resume') ?? '')}`
  }

  // proves: threat-old-sign-in-as-new
  test.each(asks)(
    '%j: the session cookie taken out for the question and put back after it',
    async (changes) => {
      const { browser, who } = await entered()
      const cookies = new Map(browser.cookies)
      service.clock.advance(100)
      browser.cookies.delete('portico_session')
      const asked = await ask(browser, changes)
      expectSignIn(asked)
      browser.cookies.set('portico_session', cookies.get('portico_session') ?? '')
      const again = await browser.get(handleOf(asked), { follow: false })
      expectSignIn(again)
      expectCode(await fillIn(browser, await browser.get(again.location ?? ''), who))
    },
  )

  // proves: threat-old-sign-in-as-new
  test.each(asks)('%j: the cookie of another browser of the same citizen', async (changes) => {
    const { browser, who } = await entered()
    const other = service.browser()
    await signIn(other, who)
    service.clock.advance(100)
    const asked = await ask(browser, changes)
    browser.cookies.set('portico_session', other.cookies.get('portico_session') ?? '')
    expectSignIn(await browser.get(handleOf(asked), { follow: false }))
  })

  test('whoever is signed in and asked again reads which program asks; a stranger does not read that', async () => {
    const { browser } = await entered()
    const mainOf = ({ html }: Visited) => html.querySelector('main')?.text.replaceAll('\u00a0', ' ')
    const asks = 'To go on at Parking Permits, prove once more that it is you.'
    expect(mainOf(await ask(browser, { prompt: 'login' }, true))).toContain(asks)
    expect(mainOf(await ask(browser, { prompt: 'select_account' }, true))).not.toContain(asks)
    expect(mainOf(await ask(service.browser(), { prompt: 'login' }, true))).not.toContain('You are signed in')
  })

  test('a sign-in that another process saw, whose clock is some seconds behind, counts', async () => {
    const { browser, who } = await entered()
    service.clock.advance(100)
    const form = await ask(browser, { prompt: 'login' }, true)
    service.clock.advance(-3)
    expectCode(await fillIn(browser, form, who))
  })

  // proves: threat-old-sign-in-as-new
  test('a clock that is set back between question and sign-in asks once more, and not for ever', async () => {
    const { browser, who } = await entered()
    const form = await ask(browser, { prompt: 'login' }, true)
    service.clock.advance(-3600)
    const once = await fillIn(browser, form, who)
    expect(once.html.querySelector('input[type=password]')).not.toBeNull()
    expectCode(await fillIn(browser, once, who))
    service.clock.advance(3600)
  })
})

// proves: design-7.12-auth-time
test('prompt=login gives an auth_time of the new sign-in (OpenID Connect Core section 2)', async () => {
  const { browser, who } = await entered()
  service.clock.advance(500)
  const attempt = newAttempt(program, { prompt: 'login' })
  const answer = await fillIn(browser, await browser.get(authorizeAddress(attempt)), who, true)
  const { body } = await exchange(service, program, {
    ...attempt,
    code: callbackParameters(answer).get('code') ?? '',
  })
  const claims = JSON.parse(Buffer.from(body.id_token.split('.')[1] ?? '', 'base64url').toString())
  expect(claims.auth_time).toBe(service.clock.now())
})

// proves: design-7.12-core-parameters, core-3.1.2.1-prompt-consent
test('prompt=consent shows the page although all was allowed, each time', async () => {
  const { browser } = await entered()
  for (let time = 0; time < 2; time += 1) {
    const page = await ask(browser, { prompt: 'consent' })
    expect(page.status).toBe(200)
    expect(page.html.text).toContain('asks you to confirm once more')
    expectCode(await browser.submit(page, {}, { button: 'Continue', follow: false }))
  }
})

// proves: design-7.14-confirm-again, design-7.14-skip-confirm
test('prompt=consent shows the page for a program that skips the first time too', async () => {
  const quiet = await addProgram(service, { confirmation: 'skip-first-time' })
  const { browser } = await entered()
  const answer = await browser.get(authorizeAddress(newAttempt(quiet, { prompt: 'consent' })), {
    follow: false,
  })
  expect(answer.status).toBe(200)
})

describe('max_age (OpenID Connect Core section 3.1.2.1)', () => {
  // proves: design-7.12-core-parameters, core-2-auth-time, core-3.1.2.1-max-age
  test('a young enough sign-in is taken, an older one is not', async () => {
    const { browser } = await entered()
    const signedInAt = service.clock.now()
    service.clock.advance(30)
    expect((await claimsAfter(browser, { max_age: '30' }))['auth_time']).toBe(signedInAt)
    expectSignIn(await ask(browser, { max_age: '29' }))
  })

  // proves: core-3.1.2.1-max-age
  test('max_age=0 asks for the password each time, and is content after it', async () => {
    const { browser, who } = await entered()
    expectSignIn(await ask(browser, { max_age: '0' }))
    expectCode(await fillIn(browser, await ask(browser, { max_age: '0' }, true), who))
    expectSignIn(await ask(browser, { max_age: '0' }))
  })

  // proves: core-15.1-harmless-parameters
  test('a very large max_age is any sign-in', async () => {
    const { browser } = await entered()
    expectCode(await ask(browser, { max_age: '999999999' }))
  })
})

describe('id_token_hint (OpenID Connect Core section 3.1.2.1)', () => {
  test('of the citizen who is here: a code', async () => {
    const { browser, idToken } = await entered()
    expectCode(await ask(browser, { id_token_hint: idToken }))
  })

  // proves: core-3.1.2.1-id-token-hint
  test('an expired one is as good', async () => {
    const { browser, idToken } = await entered()
    service.clock.advance(2 * 60 * 60)
    expectCode(await ask(browser, { id_token_hint: idToken }))
  })

  // proves: design-7.12-core-parameters, core-3.1.2.1-id-token-hint
  test('of somebody else: sign in, and only that citizen is let through', async () => {
    const meant = await entered()
    const { browser, who } = await entered()
    expectSignIn(await ask(browser, { id_token_hint: meant.idToken }))
    const wrong = await fillIn(browser, await ask(browser, { id_token_hint: meant.idToken }, true), who)
    expectError(wrong, 'login_required')
    expectCode(await fillIn(browser, await ask(browser, { id_token_hint: meant.idToken }, true), meant.who))
  })

  test('with nobody signed in: sign in', async () => {
    const { idToken, who } = await entered()
    const browser = service.browser()
    expectSignIn(await ask(browser, { id_token_hint: idToken }))
    expectCode(await fillIn(browser, await ask(browser, { id_token_hint: idToken }, true), who))
  })

  // proves: rfc7515-5.2-hint-verified, threat-token-confusion
  test('an access token, garbage, a bent signature or another key is invalid_request', async () => {
    const { browser, idToken } = await entered()
    const { tokens } = await enterProgram(service, program, browser)
    const [header, payload, signature = ''] = idToken.split('.')
    const { privateKey } = await generateKeyPair('RS256')
    const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
    const kid = JSON.parse(Buffer.from(header ?? '', 'base64url').toString()).kid
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const hints = [
      tokens.access_token,
      'a.b.c',
      `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${header}.${Buffer.from(JSON.stringify({ ...claims, sub: 'x' })).toString('base64url')}.${signature}`,
      `${none}.${payload}.`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(Buffer.from(program.secret)),
    ]
    for (const hint of hints) expectError(await ask(browser, { id_token_hint: hint }), 'invalid_request')
  })
})

// proves: core-3.1.2.1-login-hint, design-7.12-core-parameters
test('login_hint fills in the address of the sign-in form, escaped (OpenID Connect Core section 3.1.2.1)', async () => {
  const hint = 'ana"><script>@example.test'
  const form = await ask(service.browser(), { login_hint: hint }, true)
  expect(form.html.querySelector('input[name=email]')?.getAttribute('value')).toBe(hint)
  expect(form.body).not.toContain('<script>')
})

// proves: core-3.1.2.1-login-hint
test('login_hint does not keep another citizen from signing in', async () => {
  const who = await addCitizen(service)
  const browser = service.browser()
  const page = await fillIn(browser, await ask(browser, { login_hint: 'somebody@example.test' }, true), who)
  expect(page.html.text).toContain(who.email)
})

test.each([
  ['de', 'en', 'de'],
  ['de-CH', 'en', 'de'],
  ['xx de en', 'en', 'de'],
  ['en de', 'de', 'en'],
  ['xx', 'de', 'de'],
  ['', 'de', 'de'],
  ['xx', 'xx', 'en'],
])(
  'ui_locales "%s" with a browser of "%s" gives %s (OpenID Connect Core section 3.1.2.1)',
  async (wanted, accepts, given) => {
    const browser = service.browser({ 'accept-language': accepts })
    await signIn(browser, await addCitizen(service))
    const page = await ask(browser, { ui_locales: wanted })
    expect(page.html.querySelector('html')?.getAttribute('lang')).toBe(given)
  },
)

describe('prompt=create', () => {
  // proves: create-1.0-3-register
  test('who is not signed in sees the form of a new account, which names the program', async () => {
    const form = await ask(service.browser(), { prompt: 'create' }, true)
    expect([new URL(form.url).pathname, form.html.querySelector('#full_name')?.tagName]).toEqual([
      '/register/',
      'INPUT',
    ])
    expect(form.html.querySelector('main')?.text).toContain('Parking Permits')
  })

  test('the form leads to the sign-in for whoever has an account, and the request goes on', async () => {
    const browser = service.browser()
    const form = await ask(browser, { prompt: 'create' }, true)
    const link = form.html.querySelector('a[href^="/login/?resume="]')?.getAttribute('href') ?? ''
    const login = await browser.get(link)
    const confirm = await fillIn(browser, login, await addCitizen(service))
    expect(confirm.html.querySelector('form[action="/o/authorize/decision/"]')).not.toBeNull()
  })

  test('who is signed in goes on as without it', async () => {
    const { browser } = await entered()
    expectCode(await ask(browser, { prompt: 'create' }))
  })

  test('who is signed in and has to sign in once more sees the sign-in', async () => {
    const { browser } = await entered()
    expectSignIn(await ask(browser, { prompt: 'create login' }))
    expectSignIn(await ask(browser, { prompt: 'create', max_age: '0' }))
  })

  test('nobody is asked anything with none, so create is refused beside it', async () => {
    expectError(await ask(service.browser(), { prompt: 'create none' }), 'invalid_request')
  })
})
