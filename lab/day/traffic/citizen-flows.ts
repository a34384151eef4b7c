import {
  type Attempt,
  authorizeAddress,
  callbackParameters,
  newAttempt,
} from '../../../packages/identity/testing/program-flow.ts'
import { addSoftApp } from '../../../packages/identity/testing/soft-app.ts'
import type { Visited } from '../../../packages/identity/testing/test-browser.ts'
import type { Day } from '../day.ts'
import { citizenName } from '../people/citizen-names.ts'
import type { ConnectedProgram } from '../people/connected-programs.ts'
import type { Resident, Visit } from '../people/town.ts'
import { codeOf, countLetters, letterWith, linkOf } from './letters.ts'
import { mainText, press, signIn, typePassword } from './press.ts'
import { exchangeCode, isActive, refreshTokens, tokensOf } from './program-requests.ts'

const REGISTRATION = '/register/confirm/'
const RECOVERY = '/recover/confirm/'
const STEP_SECONDS = 30

/** The step of 30 seconds that the apps are in. */
export function stepOf({ stage }: Pick<Day, 'stage'>): number {
  return Math.floor(stage.clock.now() / STEP_SECONDS)
}

let newcomers = 0

/** Somebody who registers: the address, and the password that they will choose. */
export function newcomer(): { readonly email: string; readonly password: string; readonly fullName: string } {
  newcomers += 1
  return {
    email: `newcomer.${newcomers}@example.test`,
    password: `quiet copper meadow lantern ${newcomers}`,
    fullName: citizenName(newcomers).fullName,
  }
}

/** Registers on the page, and chooses a password by the mailed link or by the mailed code. */
export async function register(day: Day, by: 'link' | 'code'): Promise<Resident> {
  const { email, password, fullName } = newcomer()
  const browser = day.town.browser()
  const fields = { full_name: fullName, email }
  const sent = await asked(browser.submit(await browser.get('/register/'), fields))
  const letter = await letterWith(day, email, REGISTRATION)
  const page =
    by === 'link'
      ? await browser.get(linkOf(letter))
      : await browser.submit(sent, { code: codeOf(letter), shown: '' }, { button: 'Continue' })
  await accepted(press(browser, page, { password }, { follow: false }), 'a first password')
  day.count(`registered by ${by}`)
  // Who asked for the letter in this browser is signed in (decision 91).
  return day.town.settle({ email, password, browser, language: 'en' })
}

/** A citizen of the other system signs in for the first time, with the password of old. */
export async function signInBrought(day: Day): Promise<Resident> {
  const { email, password, language } = day.town.nextBrought()
  const browser = day.town.browser()
  await signIn(browser, { email, password })
  day.count('first sign-in')
  return day.town.settle({ email, password, browser, language })
}

/** Enters a program with the browser that is signed in. */
export async function enter(day: Day, resident: Resident, program: ConnectedProgram): Promise<Visit> {
  const { attempt, code } = await askForCode(resident, program)
  const tokens = tokensOf(await exchangeCode(day, program, { ...attempt, code }))
  const visit = { program, accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
  resident.visits.push(visit)
  day.count('program entered')
  return visit
}

/** A code for a program, which is not used yet. */
export async function askForCode(
  { browser }: Pick<Resident, 'browser'>,
  program: ConnectedProgram,
): Promise<{ readonly attempt: Attempt; readonly code: string }> {
  const attempt = newAttempt(program)
  const page = await browser.get(authorizeAddress(attempt))
  const button = page.html.querySelector('main button.primary')?.text.trim().replace(/\s+/g, ' ')
  const answer = button === undefined ? page : await browser.submit(page, {}, { button })
  const code = callbackParameters(answer).get('code')
  if (code === null) throw new Error('The program got no code')
  return { attempt, code }
}

/** The program uses what it has: it asks about the token, and gets another one where that is over. */
export async function workWith(day: Day, visit: Visit): Promise<void> {
  day.count('introspection')
  if (await isActive(day, visit.program, visit.accessToken)) return
  const tokens = tokensOf(await refreshTokens(day, visit.program, visit.refreshToken))
  visit.accessToken = tokens.access_token
  visit.refreshToken = tokens.refresh_token
  day.count('refresh')
  if (!(await isActive(day, visit.program, visit.accessToken))) throw new Error('A new token is not active')
}

/** Adds an app for codes, right after a sign-in. The citizen must read English, because the form is found by the words of its button. */
export async function addApp(day: Day, resident: Resident): Promise<void> {
  await signOut(day, resident)
  await signIn(resident.browser, resident)
  const { app } = await addSoftApp(resident.browser, day.stage)
  resident.app = app
  resident.codeStep = stepOf(day)
  day.count('app added')
}

/** Signs out, and in again by password and code. The last code must be of an earlier step. */
export async function signInWithCode(day: Day, resident: Resident): Promise<void> {
  const { app, browser } = resident
  if (!app) throw new Error('This citizen has no app')
  await signOut(day, resident)
  const asked = await typePassword(browser, resident)
  await accepted(browser.submit(asked, { code: app.code() }, { follow: false }), 'a code of an app')
  resident.codeStep = stepOf(day)
  day.count('sign-in with a code')
}

/** Signs out where somebody is signed in. The tokens of the session end with it. */
export async function signOut(day: Day, { browser, visits }: Resident): Promise<void> {
  const page = await browser.get('/logout/')
  if (!page.html.querySelector('main form')) return
  await browser.submit(page)
  const [ended] = visits
  visits.splice(0)
  if (ended && (await isActive(day, ended.program, ended.accessToken)))
    throw new Error('A token outlived the session that its citizen ended')
}

/** Signs out, mistypes the password, and signs in. */
export async function mistype(day: Day, resident: Resident): Promise<void> {
  await signOut(day, resident)
  const wrong = await typePassword(resident.browser, { ...resident, password: 'not what it was' })
  if (wrong.status !== 400) throw new Error(`A wrong password was answered ${wrong.status}`)
  day.count('wrong password')
  await signIn(resident.browser, resident)
}

/** Chooses another password by the mailed link. Every session and token of before ends. */
export async function recover(day: Day, resident: Resident): Promise<void> {
  const { browser, email, visits } = resident
  const before = countLetters(day, email, RECOVERY)
  await asked(browser.submit(await browser.get('/recover/'), { email }))
  const letter = await letterWith(day, email, RECOVERY, before + 1)
  const password = `other tin bridge ${before} ${email.length} willow`
  await accepted(
    press(browser, await browser.get(linkOf(letter)), { password }, { follow: false }),
    'a new password',
  )
  resident.password = password
  const ended = visits.splice(0)
  for (const { program, accessToken } of ended.slice(0, 1))
    if (await isActive(day, program, accessToken)) throw new Error('A token outlived a new password')
  day.count('new password')
}

/** A program sends the same code twice. The second time is refused, and ends what the first one gave (RFC 6749 section 4.1.2). */
export async function replayCode(day: Day, resident: Resident, program: ConnectedProgram): Promise<void> {
  const { attempt, code } = await askForCode(resident, program)
  const first = tokensOf(await exchangeCode(day, program, { ...attempt, code }))
  const again = await exchangeCode(day, program, { ...attempt, code })
  if (again.status !== 400) throw new Error(`A replayed code was answered ${again.status}`)
  if (await isActive(day, program, first.access_token))
    throw new Error('A token outlived the replay of its code')
  day.count('code replayed')
}

/** The page after a request for a letter. Throws where the request was refused. */
async function asked(asking: Promise<Visited>): Promise<Visited> {
  const page = await asking
  if (page.status !== 200) throw new Error(`A request for a letter was answered ${page.status}`)
  return page
}

async function accepted(submitting: Promise<Visited>, what: string): Promise<void> {
  const { status, html } = await submitting
  if (status !== 303) throw new Error(`${what} was answered ${status}: ${mainText(html)}`)
}
