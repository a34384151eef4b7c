import { arrive } from './arrive.ts'
import { type AskedAgain, begin, type PageWishes, type SignInRequest } from './begin.ts'
import { readCallback } from './callback.ts'
import { type ClientNeeds, compose } from './compose.ts'
import type { ConfigResponse, StatusResponse, TicketResponse } from './contract.ts'
import { safeReturnTo } from './flow.ts'
import {
  callSignedIn,
  currentSession,
  fetchSignedIn,
  followOtherTab,
  recheck,
  showSignedOut,
} from './keep-signed-in.ts'
import type { SsoClientOptions } from './options.ts'
import type { Browser } from './platform/browser.ts'
import type { SsoProblem } from './problems.ts'
import { type Answer, call } from './program.ts'
import { readSession, revokeSession } from './session.ts'
import type { SsoState } from './state.ts'
import { StorageBlocked } from './storage.ts'
import { addTicket } from './ticket.ts'

/** Signs citizens of one program in and keeps them signed in. */
export interface SsoClient {
  readonly state: SsoState
  /** Calls the listener with each new state. Returns a function that unsubscribes it. */
  subscribe(listener: (state: SsoState) => void): () => void
  /** Call it once when the page loads. It finishes a return, or restores the stored session. */
  start(): Promise<SsoState>
  /**
   * Goes to the identity service. `returnTo` is a path on this site. `again` is for a citizen who is signed in: the same
   * citizen signs in once more, as a refusal with `insufficient_user_authentication` asks for. If nothing comes of it, the
   * session goes on. `wishes` are for the pages there: the languages of this page (`ui_locales`), and `prompt: 'create'` for a
   * button that makes an account.
   */
  signIn(options?: {
    readonly returnTo?: string
    readonly again?: AskedAgain
    readonly wishes?: PageWishes
  }): Promise<void>
  /** Goes to the identity service to link an account. `bearer` is the old local token of that account. */
  linkAccount(options?: { readonly bearer?: string; readonly returnTo?: string }): Promise<void>
  /** Finishes a return that a mobile app received as a deep link. */
  handleCallback(url: string | URL): Promise<SsoState>
  /**
   * Works as the browser's `fetch`, and adds the bearer to requests to the program's origin. Relative URLs are relative
   * to `programBaseUrl`.
   */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  /** Rejects with an `Error` whose `cause` is the `SsoProblem`. */
  config(): Promise<ConfigResponse>
  /** Rejects with an `Error` whose `cause` is the `SsoProblem`. */
  status(): Promise<StatusResponse>
  /**
   * Gets a one-time ticket, for a path with its query, or for each that takes tickets. It works within 30 seconds. Rejects
   * with an `Error` whose `cause` is the `SsoProblem`.
   */
  ticket(address?: string): Promise<string>
  /**
   * The address of an event stream, a WebSocket or a download, with a one-time ticket for it. Relative URLs are relative
   * to `programBaseUrl`. Rejects for another host, and as `ticket` does.
   */
  withTicket(address: string | URL): Promise<string>
  /** Ends the session in all tabs, also without a network. */
  signOut(): Promise<void>
}

/** Opens a client in a browser. On a server it does nothing and stays at `starting`. */
export function openClient(browser: Browser, options: SsoClientOptions): SsoClient {
  const needs: ClientNeeds = compose(browser, options, {
    retry: () => void run(() => recheck(needs)),
    message: (message) => void run(() => onMessage(needs, message)),
  })
  const run = async (work: () => Promise<void>) => void (await act(needs, work))
  const handleReturn = returnHandler(needs)
  return {
    get state() {
      return needs.holder.state
    },
    subscribe: needs.holder.subscribe,
    start: () => handleReturn(browser.document && browser.location.href),
    handleCallback: handleReturn,
    signIn: (request) => run(() => startSignIn(needs, request)),
    linkAccount: (request) => run(() => startSignIn(needs, { ...request, again: { link: true } })),
    fetch: (input, init) => fetchFor(needs, input, init),
    config: () => readBody<ConfigResponse>(needs, call(needs, 'config')),
    status: () => readBody<StatusResponse>(needs, callSignedIn(needs, 'status')),
    ticket: (address) => ticketFor(needs, address),
    withTicket: (input) => addTicket(needs.baseUrl, input, (address) => ticketFor(needs, address)),
    signOut: () => run(() => signOut(needs)),
  }
}

/** Runs work, but not on a server. Shows a problem if the browser blocks storage. */
async function act(needs: ClientNeeds, work: () => Promise<void>): Promise<SsoState> {
  try {
    if (!needs.isInert) await work()
  } catch (error) {
    if (!(error instanceof StorageBlocked)) throw error
    showSignedOut(needs, needs.describe('storage_blocked'))
  }
  return needs.holder.state
}

/** Makes the function that handles returns, one at a time. It removes the parameters from the address first. */
function returnHandler(needs: ClientNeeds): (url: string | URL | undefined) => Promise<SsoState> {
  let turn: Promise<unknown> = Promise.resolve()
  return (url) => {
    const { document, location, history } = needs.browser
    const shown = document && readCallback(location.href)
    if (shown) history.replaceState(history.state, '', shown.rest)
    const state = turn.then(() => act(needs, () => arrive(needs, url ? readCallback(url) : null)))
    turn = state.catch(() => undefined)
    return state
  }
}

/**
 * Goes to the identity service, unless the citizen is signed in or the program does not answer. Two presses of a button begin
 * once, and go once.
 */
async function startSignIn(needs: ClientNeeds, request: SignInRequest = {}): Promise<void> {
  const { session } = await currentSession(needs)
  if (needs.holder.state.status === 'waiting') return
  if (session && !request.again) return recheck(needs)
  const outcome = await needs.holder.once(JSON.stringify(request), () =>
    begin(needs, { bearer: session?.access, ...request }),
  )
  if (typeof outcome === 'string') return needs.holder.once(outcome, async () => needs.navigate(outcome))
  if (session) throw failure(outcome)
  showSignedOut(needs, outcome, safeReturnTo(request.returnTo))
}

/** Adds the bearer only for the program's origin, and only if the app set no `authorization` header. */
async function fetchFor(
  needs: ClientNeeds,
  input: string | URL | Request,
  init: RequestInit = {},
): Promise<Response> {
  // A text and a URL have neither.
  const { url = input as string, headers } = input as Request
  const address = new URL(url, `${needs.baseUrl}/`)
  const parts = { headers, ...init }
  const isOurs =
    address.origin === new URL(needs.baseUrl).origin && !new Headers(parts.headers).has('authorization')
  const target = headers ? input : address
  return isOurs && !needs.isInert ? fetchSignedIn(needs, target, parts) : needs.fetch(target, parts)
}

async function readBody<Body>({ describe }: ClientNeeds, arriving: Promise<Answer>): Promise<Body> {
  const answer = await arriving
  if (answer.kind !== 'ok') throw failure(describe('unavailable', answer))
  // The program follows the contract. These bodies do not decide who is signed in.
  return answer.body as Body
}

/** Without an address, JSON has no such field. */
async function ticketFor(needs: ClientNeeds, address: string | undefined): Promise<string> {
  return (await readBody<TicketResponse>(needs, callSignedIn(needs, 'ticket', { address }))).sso_ticket
}

const failure = (problem: SsoProblem): Error => new Error(problem.message, { cause: problem })

/** Handles a message of another tab. */
async function onMessage(needs: ClientNeeds, message: string): Promise<void> {
  if (message === 'out' && needs.options.storage === 'memory') await signOut(needs, () => undefined)
  else await followOtherTab(needs, message)
}

/**
 * Ends the session. Erases the stored tokens first, so that the citizen is signed out here in every case. Then tells
 * the other tabs and the program.
 */
async function signOut(needs: ClientNeeds, notify = needs.notify): Promise<void> {
  const session = await readSession(needs)
  await needs.tokens.write(null)
  showSignedOut(needs)
  notify('out')
  if (session) await needs.holder.once(session.access, () => revokeSession(needs, session))
}
