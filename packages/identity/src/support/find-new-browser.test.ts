import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../testing/contract-limits.ts'
import { expectSameValues, inEnglish, inWords } from '../../testing/explained.ts'
import { addCitizen, signIn } from '../../testing/people.ts'
import type { TestBrowser } from '../../testing/test-browser.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'
import { appendEvent } from '../audit/index.ts'
import { findHolderOfEmail, signOutCitizen } from '../citizens/index.ts'
import { linkPathIn, newestLetter } from '../mail/newest-letter.fixture.ts'
import { plusSeconds } from '../platform/clock.ts'
import { explainRecent } from './explain-recent.ts'

const DAY_SECONDS = 24 * 60 * 60
const PASSWORD = 'seven green horses and a cart'
let service: TestService
let round = 0
let email = ''
beforeAll(async () => {
  service = await startTestService()
})
beforeEach(() => {
  round += 1
  email = `caller${round}@example.org`
})
afterAll(() => service.close())

/** What the citizen is told after an operator has ended all access. */
async function toldAfterSignOut(): Promise<string | undefined> {
  const { foundation, clock } = service
  clock.advance(60)
  const by = { actor: 'operator', operator: 'ada', reason: 'a call' } as const
  await signOutCitizen({ ...foundation, by }, { emailOrSubject: email, reason: by.reason })
  const citizenId = await findHolderOfEmail(foundation.db, email, clock.now())
  const findings = await explainRecent(
    { ...foundation, limits: CONTRACT_LIMITS, ownLinks: [] },
    { ...(citizenId !== undefined && { citizenId }) },
  )
  const found = findings.find(({ name }) => name === 'signed-out-by-operator')
  if (found) expectSameValues(found)
  return found && inEnglish(found).tell
}

/** Asks for a mailed link, and opens it in the same browser. */
async function openLink(path: string, letter: string, fields: Readonly<Record<string, string>> = {}) {
  const browser = service.browser()
  await browser.submit(await browser.get(path), { ...fields, email })
  const opened = linkPathIn(await newestLetter(service.foundation, letter, email))
  return { browser, page: await browser.get(opened) }
}

async function reset(): Promise<TestBrowser> {
  const { browser, page } = await openLink('/recover/', 'recovery')
  await browser.submit(page, { password: PASSWORD })
  return browser
}

async function admit(): Promise<TestBrowser> {
  const { browser, page } = await openLink('/login/new-browser/', 'new-browser')
  await browser.submit(page, { email })
  return browser
}

async function register(): Promise<TestBrowser> {
  const { browser, page } = await openLink('/register/', 'registration', {
    ...{ full_name: 'Ada Lovelace', phone_number: '' },
  })
  await browser.submit(page, { password: PASSWORD })
  return browser
}

const signedInAt = (at: string) =>
  `On ${at} somebody signed in with a browser that was new to your account. If that was not you, choose a new password.`
const afterRegistration = (at: string) => `Your account was made on ${at}. Since then nobody has signed in `

test('the last browser that was new to the account is told, and none of more than 30 days ago', async () => {
  const citizen = await addCitizen(service, { email })
  await signIn(service.browser(), citizen)
  service.clock.advance(60)
  const at = service.clock.now()
  await signIn(service.browser(), citizen)
  expect(await toldAfterSignOut()).toContain(signedInAt(inWords(at)))
  service.clock.advance(30 * DAY_SECONDS - 120)
  expect(await toldAfterSignOut()).toContain(signedInAt(inWords(at)))
  expect(await toldAfterSignOut()).toMatch(
    /signed you out everywhere\. In the last 30 days nobody signed in .*, and no mailed link let in such a browser or set a new password\. Sign in again\.$/,
  )
})

test('a new browser is told, however many known ones have signed in since', async () => {
  const citizen = await addCitizen(service, { email })
  const { citizenId } = citizen
  await signIn(service.browser(), citizen)
  service.clock.advance(60)
  const at = service.clock.now()
  await signIn(service.browser(), citizen)
  for (let time = 0; time < 60; time += 1) {
    service.clock.advance(1)
    const details = { device: 'known' }
    await appendEvent(service.foundation, {
      ...{ name: 'signed-in', origin: { actor: 'citizen' }, citizenId, details },
    })
  }
  expect(await toldAfterSignOut()).toContain(signedInAt(inWords(at)))
})

test('a new browser of somebody else is not told', async () => {
  await addCitizen(service, { email })
  await signIn(service.browser(), await addCitizen(service))
  expect(await toldAfterSignOut()).toContain(
    afterRegistration(inWords(plusSeconds(service.clock.now(), -60))),
  )
})

test.each([
  ['reset a password', reset, 'somebody chose a new password for your account by a mailed link. '],
  ['let in a browser', admit, 'a mailed link let a browser that was new to your account try the password. '],
] as const)(
  'a mailed link that %s is told, which makes the browser known before it signs in',
  async (_, open, says) => {
    const citizen = await addCitizen(service, { email })
    await signIn(service.browser(), citizen)
    service.clock.advance(60)
    const at = service.clock.now()
    await open()
    const told = await toldAfterSignOut()
    expect(told).toContain(`On ${inWords(at)} ${says}If that was not you, secure your mailbox,`)
  },
)

test('the first browser of an account is new to it, unless its sign-in made the account', async () => {
  const brought = await addCitizen(service, { email })
  service.clock.advance(60)
  const first = service.clock.now()
  await signIn(service.browser(), brought)
  expect(await toldAfterSignOut()).toContain(signedInAt(inWords(first)))
  email = `own.${email}`
  const madeAt = service.clock.now()
  const browser = await register()
  expect(browser.cookies.has('portico_session')).toBe(true)
  const told = await toldAfterSignOut()
  expect(told).toContain(
    `${afterRegistration(inWords(madeAt))}with another browser that was new to it, and no mailed link has let in such a browser`,
  )
  service.clock.advance(60)
  const at = service.clock.now()
  await signIn(service.browser(), { email }, PASSWORD)
  expect(await toldAfterSignOut()).toContain(signedInAt(inWords(at)))
})

test('the first browser is told where another one made the account', async () => {
  const { page } = await openLink('/register/', 'registration', {
    ...{ full_name: 'Ada Lovelace', phone_number: '' },
  })
  const other = service.browser()
  await other.submit(await other.get(page.url), { password: PASSWORD })
  expect(other.cookies.has('portico_session')).toBe(false)
  const at = service.clock.now()
  await signIn(other, { email }, PASSWORD)
  expect(await toldAfterSignOut()).toContain(signedInAt(inWords(at)))
})
