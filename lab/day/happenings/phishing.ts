import type { TestBrowser } from '../../../packages/identity/testing/test-browser.ts'
import { type Day, scaled } from '../day.ts'
import { SECURITY } from '../people/operators.ts'
import type { Resident, Visit } from '../people/town.ts'
import { enter, recover } from '../traffic/citizen-flows.ts'
import { signIn, typePassword } from '../traffic/press.ts'
import { isActive } from '../traffic/program-requests.ts'

/** The network of the thieves. */
const NETWORK = '203.0.113.66'

/** Wrong passwords that a network has in an hour before it must wait. */
const FREE_GUESSES = 50

/** An account whose password a thief has. */
interface Theft {
  readonly owner: Resident
  readonly thief: TestBrowser
  readonly visit: Visit
}

/** What the wave left. The operators end it an hour later. */
export interface Wave {
  readonly thefts: readonly Theft[]
  /** The one whom the operators leave suspended. */
  readonly suspended: Resident
}

/** Citizens have typed their passwords into a false page. A network signs in with those that were right, and guesses at others. */
export async function phishingWave(day: Day): Promise<{ readonly wave: Wave; readonly said: string }> {
  const { town, answers } = day
  const victims = town.some(scaled(day, 8, 3), ({ app, visits }) => app === undefined && visits.length > 0)
  const thefts: Theft[] = []
  for (const owner of victims) {
    const thief = town.browser(NETWORK)
    await signIn(thief, owner)
    const program = day.programs[thefts.length % day.programs.length] ?? day.closed
    const robbed = { ...owner, browser: thief, visits: [] }
    thefts.push({ owner, thief, visit: await enter(day, robbed, program) })
    owner.isAway = true
  }
  let slowed = 0
  for (let guess = 0; guess < FREE_GUESSES + scaled(day, 20, 5); guess += 1) {
    const at = town.some(1)[0]?.email ?? ''
    const { status } = await typePassword(town.browser(NETWORK), { email: at, password: 'summer2026!' })
    if (status === 429) slowed += 1
    else if (status !== 400) answers.surprise(`A guess was answered ${status}`)
  }
  if (slowed === 0) answers.surprise('Nothing slowed the guesses of one network')
  const [suspended] = victims
  if (!suspended) throw new Error('Nobody could be robbed')
  return {
    wave: { thefts, suspended },
    said: `phishing: ${thefts.length} accounts taken over, ${slowed} guesses slowed`,
  }
}

/** The operators suspend half of those who were robbed, and end all access of the others, who choose new passwords. */
export async function endWave(day: Day, { thefts }: Wave): Promise<string> {
  const { command } = day.stage
  const reason = `Phishing: signed in from ${NETWORK}`
  let suspended = 0
  for (const [index, { owner, thief, visit }] of thefts.entries()) {
    const isSuspended = index % 2 === 0
    const act = isSuspended ? ['suspend', owner.email, '--cause', 'taken-over'] : ['sign-out', owner.email]
    await command({ words: ['citizen', ...act, '--yes'], as: SECURITY, reason })
    suspended += Number(isSuspended)
    if (await isActive(day, visit.program, visit.accessToken))
      day.answers.surprise('A thief has a token that is active after the act of an operator')
    const page = await thief.get('/account/', { follow: false })
    if (page.status === 200) day.answers.surprise('A thief is signed in after the act of an operator')
    owner.visits.splice(0)
    if (isSuspended) continue
    await recover(day, owner)
    owner.isAway = false
  }
  return `the operators suspended ${suspended} and signed ${thefts.length - suspended} out, who chose new passwords`
}

/** Those who were suspended are called, and let in again with new passwords: all but one. */
export async function reinstateVictims(day: Day, { thefts, suspended }: Wave): Promise<string> {
  let reinstated = 0
  for (const [index, { owner }] of thefts.entries()) {
    if (index % 2 === 1 || owner === suspended) continue
    const words = ['citizen', 'reinstate', owner.email, '--yes']
    await day.stage.command({ words, as: SECURITY, reason: 'The owner was called, and recognised' })
    await recover(day, owner)
    owner.isAway = false
    reinstated += 1
  }
  return `${reinstated} victims were let in again`
}
