import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import { addSoftPasskey, SoftPasskey } from '../../packages/identity/src/passkeys/passkeys.fixture.ts'
import { addSoftApp, givePassword, SoftApp } from '../../packages/identity/src/second-factor/app.fixture.ts'
import { addCitizen, addProgram, signIn, TEST_PASSWORD } from '../../packages/identity/testing/people.ts'
import { authorizeAddress, enterProgram, newAttempt } from '../../packages/identity/testing/program-flow.ts'
import type { TestBrowser } from '../../packages/identity/testing/test-browser.ts'
import { EVIL, FORGERIES } from './forgeries.ts'
import { codeOf, type InnerStage, linkPathOf, openInnerStage } from './inner-stage.ts'
import { confirmLostApp, LOST_APP, reportLostApp } from './lost-phone.ts'
import { addressForms } from './new-address.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'

let stage: InnerStage
let program: Awaited<ReturnType<typeof addProgram>>

beforeAll(async () => {
  stage = await openInnerStage()
  program = await addProgram(stage.service)
})
afterAll(() => stage?.close())

/** A citizen with a browser. */
interface Victim {
  readonly citizen: Citizen
  readonly browser: TestBrowser
}

/** A form of a page, and the values that a person enters. */
interface FilledForm {
  /** The address of its page. */
  readonly page: string
  readonly fields?: Readonly<Record<string, string>>
  /** The first words of its button, if a page has several forms or buttons. */
  readonly button?: string
}

/** A citizen who is signed in here and elsewhere, and has entered a program. */
async function newVictim() {
  const citizen = await addCitizen(stage.service)
  const browser = stage.service.browser()
  await signIn(stage.service.browser(), citizen)
  await signIn(browser, citizen)
  return { citizen, browser, entered: await enterProgram(stage.service, program, browser) }
}

/** A citizen who is signed in, and must still prove the address. */
async function unverified(): Promise<Victim> {
  const citizen = await addCitizen(stage.service, { emailVerified: false })
  const browser = stage.service.browser()
  await signIn(browser, citizen)
  return { citizen, browser }
}

const NEW_PASSWORD = 'nine purple umbrellas'
const linkFor = async (email: string) => linkPathOf((await stage.deliver()).get(email))

/** Fills in a form in the citizen's browser and sends it, as the citizen does. */
async function send(browser: TestBrowser, form: FilledForm): Promise<void> {
  await browser.submit(await browser.get(form.page), form.fields, {
    follow: false,
    ...(form.button ? { button: form.button } : {}),
  })
}

let registrations = 0

const PASSKEYS = '/account/passkeys/'
const CODES = '/account/codes/'

/** A citizen with an app, who has just signed in with a code. */
async function withApp() {
  const victim = await newVictim()
  const { app } = await addSoftApp(victim.browser, stage.service)
  stage.service.clock.advance(60)
  const prove = { password: TEST_PASSWORD }
  const asked = await victim.browser.submit(await victim.browser.get(CODES), prove, { button: 'Continue' })
  await victim.browser.submit(asked, { code: app.code() })
  stage.service.clock.advance(60)
  return { ...victim, app }
}

/** A citizen with an app, whose browser has given the password. */
async function beforeCode() {
  const { citizen, app } = await withApp()
  const browser = stage.service.browser()
  await givePassword(browser, citizen)
  return { citizen, app, browser }
}

/** A citizen with an app, who has asked for the mail for lost apps in this browser. */
async function lostApp() {
  const { citizen } = await withApp()
  const browser = await reportLostApp(stage, citizen)
  return { citizen, browser, mail: (await stage.deliver()).get(citizen.email) }
}

/** A citizen with an app whose removal waits, and the path that stops it. */
async function removalWaits() {
  const victim = await withApp()
  await reportLostApp(stage, victim.citizen)
  return { ...victim, stop: await confirmLostApp(stage, victim.citizen, await linkFor(victim.citizen.email)) }
}

/** A citizen who has asked for a mail in this browser: the form that takes its code, or the one that sends it again. */
async function afterRequest(path: string, button: 'code' | 'again') {
  const isRegistration = path === '/register/'
  const isVerification = path === '/account/verification/'
  const victim = await (isVerification ? unverified() : newVictim())
  const email = isRegistration ? `asks.${(registrations += 1)}@example.test` : victim.citizen.email
  const fields: Readonly<Record<string, string>> = isRegistration ? { full_name: 'Ana', email } : { email }
  await send(
    victim.browser,
    isVerification ? { page: authorizeAddress(newAttempt(program)) } : { page: path, fields },
  )
  const code = codeOf((await stage.deliver()).get(email))
  stage.service.clock.advance(60)
  return { ...victim, form: { page: `${path}sent/`, fields: button === 'code' ? { code } : {} } }
}

const ASKED = ['/register/', '/recover/', '/login/new-browser/', '/account/verification/']

/** Every form of the service: the attacked citizen, and the form that has an effect when this citizen sends it. */
const FORMS: Readonly<Record<string, () => Promise<Victim & { readonly form: FilledForm }>>> = {
  '/login/': async () => {
    // The sign-in form must be protected, too: otherwise the citizen would use the account of the attacker.
    const citizen = await addCitizen(stage.service)
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    return { citizen, browser: stage.service.browser(), form: { page: '/login/', fields } }
  },
  '/register/': async () => ({
    ...(await newVictim()),
    form: { page: '/register/', fields: { full_name: 'Eve', email: 'eve@example.test' } },
  }),
  '/register/confirm/': async () => {
    const victim = await newVictim()
    const email = `waits.${(registrations += 1)}@example.test`
    await send(victim.browser, { page: '/register/', fields: { full_name: 'Ana', email } })
    return { ...victim, form: { page: await linkFor(email), fields: { password: NEW_PASSWORD } } }
  },
  '/recover/': async () => {
    const victim = await newVictim()
    return { ...victim, form: { page: '/recover/', fields: { email: victim.citizen.email } } }
  },
  '/recover/confirm/': async () => {
    const victim = await newVictim()
    await send(victim.browser, { page: '/recover/', fields: { email: victim.citizen.email } })
    const page = await linkFor(victim.citizen.email)
    return { ...victim, form: { page, fields: { password: NEW_PASSWORD } } }
  },
  '/login/new-browser/': async () => {
    const victim = await newVictim()
    return { ...victim, form: { page: '/login/new-browser/', fields: { email: victim.citizen.email } } }
  },
  '/login/new-browser/confirm/': async () => {
    const victim = await newVictim()
    const fields = { email: victim.citizen.email }
    await send(victim.browser, { page: '/login/new-browser/', fields })
    return { ...victim, form: { page: await linkFor(victim.citizen.email), fields } }
  },
  '/language/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/', fields: { language: 'fr' } },
  }),
  '/logout/': async () => ({ ...(await newVictim()), form: { page: '/logout/' } }),
  '/account/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/', fields: { full_name: 'Mallory', phone_number: '' }, button: 'Save' },
  }),
  '/account/password/': async () => ({
    ...(await newVictim()),
    form: {
      page: '/account/password/',
      fields: { current_password: TEST_PASSWORD, password: NEW_PASSWORD },
    },
  }),
  '/account/sessions/end/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/sessions/' },
  }),
  '/account/sessions/end-others/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/sessions/' },
  }),
  '/account/programs/disconnect/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/programs/' },
  }),
  '/account/activity/not-me/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/activity/not-me/', button: 'Sign everyone out' },
  }),
  '/account/close/': async () => ({
    ...(await newVictim()),
    form: { page: '/account/close/', button: 'Close my account' },
  }),
  '/account/close/prove/': async () => {
    const victim = await newVictim()
    stage.service.clock.advance(301)
    return { ...victim, form: { page: '/account/close/', fields: { password: TEST_PASSWORD } } }
  },
  '/account/data/download/': async () => ({ ...(await newVictim()), form: { page: '/account/data/' } }),
  '/account/data/prove/': async () => {
    const victim = await newVictim()
    stage.service.clock.advance(301)
    return { ...victim, form: { page: '/account/data/', fields: { password: TEST_PASSWORD } } }
  },
  '/account/passkeys/add/': async () => {
    const victim = await newVictim()
    const made = new SoftPasskey(stage.service.baseUrl).made(await victim.browser.get(PASSKEYS))
    return { ...victim, form: { page: PASSKEYS, fields: made } }
  },
  '/account/passkeys/remove/': async () => {
    const victim = await newVictim()
    await addSoftPasskey(victim.browser, stage.service)
    return { ...victim, form: { page: PASSKEYS } }
  },
  '/account/passkeys/prove/': async () => {
    const victim = await newVictim()
    stage.service.clock.advance(301)
    return { ...victim, form: { page: PASSKEYS, fields: { password: TEST_PASSWORD } } }
  },
  '/login/passkey/': async () => {
    const victim = await newVictim()
    const passkey = await addSoftPasskey(victim.browser, stage.service)
    const browser = stage.service.browser()
    const used = passkey.used(await browser.get('/login/'))
    return { ...victim, browser, form: { page: '/login/', fields: used } }
  },
  '/login/code/': async () => {
    const { app, ...victim } = await beforeCode()
    return { ...victim, form: { page: '/login/code/', fields: { code: app.code() } } }
  },
  [LOST_APP]: async () => ({ ...(await beforeCode()), form: { page: LOST_APP } }),
  [`${LOST_APP}sent/`]: async () => {
    const { mail, ...victim } = await lostApp()
    return { ...victim, form: { page: `${LOST_APP}sent/`, fields: { code: codeOf(mail) } } }
  },
  [`${LOST_APP}again/`]: async () => {
    const victim = await lostApp()
    stage.service.clock.advance(60)
    return { ...victim, form: { page: `${LOST_APP}sent/` } }
  },
  [`${LOST_APP}confirm/`]: async () => {
    const { mail, ...victim } = await lostApp()
    return { ...victim, form: { page: linkPathOf(mail), fields: { password: TEST_PASSWORD } } }
  },
  '/login/code/keep/': async () => {
    const { stop, ...victim } = await removalWaits()
    return { ...victim, form: { page: stop, fields: { email: victim.citizen.email } } }
  },
  '/account/codes/keep/': async () => ({ ...(await removalWaits()), form: { page: CODES } }),
  '/account/codes/rename/': async () => ({
    ...(await withApp()),
    form: { page: CODES, fields: { name: 'Tablet' }, button: 'Rename' },
  }),
  '/account/passkeys/rename/': async () => {
    const victim = await newVictim()
    await addSoftPasskey(victim.browser, stage.service)
    return { ...victim, form: { page: PASSKEYS, fields: { name: 'Tablet' }, button: 'Rename' } }
  },
  '/account/codes/add/': async () => {
    const victim = await newVictim()
    const page = await victim.browser.get(`${CODES}add/`)
    const setup = page.html.querySelector('input[name=setup]')?.getAttribute('value') ?? ''
    const fields = { setup, code: new SoftApp(stage.service, page).code() }
    return { ...victim, form: { page: `${CODES}add/`, fields } }
  },
  '/account/codes/remove/': async () => ({
    ...(await withApp()),
    form: { page: CODES, button: 'Remove' },
  }),
  '/account/codes/recovery/': async () => ({
    ...(await withApp()),
    form: { page: CODES, button: 'Make new recovery codes' },
  }),
  '/account/codes/prove/': async () => {
    const victim = await newVictim()
    stage.service.clock.advance(301)
    return { ...victim, form: { page: CODES, fields: { password: TEST_PASSWORD } } }
  },
  ...addressForms(() => stage, newVictim),
  '/account/verification/': async () => {
    const attempt = newAttempt(program)
    return { ...(await unverified()), form: { page: authorizeAddress(attempt) } }
  },
  '/account/verification/confirm/': async () => {
    const victim = await unverified()
    await send(victim.browser, { page: authorizeAddress(newAttempt(program)) })
    return {
      ...victim,
      form: { page: await linkFor(victim.citizen.email), fields: { password: TEST_PASSWORD } },
    }
  },
  ...Object.fromEntries(ASKED.map((path) => [`${path}sent/`, () => afterRequest(path, 'code')])),
  ...Object.fromEntries(ASKED.map((path) => [`${path}again/`, () => afterRequest(path, 'again')])),
  '/o/authorize/decision/': async () => {
    const other = await addProgram(stage.service, { name: 'Greedy' })
    const form = { page: authorizeAddress(newAttempt(other)), fields: { decision: 'continue' } }
    return { ...(await newVictim()), form }
  },
}

/** Endpoints with POST that are no forms, because no cookie gives them any right. */
const WITHOUT_COOKIES = {
  json: ['/api/v1/accounts/register/', '/api/v1/accounts/recover/'],
  credentials: ['/o/token/', '/o/revoke/', '/api/integrations/introspect/', '/o/userinfo/'],
  /** An authorization request: its effect is the same as that of a link. */
  request: ['/o/authorize/'],
}

// proves: threat-csrf
test('every POST that the service answers is attacked here: who adds one adds its good form', () => {
  const posts = stage.service.service.routes.filter(({ method }) => method === 'POST')
  const known = [...Object.keys(FORMS), ...Object.values(WITHOUT_COOKIES).flat()]
  expect(posts.map(({ path }) => path).sort()).toEqual(known.sort())
})

/** The fields of a page's form in its browser, with the CSRF token. */
async function shownFields(browser: TestBrowser, path: string, form: FilledForm) {
  const page = await browser.get(form.page)
  const shown = page.html.querySelectorAll('form').find((each) => each.getAttribute('action') === path)
  if (shown === undefined)
    throw new Error(`No form to ${path} on ${page.url}: ${page.html.text.slice(0, 300)}`)
  const fields: Record<string, string> = {}
  for (const input of shown.querySelectorAll('input'))
    fields[input.getAttribute('name') ?? ''] = input.getAttribute('value') ?? ''
  return { ...fields, ...form.fields } as Record<string, string> & { csrf_token: string }
}

async function foreignToken(): Promise<string> {
  const page = await stage.service.browser().get('/login/')
  return page.html.querySelector('input[name=csrf_token]')?.getAttribute('value') ?? ''
}

// proves: threat-csrf
describe('a form that another site sends in a citizen’s browser changes nothing', () => {
  test.each(Object.keys(FORMS))('%s', async (path) => {
    const { browser, form } = await (FORMS[path] as (typeof FORMS)[string])()
    const fields = await shownFields(browser, path, form)
    const foreign = await foreignToken()
    const before = await stage.fingerprint()
    for (const [what, forge] of FORGERIES) {
      const { headers, type, fields: forged } = forge(fields, foreign)
      const cookies = new Map(browser.cookies)
      const answer = await browser.post(path, forged, {
        follow: false,
        headers: { 'content-type': type ?? FORM_TYPE, ...headers },
      })
      expect([what, answer.status]).toEqual([what, type === undefined ? 403 : 400])
      expect([what, browser.cookies]).toEqual([what, cookies])
    }
    for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE']) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const address = `${stage.service.baseUrl}${path}?${new URLSearchParams(fields)}`
      const answer = await fetch(address, { method, redirect: 'manual', headers: { cookie } })
      expect(answer.status).toBeLessThan(500)
    }
    expect(await stage.fingerprint()).toEqual(before)
    // The refusals above have only this one cause: the same form from its own page works.
    const good = await browser.post(path, fields, {
      follow: false,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(good.status).toBeLessThan(400)
    expect(await stage.fingerprint()).not.toEqual(before)
  })
})

// proves: threat-csrf
describe('what takes no cookie cannot be asked in a citizen’s name', () => {
  const SIMPLE_TYPES = [FORM_TYPE, 'text/plain', 'multipart/form-data; boundary=x', '', 'application/jsonp']

  test.each(WITHOUT_COOKIES.json)(
    '%s: no body that a form can send, and no leave for scripts',
    async (path) => {
      const before = await stage.fingerprint()
      const body = '{"email":"cross.site@example.test","full_name":"Ana"}'
      for (const type of SIMPLE_TYPES) {
        const headers = { 'content-type': type, origin: EVIL, 'sec-fetch-site': 'cross-site' }
        const answer = await fetch(stage.service.baseUrl + path, { method: 'POST', headers, body })
        expect([type, answer.status]).toEqual([type, 400])
      }
      const headers = {
        origin: EVIL,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      }
      const asked = await fetch(stage.service.baseUrl + path, { method: 'OPTIONS', headers })
      expect([...asked.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
      expect(await stage.fingerprint()).toEqual(before)
    },
  )

  test.each(WITHOUT_COOKIES.credentials)('%s: cookies are no credentials', async (path) => {
    const { browser, entered } = await newVictim()
    const before = await stage.fingerprint()
    for (const fields of [
      { token: entered.tokens.access_token },
      { grant_type: 'refresh_token', refresh_token: entered.tokens.refresh_token },
    ]) {
      for (const headers of [{}, { origin: EVIL, 'sec-fetch-site': 'cross-site' }])
        expect((await browser.post(path, fields, { headers })).status).toBe(401)
    }
    expect(await stage.fingerprint()).toEqual(before)
  })

  // proves: threat-csrf
  test('an authorization request that another site posts is taken up as the link that it could have been', async () => {
    const { browser } = await newVictim()
    const other = await addProgram(stage.service, { name: 'Other' })
    const before = await stage.fingerprint()
    for (const site of ['cross-site', 'same-site', 'none', 'nonsense']) {
      const { parameters } = newAttempt(other)
      const headers = { 'sec-fetch-site': site, origin: EVIL }
      const answer = await browser.post('/o/authorize/', parameters, { headers, follow: false })
      const expected = `${stage.service.baseUrl}/o/authorize/?${new URLSearchParams(parameters)}`
      expect([answer.status, answer.location]).toEqual([303, expected])
      expect((await browser.get(answer.location ?? '')).html.querySelector('h1')?.text).toContain('Other')
    }
    expect(await stage.fingerprint()).toEqual(before)
  })
})
