import type { DescribeProblem, SsoProblem, SsoProblemCode } from './problems.ts'
import { type Answer, call, type EndpointName, readAnswer } from './program.ts'
import {
  applyAnswer,
  isEnding,
  isStale,
  type Renewal,
  readSession,
  renewSession,
  type Session,
  type SessionNeeds,
} from './session.ts'
import type { StateHolder } from './state.ts'
import type { Waiting } from './waiting.ts'

/** What the functions of this file are handed. */
export interface SignedInNeeds extends SessionNeeds {
  readonly holder: StateHolder
  readonly waiting: Waiting
  readonly describe: DescribeProblem
  /** Sends a message to the other tabs. */
  notify(message: string): void
}

/** Shows that no citizen is signed in here. */
export function showSignedOut(
  { holder, waiting }: SignedInNeeds,
  problem: SsoProblem | null = null,
  returnTo: string | null = null,
): void {
  waiting.stop()
  holder.show({ status: 'signed_out', problem, returnTo })
}

/** Shows that a citizen is signed in. `returnTo` is where to go after a sign-in. */
export function showSignedIn(
  { holder, waiting }: SignedInNeeds,
  { accessExpiresAt }: Session,
  returnTo: string | null = null,
  justSignedIn = false,
): void {
  waiting.stop()
  holder.show({ status: 'signed_in', accessExpiresAt, justSignedIn, returnTo })
}

/**
 * Shows `waiting` and plans another try. The session is kept. If the citizen has signed out meanwhile, does nothing.
 */
async function wait({ holder, waiting, describe, ...needs }: SignedInNeeds, answer: Answer): Promise<void> {
  if (!(await readSession(needs))) return
  const problem = describe('offline', answer)
  holder.show({ status: 'waiting', problem, retryAt: waiting.plan(problem.retryAfterSeconds) })
}

/** Renews the session, once for all callers, and shows the result. */
const renew = (needs: SignedInNeeds, { access }: Session): Promise<Renewal> =>
  needs.holder.once('renew', async () => {
    const renewal = await renewSession(needs, access)
    const { session, refusal } = renewal
    if (session) showSignedIn(needs, session)
    else if (!refusal) showSignedOut(needs)
    else if (isEnding(refusal)) showEnd(needs, refusal)
    else await wait(needs, refusal)
    return renewal
  })

function showEnd(needs: SignedInNeeds, answer: Answer): void {
  const code = answer.programCode === 'session_ended' ? answer.programCode : 'session_expired'
  showSignedOut(needs, needs.describe(code, answer))
  needs.notify(code)
}

/** Returns the session. Renews it first if the access token has expired by this device's clock. */
export async function currentSession(needs: SignedInNeeds): Promise<Renewal> {
  const session = await readSession(needs)
  return session && session.accessExpiresAt <= needs.now() ? renew(needs, session) : { session }
}

/**
 * Sends a request with the bearer. Renews the session and repeats the request, each at most once. If `refresh/` fails,
 * the response of `refresh/` is the result, so an outage never looks like a 401.
 */
export async function fetchSignedIn(
  needs: SignedInNeeds,
  url: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  let current = await currentSession(needs)
  let mayRepeat = !(init.body instanceof ReadableStream)
  while (current.session) {
    const response = await send(needs, url, init, current.session)
    const next = await handleRefusal(needs, response, current.session, mayRepeat)
    if (!next || !mayRepeat) return response
    mayRepeat = false
    current = next
  }
  if (current.refusal) return failureOf(current.refusal)
  if (needs.holder.state.status !== 'signed_out') showSignedOut(needs)
  return needs.fetch(url, init)
}

/** Returns a copy, because all callers that wait for this renewal get the same response. */
function failureOf({ response, error }: Answer): Response {
  if (response && !response.ok) return response.clone()
  throw error ?? new TypeError()
}

async function send(
  needs: SignedInNeeds,
  url: string | URL | Request,
  init: RequestInit,
  { access }: Session,
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${access}`)
  try {
    // A request can be sent once, and its copies, too.
    return await needs.fetch(url instanceof Request ? url.clone() : url, { ...init, headers })
  } catch (error) {
    if (!init.signal?.aborted) await wait(needs, { kind: 'away', body: {}, error })
    throw error
  }
}

/** Handles a 401 or 503. Returns the session with which the request is repeated, or null. */
async function handleRefusal(needs: SignedInNeeds, response: Response, used: Session, mayRepeat: boolean) {
  if (response.status !== 401 && response.status !== 503) return null
  const answer = await readAnswer(response)
  if (/^(identity_unavailable|misconfigured)$/.test(`${answer.programCode}`)) await wait(needs, answer)
  if (!isEnding(answer)) return isStale(answer) && mayRepeat ? renew(needs, used) : null
  // If other tokens were stored meanwhile, the refusal was about older ones.
  const current = await applyAnswer(needs, used, answer)
  if (current.refusal) showEnd(needs, answer)
  return current.session && current
}

/** Calls a sign-in endpoint with the bearer, as `fetchSignedIn` does. */
export const callSignedIn = (needs: SignedInNeeds, name: EndpointName, body?: object): Promise<Answer> =>
  call({ ...needs, fetch: (url, init) => fetchSignedIn(needs, url, init) }, name, body)

/** Asks the program for the status, and shows the result. */
export async function recheck(needs: SignedInNeeds): Promise<void> {
  const answer = await callSignedIn(needs, 'status')
  const session = await readSession(needs)
  if (answer.kind === 'away' || answer.kind === 'throttled') await wait(needs, answer)
  else if (session && session.accessExpiresAt > needs.now()) showSignedIn(needs, session)
}

/**
 * Shows what another tab has stored or erased. The message can arrive before the storage changes. If it reports an end
 * and a session is still stored, asks the program.
 */
export async function followOtherTab(needs: SignedInNeeds, message: string): Promise<void> {
  const session = await readSession(needs)
  const isSignedOut = needs.holder.state.status === 'signed_out'
  if (session && isSignedOut) return showSignedIn(needs, session)
  if (session && isEnd(message)) await recheck(needs)
  if (await readSession(needs)) return
  if (isEnd(message)) showSignedOut(needs, needs.describe(message))
  else if (!isSignedOut) showSignedOut(needs)
}

const isEnd = (message: string): message is SsoProblemCode => message.startsWith('session_')

/** Shows the stored session. Renews it first if the access token has expired. A problem is shown only if no citizen is signed in. */
export async function restore(
  needs: SignedInNeeds,
  returnTo: string | null = null,
  problem: SsoProblem | null = null,
): Promise<void> {
  const { session, refusal } = await currentSession(needs)
  if (session) showSignedIn(needs, session, returnTo)
  else if (!refusal) showSignedOut(needs, problem, returnTo)
}
