import { setTimeout as wait } from 'node:timers/promises'
import { outcomeOf } from '../../../journeys/kit/http/connection.ts'
import type { HttpRequest } from '../../../journeys/kit/http/request.ts'
import type { HttpResponse } from '../../../journeys/kit/http/response.ts'
import type { Tokens } from '../../../journeys/kit/oauth-requests.ts'
import { inParallel } from '../../kit/in-parallel.ts'
import { openLedger } from '../kills/ledger.ts'
import type { Deployment } from '../targets/deployment.ts'
import { exchangeRequest, type Handoff, type Permits, rotationRequest, signedIn } from '../targets/permits.ts'

/** What happens at the program during one event. */
export interface ProgramRound {
  readonly deployment: Deployment
  readonly permits: Permits
  readonly ledger: ReturnType<typeof openLedger>
  readonly faults: string[]
  /** When each process acknowledged a rotation, in the time of `performance.now()`. */
  readonly acknowledgedAt: readonly number[][]
  /** Requests that were answered 503 and sent again. */
  repeated: number
  /** The longest time until an answer. */
  longestMilliseconds: number
  isOver: boolean
}

/** An empty round. */
export function openProgramRound(deployment: Deployment, permits: Permits): ProgramRound {
  return {
    ...{ deployment, permits, ledger: openLedger(), faults: [], acknowledgedAt: permits.ports.map(() => []) },
    ...{ repeated: 0, longestMilliseconds: 0, isOver: false },
  }
}

const PAUSE_MILLISECONDS = 100
const ROTATING = 4
const LEAVING = 8
const ARRIVING = 8
const PREPARED_AT_ONCE = 4

/** Prepares sessions that rotate, sessions that sign out, and handoffs. The returned function starts them. */
export async function prepareProgramLoad(round: ProgramRound): Promise<() => Promise<void>> {
  const handoffs = await inParallel(
    Array.from({ length: ROTATING + LEAVING + ARRIVING }),
    PREPARED_AT_ONCE,
    () => arrive(round),
  )
  const arriving = handoffs.splice(0, ARRIVING)
  const sessions = await inParallel(handoffs, PREPARED_AT_ONCE, (handoff, index) =>
    enter(round, handoff, index),
  )
  const leaving = sessions.splice(0, LEAVING)
  return async () =>
    void (await Promise.all([
      ...sessions.map((tokens, index) => rotate(round, tokens, index)),
      leave(round, leaving),
      exchange(round, arriving),
    ]))
}

async function arrive({ deployment, permits }: ProgramRound): Promise<Handoff> {
  const handoff = await permits.handoff(await signedIn(deployment))
  if (handoff.error) throw new Error(`The callback answered ${handoff.error}`)
  return handoff
}

async function enter(round: ProgramRound, handoff: Handoff, index: number): Promise<Tokens> {
  const answer = await send(round, index, exchangeRequest(handoff))
  if (answer.status !== 200) throw new Error(`The exchange was answered ${answer.status} ${answer.body}`)
  return given(round, answer)
}

function given({ ledger }: ProgramRound, answer: HttpResponse): Tokens {
  const tokens = answer.json<Tokens>()
  ledger.works('access token', tokens.access_token)
  ledger.works('refresh token', tokens.refresh_token)
  return tokens
}

/** Sends a request to a process. Status 0 means that there was no answer. */
export async function send(round: ProgramRound, index: number, request: HttpRequest): Promise<HttpResponse> {
  const { permits } = round
  const begun = performance.now()
  const answer = await outcomeOf(permits.send(index % permits.ports.length, request))
  round.longestMilliseconds = Math.max(round.longestMilliseconds, performance.now() - begun)
  if (answer.status === 0) round.faults.push(`a request got no answer: ${answer.body}`)
  return answer
}

/** An app that repeats a rotation with its id until it has the answer, and asks for a page in between. */
async function rotate(round: ProgramRound, first: Tokens, index: number): Promise<void> {
  const { ledger, faults, acknowledgedAt, permits } = round
  let tokens = first
  while (!round.isOver) {
    const id = crypto.randomUUID()
    const answer = await repeat(round, index, (attempt) => send(round, attempt, rotationRequest(tokens, id)))
    if (answer.response.status !== 200) {
      faults.push(`a rotation was answered ${answer.response.status} ${answer.response.body}`)
      return
    }
    acknowledgedAt[answer.attempt % permits.ports.length]?.push(performance.now())
    ledger.over('refresh token', tokens.refresh_token)
    ledger.doubt('access token', tokens.access_token)
    tokens = given(round, answer.response)
    const page = await permits.ask(index % 2, '/api/v1/me/', { bearer: tokens.access_token })
    if (page.status !== 200 && page.status !== 503)
      faults.push(`a citizen who is signed in was answered ${page.status} ${page.body}`)
    await wait(PAUSE_MILLISECONDS)
  }
}

/** The first answer that is no 503. Each attempt goes to the other process. */
async function repeat(
  round: ProgramRound,
  index: number,
  ask: (attempt: number) => Promise<HttpResponse>,
): Promise<{ readonly response: HttpResponse; readonly attempt: number }> {
  for (let attempt = index; ; attempt += 1) {
    const response = await ask(attempt)
    if (response.status !== 503) return { response, attempt }
    round.repeated += 1
    await wait(PAUSE_MILLISECONDS)
  }
}

/** Signs out one session after the other, at any moment of the event. */
async function leave(round: ProgramRound, sessions: readonly Tokens[]): Promise<void> {
  const { ledger, faults, permits } = round
  for (const [index, { access_token, refresh_token }] of sessions.entries()) {
    await wait(Math.random() * 2_000)
    const { status } = await permits.ask(index % 2, '/api/v1/sso/logout/', { body: {}, bearer: access_token })
    const note = status === 204 ? ledger.over : ledger.doubt
    note('access token', access_token)
    note('refresh token', refresh_token)
    if (status !== 204 && status !== 503) faults.push(`a sign-out was answered ${status}`)
  }
}

/** Exchanges one handoff after the other. After a 503, its code may be used. */
async function exchange(round: ProgramRound, handoffs: readonly Handoff[]): Promise<void> {
  const { ledger, faults } = round
  for (const [index, handoff] of handoffs.entries()) {
    await wait(Math.random() * 2_000)
    const value = JSON.stringify(handoff)
    const { response, attempt } = await repeat(round, index, (number) =>
      send(round, number, exchangeRequest(handoff)),
    )
    if (response.status === 200) {
      given(round, response)
      ledger.over('code', value)
    } else if (response.status !== 401 || attempt === index) {
      faults.push(`an exchange was answered ${response.status} ${response.body}`)
    }
  }
}
