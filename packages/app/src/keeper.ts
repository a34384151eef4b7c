import type { DescribeProblem, SsoProblem, SsoProblemCode } from './problems.ts'
import { type Answer, endpoint, patience, readAnswer } from './program.ts'
import {
  isEnding,
  isStale,
  type Renewal,
  readSession,
  renewSession,
  type Session,
  type SessionNeeds,
} from './session.ts'
import type { StateBoard } from './state.ts'
import type { Waiting } from './waiting.ts'

/** What keeping a citizen signed in needs. */
export interface KeeperNeeds extends SessionNeeds {
  readonly baseUrl: string
  fetch(url: URL, init: RequestInit): Promise<Response>
  readonly board: StateBoard
  readonly waiting: Waiting
  readonly describe: DescribeProblem
  /** Shared by all who ask while it lasts. */
  readonly ongoing: { renewal?: Promise<Renewal> }
  /** Tells the other tabs. */
  tell(message: string): void
}

/** Shows that nobody is signed in here. */
export function showSignedOut(
  { board, waiting }: KeeperNeeds,
  problem: SsoProblem | null = null,
  returnTo: string | null = null,
): void {
  waiting.stop()
  board.show({ status: 'signed_out', problem, returnTo })
}

/** Shows that a citizen is signed in, and where to if that has just happened. */
export function showSignedIn(
  { board, waiting }: KeeperNeeds,
  { accessExpiresAt }: Session,
  returnTo: string | null = null,
  justSignedIn = false,
): void {
  waiting.stop()
  board.show({ status: 'signed_in', accessExpiresAt, justSignedIn, returnTo })
}

/** Keeps everything and tries again later; a citizen who has signed out meanwhile stays signed out. */
async function wait({ board, waiting, describe, ...needs }: KeeperNeeds, answer: Answer): Promise<void> {
  if (!(await readSession(needs))) return
  const problem = describe('offline', answer)
  board.show({ status: 'waiting', problem, retryAt: waiting.plan(problem.retryAfterSeconds) })
}

/** Renews the session once, however many ask at the same time, and shows what came of it. */
function renew(needs: KeeperNeeds, { access }: Session): Promise<Renewal> {
  const { ongoing } = needs
  ongoing.renewal ??= renewSession(needs, access)
    .then((renewal) => showRenewal(needs, renewal))
    .finally(() => delete ongoing.renewal)
  return ongoing.renewal
}

async function showRenewal(needs: KeeperNeeds, renewal: Renewal): Promise<Renewal> {
  const { session, refusal } = renewal
  if (session) showSignedIn(needs, session)
  else if (!refusal) showSignedOut(needs)
  else if (isEnding(refusal)) showEnd(needs, refusal)
  else await wait(needs, refusal)
  return renewal
}

function showEnd(needs: KeeperNeeds, answer: Answer): void {
  const code = answer.programCode === 'session_ended' ? answer.programCode : 'session_expired'
  showSignedOut(needs, needs.describe(code, answer))
  needs.tell(code)
}

/** The session, renewed first when the time of its access token is up by the clock of this device. */
export async function currentSession(needs: KeeperNeeds): Promise<Renewal> {
  const session = await readSession(needs)
  return session && session.accessExpiresAt <= needs.now() ? renew(needs, session) : { session }
}

/**
 * Sends a request with the bearer of the session; renews the session and repeats the request, each at most once.
 * A failure of `refresh/` stands for the answer: an outage stays one, and is never a 401.
 */
export async function fetchSignedIn(needs: KeeperNeeds, url: URL, init: RequestInit = {}): Promise<Response> {
  let current = await currentSession(needs)
  let mayRepeat = !(init.body instanceof ReadableStream)
  while (current.session) {
    const response = await send(needs, url, init, current.session)
    const next = await heed(needs, response, current.session, mayRepeat)
    if (!next || !mayRepeat) return response
    mayRepeat = false
    current = next
  }
  if (current.refusal) return failureOf(current.refusal)
  if (needs.board.state.status !== 'signed_out') showSignedOut(needs)
  return needs.fetch(url, init)
}

/** A copy, because whoever else asked at the same time gets the same answer. */
function failureOf({ response, error }: Answer): Response {
  if (response && !response.ok) return response.clone()
  throw error ?? new TypeError('refresh')
}

async function send(needs: KeeperNeeds, url: URL, init: RequestInit, { access }: Session): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${access}`)
  try {
    return await needs.fetch(url, { ...init, headers })
  } catch (error) {
    if (!init.signal?.aborted) await wait(needs, { kind: 'away', body: {}, error })
    throw error
  }
}

/** Draws the consequences of an answer; says what to repeat the request with, if it may be and that could help. */
async function heed(needs: KeeperNeeds, response: Response, used: Session, mayRepeat: boolean) {
  if (response.status !== 401 && response.status !== 503) return null
  const answer = await readAnswer(response)
  if (/^(identity_unavailable|misconfigured)$/.test(`${answer.programCode}`)) await wait(needs, answer)
  if (isEnding(answer)) return endUnlessReplaced(needs, answer, used)
  return isStale(answer) && mayRepeat ? renew(needs, used) : null
}

/** A refusal of a token that is no longer the stored one says nothing about the stored one. */
async function endUnlessReplaced(needs: KeeperNeeds, answer: Answer, used: Session): Promise<Renewal | null> {
  const session = await readSession(needs)
  if (session?.access !== used.access) return session && { session }
  await needs.vault.erase()
  showEnd(needs, answer)
  return null
}

/** Asks the program about the citizen who is signed in. */
export const askStatus = (needs: KeeperNeeds): Promise<Answer> =>
  readAnswer(fetchSignedIn(needs, endpoint(needs.baseUrl, 'status'), { signal: patience(needs) }))

/** Asks the program whether the waiting is over. */
export async function recheck(needs: KeeperNeeds): Promise<void> {
  const answer = await askStatus(needs)
  const session = await readSession(needs)
  if (answer.kind === 'away' || answer.kind === 'throttled') await wait(needs, answer)
  else if (session && session.accessExpiresAt > needs.now()) showSignedIn(needs, session)
}

/**
 * Looks at what another tab has stored or erased. News may be quicker than storage: when an end is told of a session
 * that is still stored, the program knows better.
 */
export async function lookAgain(needs: KeeperNeeds, news: string): Promise<void> {
  const session = await readSession(needs)
  const isSignedOut = needs.board.state.status === 'signed_out'
  if (session && isSignedOut) return showSignedIn(needs, session)
  if (session && isEnd(news)) await recheck(needs)
  if (await readSession(needs)) return
  if (isEnd(news)) showSignedOut(needs, needs.describe(news))
  else if (!isSignedOut) showSignedOut(needs)
}

const isEnd = (news: string): news is SsoProblemCode => news.startsWith('session_')

/** Shows what is stored; an access token whose time is up is renewed first. */
export async function restore(needs: KeeperNeeds, returnTo: string | null = null): Promise<void> {
  const { session, refusal } = await currentSession(needs)
  if (session) showSignedIn(needs, session, returnTo)
  else if (!refusal) showSignedOut(needs)
}
