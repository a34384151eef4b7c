// Takes long, because every form is reached and sent in each situation, and all rows are compared.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Citizen } from '../../packages/identity/src/citizens/index.ts'
import {
  addCitizen,
  addProgram,
  signIn,
  TEST_PASSWORD,
  type TestClient,
} from '../../packages/identity/testing/people.ts'
import {
  authorizeAddress,
  callbackParameters,
  enterProgram,
  newAttempt,
} from '../../packages/identity/testing/program-flow.ts'
import type { TestBrowser, Visited } from '../../packages/identity/testing/test-browser.ts'
import {
  CODES,
  GUESSED,
  LOST,
  MAILED,
  OF_DEVICES,
  PASSKEYS,
  REQUEST,
  SENT,
  TYPED,
  TYPED_BEHIND,
} from './forms-behind-steps.ts'
import { type InnerStage, linkPathOf, openInnerStage } from './inner-stage.ts'
import { confirmLostApp, withoutPhone } from './lost-phone.ts'
import { beginAddress, mailToNewAddress } from './new-address.ts'

const STALE = 'This page is out of date'
const AGAIN = 'Open the page again'

let stage: InnerStage
let entered: TestClient
let next: TestClient

beforeAll(async () => {
  stage = await openInnerStage()
  entered = await addProgram(stage.service)
  next = await addProgram(stage.service, { name: 'Library' })
})
afterAll(() => stage?.close())

/** A citizen who must prove the address gets another page on the way to a program. */
const KINDS = ['verified', 'unverified'] as const
type Kind = (typeof KINDS)[number]

/** A citizen who has entered a program from another browser, so that every account page shows some data. */
async function somebody(kind: Kind, fullName: string): Promise<Citizen> {
  const citizen = await addCitizen(stage.service, { fullName })
  await enterProgram(stage.service, entered, citizen)
  if (kind === 'unverified')
    await stage.service.database.db
      .query`update citizens set email_verified = false where citizen_id = ${citizen.citizenId}`
  return citizen
}

/** A form of a page, filled in as a citizen does. */
interface Shown {
  readonly page: Visited
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

function formsOn(page: Visited): readonly (readonly [string, Shown])[] {
  return page.html.querySelectorAll('form').map((form) => {
    const fields: Record<string, string> = {}
    for (const input of form.querySelectorAll('input, select, button[name]')) {
      const name = input.getAttribute('name') ?? ''
      fields[name] = TYPED[name] ?? input.getAttribute('value') ?? ''
    }
    const action = form.getAttribute('action') ?? ''
    return [`${action} ${fields['decision'] ?? ''}`.trim(), { page, action, fields }]
  })
}

const linksOn = (page: Visited) =>
  page.html.querySelectorAll('a[href^="/"]').map((link) => link.getAttribute('href') ?? '')

/** Every form that this browser finds by the links from these addresses. */
async function walk(browser: TestBrowser, starts: readonly string[]): Promise<ReadonlyMap<string, Shown>> {
  const addresses = new Set(starts)
  const forms = new Map<string, Shown>()
  // Iteration over a set includes items that are added meanwhile.
  for (const address of addresses) {
    const page = await browser.get(address)
    for (const [name, form] of formsOn(page)) forms.set(name, form)
    for (const link of linksOn(page)) addresses.add(link)
  }
  return forms
}

const walkSignedIn = (browser: TestBrowser) =>
  walk(browser, ['/account/', authorizeAddress(newAttempt(next, { login_hint: 'hinted@example.test' }))])

async function signOut(browser: TestBrowser): Promise<void> {
  await browser.submit(await browser.get('/logout/'))
  expect(browser.cookies.has('portico_session')).toBe(false)
}

const send = (browser: TestBrowser, { action, fields }: Shown) =>
  browser.post(action, fields, { follow: false })

/** Forms of people who are not signed in come again at once, with what was typed. */
const REOPENED = ['/register/', '/recover/', '/login/new-browser/', '/login/']

/** Whether the answer is the form itself, with what was typed except a password. */
function isReopened(name: string, answer: Visited): boolean {
  if (!REOPENED.includes(name) || answer.html.querySelector('h1')?.text === STALE) return false
  const value = (field: string) => answer.html.querySelector(`input[name=${field}]`)?.getAttribute('value')
  expect([name, answer.status, value('email')]).toEqual([name, 403, TYPED['email']])
  expect(answer.html.querySelector('.summary')?.text).toContain('Nothing was sent')
  expect([name, answer.body]).not.toEqual([name, expect.stringContaining(TYPED['password'] ?? '')])
  return true
}

/** Sends a form that must do nothing, and opens its page again. */
async function sendStale(browser: TestBrowser, name: string, form: Shown): Promise<Visited> {
  const before = await stage.fingerprint()
  const cookies = new Map(browser.cookies)
  const answer = await send(browser, form)
  if (isReopened(name, answer)) {
    expect([name, await stage.fingerprint(), browser.cookies]).toEqual([name, before, cookies])
    return answer
  }
  const said = [answer.status, answer.location, answer.html.querySelector('h1')?.text]
  expect([name, ...said]).toEqual([name, 403, undefined, STALE])
  expect([name, browser.cookies]).toEqual([name, cookies])
  const again = await browser.click(answer, AGAIN)
  expect([name, await stage.fingerprint()]).toEqual([name, before])
  const shown = answer.body + again.body
  for (const words of [TYPED['full_name'], TYPED['phone_number'], TYPED['email'], 'hinted@example.test'])
    expect([name, shown]).not.toEqual([name, expect.stringContaining(words ?? '')])
  return again
}

// proves: design-7.34-forms-bound-to-session, threat-left-open-tab
test('every form that takes a POST is found by following links: who adds a page links it, or adds the way to it here', async () => {
  const found = new Set<string>()
  for (const kind of KINDS) {
    const browser = stage.service.browser()
    await signIn(browser, await somebody(kind, 'Ana Example'))
    for (const { action } of (await walkSignedIn(browser)).values()) found.add(action)
  }
  const stranger = stage.service.browser()
  for (const { action } of (await walk(stranger, ['/login/'])).values()) found.add(action)
  const posts = stage.service.service.routes.filter(
    ({ method, audience }) => method === 'POST' && audience === 'page',
  )
  expect([...found, ...MAILED, ...SENT, ...PASSKEYS, ...CODES, ...LOST, GUESSED, REQUEST].sort()).toEqual(
    posts.map(({ path }) => path).sort(),
  )
})

describe.each(KINDS)('every form that a citizen who is %s was shown', (kind) => {
  test('does what it says while the citizen is signed in, so that what is refused below could have been done', async () => {
    const browser = stage.service.browser()
    await signIn(browser, await somebody(kind, 'Ana Example'))
    const shown = await walkSignedIn(browser)
    const forms = [...shown].filter(([name]) => !OF_DEVICES.includes(name))
    expect(forms.length).toBeGreaterThan(5)
    for (const [name, { page }] of forms) {
      const fresh = stage.service.browser()
      await signIn(fresh, await somebody(kind, 'Ana Example'))
      const form = new Map(formsOn(await fresh.get(page.url))).get(name)
      if (form === undefined) throw new Error(`${name} is not always there`)
      const { status } = await send(fresh, form)
      expect([name, status === 200 || status === 303]).toEqual([name, true])
    }
  })

  // proves: design-7.34-forms-bound-to-session, threat-left-open-tab
  test('does nothing for the next one in that browser, and tells nothing of the first', async () => {
    const [first, second] = [await somebody(kind, 'First Citizen'), await somebody(kind, 'Second Citizen')]
    const browser = stage.service.browser()
    await signIn(browser, first)
    const forms = await walkSignedIn(browser)
    await signOut(browser)
    await signIn(browser, second)
    for (const [name, form] of forms) {
      const again = await sendStale(browser, name, form)
      const actions = formsOn(again).map(([, { action }]) => action)
      expect([name, actions]).toEqual([name, expect.arrayContaining([form.action])])
      expect([name, again.body]).not.toEqual([name, expect.stringContaining('First Citizen')])
      expect([name, again.body]).not.toEqual([name, expect.stringContaining(first.email)])
    }
  })

  // proves: threat-left-open-tab
  test('does nothing for the next one where nobody signed out: the second citizen signed in over the first', async () => {
    const [first, second] = [await somebody(kind, 'First Citizen'), await somebody(kind, 'Second Citizen')]
    const browser = stage.service.browser()
    await signIn(browser, first)
    const forms = await walkSignedIn(browser)
    const login = await browser.get(authorizeAddress(newAttempt(next, { prompt: 'login' })))
    await browser.submit(login, { email: second.email, password: TEST_PASSWORD }, { follow: false })
    for (const [name, form] of forms) await sendStale(browser, name, form)
  })

  // proves: design-7.34-forms-bound-to-session, threat-left-open-tab
  test('does nothing in the same citizen’s next session', async () => {
    const citizen = await somebody(kind, 'Ana Example')
    const browser = stage.service.browser()
    await signIn(browser, citizen)
    const forms = await walkSignedIn(browser)
    await signOut(browser)
    await signIn(browser, citizen)
    for (const [name, form] of forms) {
      const again = await sendStale(browser, name, form)
      const actions = formsOn(again).map(([, { action }]) => action)
      expect([name, actions]).toEqual([name, expect.arrayContaining([form.action])])
    }
  })

  // proves: threat-left-open-tab
  test('does nothing once nobody is signed in; signing out is then done already', async () => {
    const browser = stage.service.browser()
    await signIn(browser, await somebody(kind, 'First Citizen'))
    const { '/logout/': logout, ...others } = Object.fromEntries(await walkSignedIn(browser))
    if (logout === undefined) throw new Error('No form to sign out')
    await signOut(browser)
    for (const [name, form] of Object.entries(others)) {
      const again = await sendStale(browser, name, form)
      const end = name === '/recover/' ? name : '/login/'
      expect([name, new URL(again.url).pathname]).toEqual([name, end])
    }
    const before = await stage.fingerprint()
    const answer = await send(browser, logout)
    expect([answer.status, answer.html.querySelector('h1')?.text]).toEqual([200, 'You are signed out'])
    expect(await stage.fingerprint()).toEqual(before)
  })
})

describe('every form that was shown before somebody signed in', () => {
  test('does nothing after, and leads on', async () => {
    const browser = stage.service.browser()
    const forms = await walk(browser, ['/login/'])
    const names = ['/language/', '/login/', '/login/passkey/', '/recover/', '/register/']
    expect([...forms.keys()].sort()).toEqual(names)
    await signIn(browser, await somebody('verified', 'Ana Example'))
    const ends: Readonly<Record<string, string>> = {
      '/language/': '/register/',
      '/login/': '/account/',
      '/login/passkey/': '/account/',
    }
    for (const [name, form] of forms) {
      const again = await sendStale(browser, name, form)
      expect([again.status, new URL(again.url).pathname]).toEqual([
        ends[name] === undefined ? 403 : 200,
        ends[name] ?? name,
      ])
    }
  })

  test('does nothing after a mailed link either; the link stays good', async () => {
    const browser = stage.service.browser()
    const citizen = await somebody('verified', 'Ana Example')
    const register = await browser.get('/register/')
    await browser.submit(register, { full_name: 'New Citizen', email: 'new.citizen@example.test' })
    await browser.submit(await browser.get('/recover/'), { email: citizen.email })
    const unproven = await somebody('unverified', 'Unproven Citizen')
    const elsewhere = stage.service.browser()
    await signIn(elsewhere, unproven)
    await elsewhere.submit(await elsewhere.get(authorizeAddress(newAttempt(next))))
    const guessed = await somebody('verified', 'Guessed Citizen')
    await browser.submit(await browser.get(GUESSED), { email: guessed.email })
    const lost = await withoutPhone(stage, await somebody('verified', 'Lost Citizen'))
    const keeps = await withoutPhone(stage, await somebody('verified', 'Keeping Citizen'))
    const [moves, stays] = [
      await somebody('verified', 'Moving Citizen'),
      await somebody('verified', 'Staying Citizen'),
    ]
    const mails = await stage.deliver()
    const links = [
      ...['new.citizen@example.test', citizen.email, unproven.email, guessed.email, lost.email].map((to) =>
        linkPathOf(mails.get(to)),
      ),
      await confirmLostApp(stage, keeps, linkPathOf(mails.get(keeps.email))),
      linkPathOf(await mailToNewAddress(stage, moves)),
      await beginAddress(stage, stays),
    ]
    const pages: Visited[] = []
    for (const link of links) pages.push(await browser.get(link))
    await signIn(browser, await somebody('verified', 'Other Citizen'))
    const found: string[] = []
    for (const page of pages) {
      const [[name, form] = []] = formsOn(page)
      if (name === undefined || form === undefined) throw new Error(`No form on ${page.url}`)
      found.push(name)
      const again = await sendStale(browser, name, form)
      expect([again.status, again.url]).toEqual([200, page.url])
      const { email } =
        {
          [`${GUESSED}confirm/`]: guessed,
          '/account/address/confirm/': moves,
          '/account/address/keep/': stays,
        }[name] ?? keeps
      const fields = TYPED_BEHIND[name] ?? { email }
      const done = await browser.submit(again, fields, { follow: false })
      expect([name, done.status]).toEqual([name, 303])
    }
    expect(found).toEqual(MAILED)
  })

  test('does nothing on the page after a request for a mail: neither its code nor sending it again', async () => {
    const browser = stage.service.browser()
    const citizen = await somebody('verified', 'Ana Example')
    const sent = await browser.submit(await browser.get('/recover/'), { email: citizen.email })
    const forms = formsOn(sent)
    expect(forms.map(([name]) => name)).toEqual(['/recover/sent/', '/recover/again/', '/language/'])
    stage.service.clock.advance(60)
    await signIn(browser, await somebody('verified', 'Other Citizen'))
    for (const [name, form] of forms.slice(0, 2)) {
      const again = await sendStale(browser, name, form)
      expect([again.status, formsOn(again).map(([left]) => left)]).toEqual([200, ['/language/']])
    }
  })

  test('a second tab to sign in leads on to its own program, and asks for no password again', async () => {
    const browser = stage.service.browser()
    const citizen = await somebody('verified', 'Ana Example')
    const attempts = [newAttempt(entered), newAttempt(next)] as const
    const tabs = [
      await browser.get(authorizeAddress(attempts[0])),
      await browser.get(authorizeAddress(attempts[1])),
    ] as const
    const fields = { email: citizen.email, password: TEST_PASSWORD }
    const first = await browser.submit(tabs[0], fields)
    expect(callbackParameters(first).get('state')).toBe(attempts[0].state)
    const second = await browser.submit(tabs[1], fields)
    expect([second.status, second.html.querySelector('h1')?.text]).toEqual([403, STALE])
    const page = await browser.click(second, AGAIN)
    expect(page.html.querySelector('h1')?.text).toBe('Continue to Library?')
    const answer = await browser.submit(page, {}, { button: 'Continue', follow: false })
    expect(callbackParameters(answer).get('state')).toBe(attempts[1].state)
  })
})

// proves: threat-carried-address
test('the address of a used link is in the next sign-in form of that browser alone, for 15 minutes, until somebody signs in', async () => {
  const citizen = await somebody('verified', 'Ana Example')
  const browser = stage.service.browser()
  await browser.submit(await browser.get('/recover/'), { email: citizen.email })
  const link = linkPathOf((await stage.deliver()).get(citizen.email))
  const elsewhere = stage.service.browser()
  const done = await elsewhere.submit(await elsewhere.get(link), { password: 'nine purple umbrellas' })
  const shown = async (one: TestBrowser) =>
    (await one.get('/login/')).html.querySelector('input[name=email]')?.getAttribute('value')
  expect(done.body).not.toContain(citizen.email)
  expect([await shown(elsewhere), await shown(browser)]).toEqual([citizen.email, undefined])
  const kept = elsewhere.cookies.get('portico_address') ?? ''
  browser.cookies.set('portico_address', kept)
  expect(await shown(browser)).toBeUndefined()
  elsewhere.cookies.set('portico_address', `${kept.slice(0, -2)}AA`)
  expect(await shown(elsewhere)).toBeUndefined()
  elsewhere.cookies.set('portico_address', kept)
  await signIn(elsewhere, await somebody('verified', 'Other Citizen'))
  await signOut(elsewhere)
  expect(await shown(elsewhere)).toBeUndefined()
  elsewhere.cookies.delete('portico_address')
  expect(await shown(elsewhere)).toBeUndefined()
})

describe('the cookies of a browser', () => {
  const copyOf = (browser: TestBrowser) => {
    const copy = stage.service.browser()
    for (const name of ['portico_browser', 'portico_visit'])
      copy.cookies.set(name, browser.cookies.get(name) ?? '')
    return copy
  }

  // proves: threat-browser-cookie-fixation
  test('planted before a sign-in, or copied before a sign-out, make no form that works after it', async () => {
    const citizen = await somebody('verified', 'Ana Example')
    const attacker = stage.service.browser()
    const planted = await walk(attacker, ['/login/', '/logout/'])
    const browser = copyOf(attacker)
    await signIn(browser, citizen)
    const during = await walk(copyOf(browser), ['/login/', '/logout/'])
    for (const [name, form] of [...planted, ...during]) await sendStale(browser, name, form)
    await signOut(browser)
    for (const [name, form] of [...planted, ...during]) {
      if (name !== '/logout/') await sendStale(browser, name, form)
    }
  })

  // proves: threat-browser-cookie-fixation
  test('the visit is another one after each sign-in, sign-out and change of the password; the browser stays known', async () => {
    const citizen = await addCitizen(stage.service)
    const browser = stage.service.browser()
    await browser.get('/login/')
    const seen = () => [browser.cookies.get('portico_visit'), browser.cookies.get('portico_browser')] as const
    const all = [seen()]
    const note = () => {
      all.push(seen())
      stage.service.clock.advance(1)
    }
    await signIn(browser, citizen)
    note()
    await signOut(browser)
    note()
    await signIn(browser, citizen)
    note()
    const change = await browser.get('/account/password/')
    const password = 'nine purple umbrellas'
    await browser.submit(change, { current_password: TEST_PASSWORD, password })
    note()
    const sessions = await browser.get('/account/sessions/')
    await browser.submit(sessions, {}, { button: 'Sign out this session' })
    note()
    await browser.get('/login/')
    note()
    const visits = all.map(([visit]) => visit)
    expect(new Set(visits).size).toBe(all.length - 1)
    expect(visits.at(-1)).toBe(visits.at(-2))
    expect(new Set(all.map(([, known]) => known)).size).toBe(1)
    const events = await stage.service.database.db.query<{ device: string }>`
      select details ->> 'device' as device from audit_events
       where citizen_id = ${citizen.citizenId} and name = 'signed-in' order by at, event_id`
    expect(events.map(({ device }) => device)).toEqual(['first-ever', 'known'])
  })

  // proves: threat-left-open-tab
  test('a note of where a mail went is for nobody who signs in after', async () => {
    const browser = stage.service.browser()
    const sent = await browser.submit(await browser.get('/recover/'), { email: 'first@example.test' })
    expect(sent.body).toContain('first@example.test')
    await signIn(browser, await somebody('verified', 'Ana Example'))
    expect((await browser.get(sent.url)).body).not.toContain('first@example.test')
  })

  test('a request of a program that waited is forgotten at the sign-out', async () => {
    const browser = stage.service.browser()
    const citizen = await somebody('verified', 'Ana Example')
    await browser.get(authorizeAddress(newAttempt(next)))
    expect(browser.cookies.has('portico_waiting')).toBe(true)
    await signIn(browser, citizen)
    await signOut(browser)
    expect(browser.cookies.has('portico_waiting')).toBe(false)
  })
})
