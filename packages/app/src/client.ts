import { arrive } from './arrive.ts'
import { begin, type Departure } from './begin.ts'
import { readCallback, withoutCallback } from './callback.ts'
import { type ClientNeeds, compose } from './compose.ts'
import type { ConfigResponse, StatusResponse } from './contract.ts'
import { safeReturnTo } from './flow.ts'
import { askStatus, currentSession, fetchSignedIn, lookAgain, recheck, showSignedOut } from './keeper.ts'
import type { SsoClientOptions } from './options.ts'
import type { Browser } from './platform/browser.ts'
import type { SsoProblem } from './problems.ts'
import type { Answer } from './program.ts'
import { readSession, revokeSession } from './session.ts'
import type { SsoState } from './state.ts'
import { StorageBlocked } from './storage.ts'

/** Signs citizens of one program in and keeps them signed in. */
export interface SsoClient {
  readonly state: SsoState
  /** Tells of each new state; what comes back ends that. */
  subscribe(listener: (state: SsoState) => void): () => void
  /** To be called once when the page loads: finishes a return, or restores what is stored. */
  start(): Promise<SsoState>
  /** Leaves for the identity service; `returnTo` is a path on this site. */
  signIn(options?: { readonly returnTo?: string }): Promise<void>
  /** Leaves to link the account that `bearer`, an old local token, belongs to. */
  linkAccount(options?: { readonly bearer?: string; readonly returnTo?: string }): Promise<void>
  /** Finishes a return that came as a deep link. */
  handleCallback(url: string | URL): Promise<SsoState>
  /** Like the browser's own, with the bearer for the program's origin; relative to `programBaseUrl`. */
  fetch(input: string | URL, init?: RequestInit): Promise<Response>
  /** Rejects with an `Error` whose `cause` is the `SsoProblem`. */
  config(): Promise<ConfigResponse>
  /** Rejects with an `Error` whose `cause` is the `SsoProblem`. */
  status(): Promise<StatusResponse>
  /** Ends the session here and in all tabs, even without a network; never begins a new one. */
  signOut(): Promise<void>
}

/** Opens a client in a browser; on a server it is inert and stays at `starting`. */
export function openClient(browser: Browser, options: SsoClientOptions): SsoClient {
  const needs: ClientNeeds = compose(browser, options, {
    retry: () => void run(() => recheck(needs)),
    hear: (news) => void run(() => hear(needs, news)),
  })
  const run = async (work: () => Promise<void>) => void (await act(needs, work))
  const takeReturn = openEntrance(needs)
  return {
    get state() {
      return needs.board.state
    },
    subscribe: needs.board.subscribe,
    start: () => takeReturn(browser.document && browser.location.href),
    handleCallback: takeReturn,
    signIn: (departure) => run(() => leave(needs, { ...departure, link: false })),
    linkAccount: (departure) => run(() => leave(needs, { ...departure, link: true })),
    fetch: (input, init) => fetchFor(needs, input, init),
    config: () => bodyOf<ConfigResponse>(needs, needs.program.call('config')),
    status: () => bodyOf<StatusResponse>(needs, askStatus(needs)),
    signOut: () => run(() => signOut(needs, needs.tell)),
  }
}

/** Does nothing on a server, and says so when the browser blocks storage. */
async function act(needs: ClientNeeds, work: () => Promise<void>): Promise<SsoState> {
  try {
    if (!needs.isInert) await work()
  } catch (error) {
    if (!(error instanceof StorageBlocked)) throw error
    showSignedOut(needs, needs.describe('storage_blocked'))
  }
  return needs.board.state
}

/** Strips the address before anything else; returns are taken one after the other. */
function openEntrance(needs: ClientNeeds): (url: string | URL | undefined) => Promise<SsoState> {
  let turn: Promise<unknown> = Promise.resolve()
  return (url) => {
    stripAddress(needs.browser)
    const state = turn.then(() => act(needs, () => arrive(needs, url ? readCallback(url) : null)))
    turn = state.catch(() => undefined)
    return state
  }
}

function stripAddress({ document, location, history }: Browser): void {
  if (!document || !readCallback(location.href)) return
  history.replaceState(history.state, '', withoutCallback(location.href))
}

/** Leaves for the identity service, unless the state says why the citizen stays. */
async function leave(needs: ClientNeeds, departure: Departure): Promise<void> {
  const { session } = await currentSession(needs)
  if (needs.board.state.status === 'waiting') return
  if (session && !departure.link) return recheck(needs)
  const outcome = await begin(needs, { bearer: session?.access, ...departure })
  if (typeof outcome === 'string') return needs.navigate(outcome)
  if (session) throw failure(outcome)
  showSignedOut(needs, outcome, safeReturnTo(departure.returnTo))
}

/** Adds the bearer for the program's origin alone, and never in the place of one that the app has set. */
async function fetchFor(needs: ClientNeeds, input: string | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(input, `${needs.baseUrl}/`)
  const home = `${new URL(needs.baseUrl).origin}/`
  const isOurs = url.href.startsWith(home) && !new Headers(init.headers).has('authorization')
  return isOurs && !needs.isInert ? fetchSignedIn(needs, url, init) : needs.fetch(url, init)
}

async function bodyOf<Body>({ describe }: ClientNeeds, arriving: Promise<Answer>): Promise<Body> {
  const answer = await arriving
  if (answer.kind !== 'ok') throw failure(describe('unavailable', answer))
  // The program is trusted to keep to the contract here: nothing of this decides who is signed in.
  return answer.body as Body
}

const failure = (problem: SsoProblem): Error => new Error(problem.message, { cause: problem })

async function hear(needs: ClientNeeds, news: string): Promise<void> {
  if (news === 'out' && needs.options.storage === 'memory') await signOut(needs, () => undefined)
  else await lookAgain(needs, news)
}

/** Forgets first, so that nothing can keep the citizen signed in here; then tells the other tabs and the program. */
async function signOut(needs: ClientNeeds, tell: ClientNeeds['tell']): Promise<void> {
  const session = await readSession(needs)
  await needs.vault.erase()
  showSignedOut(needs)
  tell('out')
  if (session) await revokeSession(needs, session)
}
