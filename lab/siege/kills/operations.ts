import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, openConnection, Unanswered } from '../../../journeys/kit/http/connection.ts'
import { cookieHeader, type HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import { linkPath } from '../../../journeys/kit/mail-server.ts'
import {
  codeRequest,
  refreshRequest,
  revocationRequest,
  type Tokens,
} from '../../../journeys/kit/oauth-requests.ts'
import { is503, retryOn503, unless503 } from '../../../journeys/kit/retry-on-503.ts'
import { signIn, TEST_PASSWORD } from '../../../packages/identity/testing/people.ts'
import { enterProgram, newAttempt, obtainCode } from '../../../packages/identity/testing/program-flow.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import { formAt } from '../../kit/page-forms.ts'
import { type Deployment, newAddress, recovery, registration, SUBJECTS } from '../targets/deployment.ts'
import type { Entry, Ledger } from './ledger.ts'

/** The state of one round. */
export interface Round {
  readonly deployment: Deployment
  readonly ledger: Ledger
  /** Addresses whose registration was answered 202. */
  readonly registered: string[]
  readonly faults: string[]
  /** True after the kill: no operation begins any more. */
  isKilled: boolean
}

/** A series of requests during which a process is killed. `unanswered`: its last request got no answer, or a 503. */
export type Operation = () => Promise<'done' | 'unanswered'>

/** The password that operations set. */
const NEW_PASSWORD = 'nine herons over a slow canal'

/** Each of them hashes passwords and waits for mails. */
const PREPARED_AT_ONCE = 6

const MOST_PAUSE_MILLISECONDS = 900

/** One request, the value that it ends, and the values that it gives. */
interface Use {
  readonly what: string
  readonly request: HttpRequest
  readonly expected: number
  readonly ends?: readonly Entry[]
  readonly gives?: (response: HttpResponse) => readonly Entry[]
}

/** Prepares an operation. The returned function sends its requests. */
type Maker = (
  round: Round,
  index: number,
) => Promise<(use: (next: Use) => Promise<HttpResponse | undefined>) => Promise<unknown>>

/** Prepares a mixed load without sending it. Each operation has its own connection to one of the processes. */
export async function prepareOperations(round: Round): Promise<readonly Operation[]> {
  const counts: readonly (readonly [Maker, number])[] = [
    [rotate, 4],
    [redeem, 6],
    [register, 8],
    [revoke, 2],
    [signOut, 2],
    [recover, 2],
    [setFirstPassword, 2],
  ]
  const makers = counts.flatMap(([make, count]) => Array<Maker>(count).fill(make))
  return inParallel(makers, PREPARED_AT_ONCE, async (make, index) => {
    const connection = await openConnection(round.deployment.at(index).port)
    const send = await retryOn503(() => make(round, index))
    return async () => {
      // So that operations happen at every moment before and after the kill.
      if (make !== rotate) await wait(Math.random() * MOST_PAUSE_MILLISECONDS)
      const end = await send((next) => use(round, connection, next)).then(() => 'done' as const, unanswered)
      connection.close()
      return end
    }
  })
}

function unanswered(error: unknown): 'unanswered' {
  if (error instanceof Unanswered || is503(error)) return 'unanswered'
  throw error
}

/** Sends one request. Throws Answered503 at a 503. Without an answer, it is unknown whether the request ended its value. */
async function use(
  { ledger, faults }: Round,
  connection: Connection,
  { what, request, expected, ends = [], gives = () => [] }: Use,
): Promise<HttpResponse | undefined> {
  const response = await connection
    .send(request)
    .then(unless503)
    .catch((error: unknown) => {
      for (const entry of ends) ledger.doubt(...entry)
      throw error
    })
  if (response.status !== expected) {
    faults.push(`${what} was answered ${response.status} ${response.body.slice(0, 80)}`)
    return undefined
  }
  for (const entry of ends) ledger.over(...entry)
  for (const entry of gives(response)) ledger.works(...entry)
  return response
}

const entriesOf = ({ access_token, refresh_token }: Tokens): readonly Entry[] => [
  ['access token', access_token],
  ['refresh token', refresh_token],
]
const tokensGiven = (response: HttpResponse) => entriesOf(response.json<Tokens>())
const passwordEntry = (email: string, password: string): Entry => [
  'password',
  JSON.stringify([email, password]),
]

async function enter({ deployment, ledger }: Round, index: number) {
  const { service } = deployment.at(index)
  const citizen = await deployment.newCitizen()
  const entered = await enterProgram(service, deployment.program, citizen)
  for (const entry of entriesOf(entered.tokens)) ledger.works(...entry)
  return { ...entered, citizen }
}

const rotate: Maker = async (round, index) => {
  let newest: string | undefined = (await enter(round, index)).tokens.refresh_token
  return async (send) => {
    while (!round.isKilled && newest !== undefined) {
      const rotated: HttpResponse | undefined = await send({
        what: 'a rotation',
        request: refreshRequest(round.deployment.program, newest),
        expected: 200,
        ends: [['refresh token', newest]],
        gives: tokensGiven,
      })
      newest = rotated?.json<Tokens>().refresh_token
    }
  }
}

const redeem: Maker = async (round, index) => {
  const { program } = round.deployment
  const { browser } = await enter(round, index)
  const attempt = newAttempt(program)
  const proof = { code: await obtainCode(browser, attempt), verifier: attempt.verifier }
  const ends: readonly Entry[] = [['code', JSON.stringify(proof)]]
  const request = codeRequest(program, proof)
  return (send) => send({ what: 'a redemption', request, expected: 200, ends, gives: tokensGiven })
}

let registrations = 0

const register: Maker = async ({ registered }) => {
  registrations += 1
  const email = `registers.${registrations}@example.test`
  const request = registration(email)
  return async (send) => {
    if (await send({ what: 'a registration', request, expected: 202 })) registered.push(email)
  }
}

const revoke: Maker = async (round, index) => {
  const { tokens } = await enter(round, index)
  const request = revocationRequest(round.deployment.program, tokens.refresh_token)
  return (send) => send({ what: 'a revocation', request, expected: 200, ends: entriesOf(tokens) })
}

const signOut: Maker = async (round, index) => {
  const { browser, tokens } = await enter(round, index)
  const request = await formAt(browser, '/logout/')
  const ends: readonly Entry[] = [...entriesOf(tokens), ['session', cookieHeader(browser.cookies)]]
  return (send) => send({ what: 'a sign-out', request, expected: 200, ends })
}

/** Requests a mailed link, and returns its form with a new password. */
async function linkForm(
  { deployment }: Round,
  index: number,
  { request, email, subject }: { request: HttpRequest; email: string; subject: string },
): Promise<{ readonly path: string; readonly request: HttpRequest }> {
  const asked = unless503(await deployment.send(request))
  if (asked.status !== 202) throw new Error(`A request for a link was answered ${asked.status}`)
  const path = linkPath(await deployment.mail.mailTo(email, subject))
  return { path, request: await formAt(deployment.at(index).browser(), path, { password: NEW_PASSWORD }) }
}

const recover: Maker = async (round, index) => {
  const { citizen, tokens } = await enter(round, index)
  const { email } = citizen
  const asking = { request: recovery(email), email, subject: SUBJECTS.recover }
  const { path, request } = await linkForm(round, index, asking)
  const ends: readonly Entry[] = [...entriesOf(tokens), ['link', path], passwordEntry(email, TEST_PASSWORD)]
  const gives = () => [passwordEntry(email, NEW_PASSWORD)]
  return (send) => send({ what: 'a reset', request, expected: 303, ends, gives })
}

const setFirstPassword: Maker = async (round, index) => {
  registrations += 1
  const email = `settles.${registrations}@example.test`
  const asking = { request: registration(email), email, subject: SUBJECTS.register }
  const { path, request } = await linkForm(round, index, asking)
  const gives = () => [passwordEntry(email, NEW_PASSWORD)]
  return (send) => send({ what: 'a first password', request, expected: 303, ends: [['link', path]], gives })
}

/** Signs in again. Returns whether the password is accepted. */
export async function opens({ deployment }: Round, email: string, password: string): Promise<boolean> {
  const citizen = { email } as Parameters<typeof signIn>[1]
  const browser = () => deployment.at(registrations).browser({ 'accept-language': 'en', ...newAddress() })
  return retryOn503(async () => {
    try {
      await signIn(browser(), citizen, password)
      return true
    } catch (error) {
      if (is503(error)) throw error
      return false
    }
  })
}
