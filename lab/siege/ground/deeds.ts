import { isPutOff, patiently, unlessPutOff } from '../../kit/patiently.ts'
import { signIn, TEST_PASSWORD } from '../../../packages/identity/testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import type { Account, Kind } from './account.ts'
import { inParallel } from './in-parallel.ts'
import { codeShot, filledForm, linkPath, PATHS, refreshShot, revokeShot } from './paper.ts'
import { type Hit, jsonShot, openWire, type Shot, salvo, Unanswered, type Wire } from './salvo.ts'
import { stranger } from './town.ts'

/** Something that is done while a process is killed. `unanswered`: its last request got no answer, or a 503. */
export type Deed = () => Promise<'done' | 'unanswered'>

/** The password that deeds set. */
export const DEED_PASSWORD = 'nine herons over a slow canal'

const REGISTRATIONS = 8
const CODES = 6
const ROTATING = 4

/** Prepares a mixed load, each deed with a connection of its own to one of the processes; nothing is done yet. */
export async function deeds(account: Account): Promise<readonly Deed[]> {
  const makers = [
    ...Array<Maker>(ROTATING).fill(rotate),
    ...Array<Maker>(CODES).fill(redeem),
    ...Array<Maker>(REGISTRATIONS).fill(register),
    ...Array<Maker>(2).fill(revoke),
    ...Array<Maker>(2).fill(signOut),
    ...Array<Maker>(2).fill(recover),
    ...Array<Maker>(2).fill(setFirstPassword),
  ]
  return inParallel(makers, PREPARED_AT_ONCE, async (make, index) => {
    const wire = await openWire(account.town.at(index).port)
    const deed = await patiently(() => make(account, wire, index))
    return async () => {
      const end = await deed().catch((error: unknown) => {
        if (error instanceof Unanswered || isPutOff(error)) return 'unanswered' as const
        throw error
      })
      wire.close()
      return end
    }
  })
}

/** Each of them hashes passwords and waits for mails. */
const PREPARED_AT_ONCE = 6

type Maker = (account: Account, wire: Wire, index: number) => Promise<Deed>

/** Sends one request; PutOff where it is answered 503. */
export async function fire(wire: Wire, shot: Shot): Promise<Hit> {
  const [hit] = await salvo([wire], [shot])
  if (!hit) throw new Error('One shot, one answer')
  return unlessPutOff(hit)
}

/** Sends one request that uses something up; without an answer, or with a 503, nothing is known of that thing. */
async function useUp(
  { ledger }: Account,
  wire: Wire,
  shot: Shot,
  used: readonly (readonly [Kind, string])[],
): Promise<Hit> {
  try {
    return await fire(wire, shot)
  } catch (error) {
    for (const [kind, value] of used) ledger.doubt(kind, value)
    throw error
  }
}

function wrong(account: Account, what: string, hit: Hit): void {
  account.faults.push(`${what} was answered ${hit.status} ${hit.body.slice(0, 80)}`)
}

async function enter({ town, ledger }: Account, index: number) {
  const entered = await enterProgram(town.at(index).service, town.program, await town.newCitizen())
  ledger.works('access token', entered.tokens.access_token)
  ledger.works('refresh token', entered.tokens.refresh_token)
  return entered
}

const rotate: Maker = async (account, wire, index) => {
  const { ledger, town } = account
  let { refresh_token: newest } = (await enter(account, index)).tokens
  return async () => {
    while (!account.isStruck) {
      const hit = await useUp(account, wire, refreshShot(town.program, newest), [['refresh token', newest]])
      if (hit.status !== 200) wrong(account, 'a rotation', hit)
      if (hit.status !== 200) return 'done'
      const given = JSON.parse(hit.body) as { access_token: string; refresh_token: string }
      ledger.over('refresh token', newest)
      ledger.works('access token', given.access_token)
      ledger.works('refresh token', given.refresh_token)
      newest = given.refresh_token
    }
    return 'done'
  }
}

const redeem: Maker = async (account, wire, index) => {
  const { ledger, town } = account
  const { browser } = await enter(account, index)
  const attempt = newAttempt(town.program)
  const code = await obtainCode(browser, attempt)
  return async () => {
    await pause()
    const value = JSON.stringify({ code, verifier: attempt.verifier })
    const hit = await useUp(account, wire, codeShot(town.program, { ...attempt, code }), [['code', value]])
    if (hit.status !== 200) {
      wrong(account, 'a redemption', hit)
      return 'done'
    }
    const given = JSON.parse(hit.body) as { access_token: string; refresh_token: string }
    ledger.over('code', value)
    ledger.works('access token', given.access_token)
    ledger.works('refresh token', given.refresh_token)
    return 'done'
  }
}

let registrations = 0

const register: Maker = async (account, wire) => {
  registrations += 1
  const email = `registers.${registrations}@example.test`
  return async () => {
    await pause()
    const hit = await fire(wire, jsonShot(PATHS.register, { full_name: 'Ana', email }, stranger()))
    if (hit.status === 202) account.registered.push(email)
    else wrong(account, 'a registration', hit)
    return 'done'
  }
}

const revoke: Maker = async (account, wire, index) => {
  const { ledger, town } = account
  const { tokens } = await enter(account, index)
  const both = [
    ['access token', tokens.access_token],
    ['refresh token', tokens.refresh_token],
  ] as const
  return async () => {
    await pause()
    const hit = await useUp(account, wire, revokeShot(town.program, tokens.refresh_token), both)
    if (hit.status !== 200) wrong(account, 'a revocation', hit)
    else for (const [kind, value] of both) ledger.over(kind, value)
    return 'done'
  }
}

const signOut: Maker = async (account, wire, index) => {
  const { ledger } = account
  const { browser, tokens } = await enter(account, index)
  const shot = filledForm(browser, await browser.get('/logout/'), {})
  const ended = [
    ['access token', tokens.access_token],
    ['refresh token', tokens.refresh_token],
    ['session', [...browser.cookies].map((pair) => pair.join('=')).join('; ')],
  ] as const
  return async () => {
    await pause()
    const hit = await useUp(account, wire, shot, ended)
    if (hit.status >= 400) wrong(account, 'a sign-out', hit)
    else for (const [kind, value] of ended) ledger.over(kind, value)
    return 'done'
  }
}

const recover: Maker = async (account, wire, index) => {
  const { ledger, town } = account
  const citizen = await town.newCitizen()
  const { tokens } = await enterProgram(town.at(index).service, town.program, citizen)
  const { email } = citizen
  const asked = await fire(wire, jsonShot(PATHS.recover, { email }, stranger()))
  if (asked.status !== 202) wrong(account, 'a recovery', asked)
  const path = linkPath(await town.post.mailTo(email, 'Choose a new password'))
  const browser = town.at(index).browser()
  const shot = filledForm(browser, await browser.get(path), { password: DEED_PASSWORD })
  const ended = [
    ['access token', tokens.access_token],
    ['refresh token', tokens.refresh_token],
    ['link', path],
    ['password', JSON.stringify([email, TEST_PASSWORD])],
  ] as const
  return async () => {
    await pause()
    const hit = await useUp(account, wire, shot, ended)
    if (hit.status !== 303) wrong(account, 'a reset', hit)
    else {
      for (const [kind, value] of ended) ledger.over(kind, value)
      ledger.works('password', JSON.stringify([email, DEED_PASSWORD]))
    }
    return 'done'
  }
}

const setFirstPassword: Maker = async (account, wire, index) => {
  const { ledger, town } = account
  registrations += 1
  const email = `settles.${registrations}@example.test`
  const asked = await fire(wire, jsonShot(PATHS.register, { full_name: 'Ana', email }, stranger()))
  if (asked.status !== 202) wrong(account, 'a registration', asked)
  const path = linkPath(await town.post.mailTo(email, 'Confirm your email address'))
  const browser = town.at(index).browser()
  const shot = filledForm(browser, await browser.get(path), { password: DEED_PASSWORD })
  return async () => {
    await pause()
    const hit = await useUp(account, wire, shot, [['link', path]])
    if (hit.status !== 303) wrong(account, 'a first password', hit)
    else {
      ledger.over('link', path)
      ledger.works('password', JSON.stringify([email, DEED_PASSWORD]))
    }
    return 'done'
  }
}

const MOST_PAUSE_MILLISECONDS = 900

/** Deeds are done all over the time in which the kill comes. */
function pause(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, Math.random() * MOST_PAUSE_MILLISECONDS))
}

/** Signs in anew; tells whether the password is taken. */
export async function opens(account: Account, email: string, password: string): Promise<boolean> {
  const citizen = { email } as Parameters<typeof signIn>[1]
  const browser = () => account.town.at(registrations).browser({ 'accept-language': 'en', ...stranger() })
  return patiently(async () => {
    try {
      await signIn(browser(), citizen, password)
      return true
    } catch (error) {
      if (isPutOff(error)) throw error
      return false
    }
  })
}
