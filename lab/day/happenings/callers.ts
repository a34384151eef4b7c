import type { Day } from '../day.ts'
import { unusualCitizen } from '../people/brought-citizens.ts'
import { SUPPORTER } from '../people/operators.ts'
import { addApp, newcomer, register, signInBrought } from '../traffic/citizen-flows.ts'
import { letterWith } from '../traffic/letters.ts'
import { typePassword } from '../traffic/press.ts'
import type { Wave } from './phishing.ts'

/** Wrong passwords within an hour, over all places, after which an account is guessed at. */
const CALM_GUESSES = 50

/** Somebody who calls the help desk, and what the first finding must be. */
interface Caller {
  /** What the caller says, for a fault. */
  readonly says: string
  /** What the supporter types. */
  readonly who: string
  /** The name of the first finding; `''` where there is none. */
  readonly first: string
}

interface Verdict {
  readonly verdict: string
  readonly findings: readonly { readonly name: string }[]
}

/** Ten citizens call. Each gets the verdict that is true. */
export async function tenCallers(day: Day, wave: Wave): Promise<string> {
  const callers = await theTen(day, wave)
  let right = 0
  for (const { says, who, first } of callers) {
    const words = ['citizen', 'why', who]
    const { verdict, findings } = await day.stage.command<Verdict>({ words, as: SUPPORTER })
    const found = findings[0]?.name ?? ''
    if (found === first) right += 1
    else
      day.answers.surprise(
        `"${says}" was explained by ${found || 'nothing'} in place of ${first}: ${verdict}`,
      )
  }
  return `${right} of ${callers.length} callers got the right verdict`
}

async function theTen(day: Day, { suspended }: Wave): Promise<readonly Caller[]> {
  return [
    {
      says: 'I have registered, and nothing works',
      who: await registered(day),
      first: 'registration-link-waits',
    },
    { says: 'My password is refused', who: await mistaken(day), first: 'last-failed-wrong-password' },
    { says: 'I cannot get in since this morning', who: suspended.email, first: 'account-suspended' },
    {
      says: 'A program does not let me in',
      who: unusualCitizen('unverified'),
      first: 'address-not-verified',
    },
    { says: 'I had an account before', who: unusualCitizen('withoutPassword'), first: 'no-password' },
    { says: 'Somebody is at my account', who: await guessedAt(day), first: 'many-guess-at-it' },
    { says: 'I never got an account', who: 'nobody.here@example.test', first: '' },
    { says: 'The Dog Register is gone', who: day.closed.clientId, first: 'program-disabled' },
    { says: 'My code is refused', who: await wrongCode(day), first: 'last-failed-wrong-code' },
    { says: 'I have asked for a new password', who: await forgetful(day), first: 'recovery-link-waits' },
  ]
}

async function registered(day: Day): Promise<string> {
  const { email, fullName } = newcomer()
  const browser = day.town.browser()
  await browser.submit(await browser.get('/register/'), { full_name: fullName, email })
  await letterWith(day, email, '/register/confirm/')
  return email
}

async function mistaken(day: Day): Promise<string> {
  const citizen = await signInBrought(day)
  await typePassword(day.town.browser(), { ...citizen, password: 'what was it again' })
  return citizen.email
}

async function guessedAt(day: Day): Promise<string> {
  const citizen = await signInBrought(day)
  for (let guess = 0; guess < CALM_GUESSES + 2; guess += 1)
    await typePassword(day.town.browser(), { ...citizen, password: `guess ${guess}` })
  return citizen.email
}

async function wrongCode(day: Day): Promise<string> {
  const citizen = await register(day, 'link')
  await addApp(day, citizen)
  const browser = day.town.browser()
  await browser.submit(await typePassword(browser, citizen), { code: '000000' })
  return citizen.email
}

async function forgetful(day: Day): Promise<string> {
  const citizen = await signInBrought(day)
  const browser = day.town.browser()
  await browser.submit(await browser.get('/recover/'), { email: citizen.email })
  await letterWith(day, citizen.email, '/recover/confirm/')
  return citizen.email
}
