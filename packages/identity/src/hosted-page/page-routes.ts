import { findEnded, findSignedIn, SESSION_COOKIE, type SignedIn } from '../access/index.ts'
import type { AuditOrigin } from '../audit/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { because, type Reply, redirect } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { type Awaitable, type Result, refused } from '../platform/result.ts'
import type { AccountLink } from '../platform/room/room.ts'
import { answerOnce } from './answer-once.ts'
import { forgetKeptForm, type KeptForm, keepForm, readKeptForm, type SentForm } from './kept-form.ts'
import type { FormPage } from './page-reply.ts'
import {
  atAddress,
  frameFor,
  originOf,
  type PageNeeds,
  type PageRequest,
  pageRequestOf,
} from './page-request.ts'
import { problemReply } from './problem-reply.ts'

/** Everything that a form uses. */
export interface FormNeeds extends PageNeeds {
  readonly db: Database
  readonly log: Log
}

/** Everything that a page for signed-in citizens uses. */
export interface SignedInNeeds extends FormNeeds {
  /** The account pages of rooms. */
  readonly accountLinks: readonly AccountLink[]
}

/** A page request of a signed-in citizen. */
export interface SignedInRequest extends PageRequest, SignedIn {
  readonly origin: AuditOrigin & { readonly address: string }
  /** The form of this page that the citizen could not send before. */
  readonly kept?: KeptForm | undefined
}

/** What the citizen typed in the form with this path, before this browser was signed out. */
export function keptIn({ kept }: SignedInRequest, path: string): KeptForm['fields'] | undefined {
  return kept?.path === path ? kept.fields : undefined
}

/** A page for everybody. */
export function pageRoute<Service extends PageNeeds>(
  service: Service,
  path: string,
  answer: (request: PageRequest, service: Service) => Awaitable<Reply>,
): Route {
  return route('GET', path, 'page', (http) => inTurn(() => answer(pageRequestOf(service, http), service)))
}

/** A form for everybody, if this service showed it to this browser in the current visit. */
export function formRoute<Service extends FormNeeds>(
  service: Service,
  path: string,
  again: FormPage,
  answer: (request: PageRequest, form: Parameters, service: Service) => Promise<Reply>,
): Route {
  return onceRoute(service, path, async (request) => {
    const form = await readOwnForm(request, again)
    return form.ok ? answer(shownBy(request, form.value, again), form.value, service) : form.refusal
  })
}

/**
 * A form that is answered once, however often it is sent (decision 62): every form of a hosted page. `answer` decides whether it
 * may be read. `whatOf` names what it asks for, where that is not every word of it. A form of the previous release does not
 * say which page it is from, and is answered each time.
 */
export function onceRoute(
  service: FormNeeds,
  path: string,
  answer: (request: PageRequest) => Promise<Reply>,
  whatOf: (form: Parameters) => string = (form) => form.encoded,
): Route {
  const answerForm = (http: HttpRequest): Promise<Reply> => {
    const request = pageRequestOf(service, http)
    const form = http.form()
    const standing = form.ok ? request.browser.standingOf(form.value) : 'foreign'
    const page = form.ok ? form.value.get('shown') : undefined
    if (!form.ok || page === undefined || standing === 'foreign' || standing === 'lost')
      return answer(request)
    const act = { page, what: whatOf(form.value), standing }
    return answerOnce(service, request, act, (doing) => answer({ ...request, doing }))
  }
  return route('POST', path, 'page', (http) => inTurn(() => answerForm(http)))
}

/** A page for signed-in citizens. Everybody else is redirected to the sign-in page. */
export function signedInPageRoute<Service extends SignedInNeeds>(
  service: Service,
  path: string,
  answer: (request: SignedInRequest, service: Service) => Awaitable<Reply>,
): Route {
  const guarded = pageRoute(service, path, (request) =>
    ifSignedIn(service, request, (signedIn) => answer(withKept(signedIn), service)),
  )
  return { ...guarded, asks: 'signed-in' }
}

/** The page says that what was typed is there again, and not saved yet. */
function withKept(request: SignedInRequest): SignedInRequest {
  const kept = readKeptForm(request, request.citizen.citizenId)
  if (kept?.page !== request.http.path) return request
  return { ...request, kept, frame: { ...request.frame, isTypedAgain: true } }
}

/**
 * A form for a signed-in citizen, from a page that this service showed in the same session. Where that session is over, the browser keeps
 * what was typed until the same citizen has signed in again.
 */
export function signedInFormRoute<Service extends SignedInNeeds>(
  service: Service,
  path: string,
  again: FormPage,
  answer: (request: SignedInRequest, form: Parameters, service: Service) => Promise<Reply>,
): Route {
  const guarded = formRoute(service, path, again, (request, form) =>
    ifSignedIn(
      service,
      request,
      (signedIn) => sent(service, path, signedIn, answer(signedIn, form, service)),
      () => signedOutReply(service, request, { path, page: again.address(form, request.browser), form }),
    ),
  )
  return { ...guarded, asks: 'signed-in' }
}

/** The answer to a form, which is kept no more. */
async function sent(
  needs: SignedInNeeds,
  path: string,
  request: SignedInRequest,
  answer: Promise<Reply>,
): Promise<Reply> {
  const reply = await answer
  const isKept = readKeptForm(request, request.citizen.citizenId)?.path === path
  return isKept ? { ...reply, cookies: [...reply.cookies, forgetKeptForm(needs)] } : reply
}

/** Redirects to the sign-in page. The form is kept for the citizen of the session that is over; where nobody knows whose it was, it is not. */
async function signedOutReply(needs: SignedInNeeds, request: PageRequest, sending: SentForm): Promise<Reply> {
  const ended = await findEnded(needs, request.http.cookie(SESSION_COOKIE))
  return redirect(303, PATHS.login, {
    cookies: ended ? keepForm(needs, request, ended.citizenId, sending) : [],
  })
}

/** The page that a form comes from is what its answer shows again. */
function shownBy(request: PageRequest, form: Parameters, again: FormPage): PageRequest {
  return { ...request, frame: atAddress(request.frame, again.address(form, request.browser)) }
}

async function ifSignedIn(
  needs: SignedInNeeds,
  request: PageRequest,
  answer: (request: SignedInRequest) => Awaitable<Reply>,
  signedOut: () => Awaitable<Reply> = () => redirect(303, PATHS.login),
): Promise<Reply> {
  const signedIn = await findSignedIn(needs, request.http.cookie(SESSION_COOKIE))
  if (!signedIn) return signedOut()
  const { choice } = request.frame
  const { language, email } = signedIn.citizen
  const frame = {
    ...frameFor(needs, request, { citizen: language }),
    signedInAs: email,
    accountLinks: needs.accountLinks,
  }
  return answer({
    ...request,
    ...signedIn,
    frame: choice ? atAddress(frame, choice.back) : frame,
    origin: originOf(request.http, 'citizen'),
  })
}

/**
 * Reads a form that this service showed to this browser in the current visit. Any other form changes nothing. One from
 * a page of this service is shown again with what was typed, or else the error page links to a new one. Neither says
 * anything about the person who saw the old form.
 */
export async function readOwnForm(request: PageRequest, again: FormPage): Promise<Result<Parameters, Reply>> {
  const form = request.http.form()
  if (!form.ok || form.value.repeated.size > 0) return refused(problemReply(request, 'bad-request'))
  const standing = request.browser.standingOf(form.value)
  if (standing === 'current') return form
  const reason = request.browser.isKnown ? `form-${standing}` : 'no-cookie'
  if (standing === 'foreign') return refused(because(problemReply(request, 'form-expired'), reason))
  const shown = shownBy(request, form.value, again)
  const reopened = await again.reopen?.(shown, form.value)
  if (reopened) return refused(because(reopened, reason))
  const kind = standing === 'stale' ? 'form-stale' : 'form-expired'
  const problem = problemReply(shown, kind, { againHref: again.address(form.value, request.browser) })
  return refused(because(problem, reason))
}

/** How many begin in each round of the event loop. */
const IN_A_ROUND = 2

/** Lets work begin, a little in each round of the event loop, first come, first served. */
type InTurn = <Value>(begin: () => Awaitable<Value>) => Awaitable<Value>

/**
 * Opens turns. Where many ask at once, the requests of programs, which wait for nobody's turn, are answered between them. Where few ask,
 * nobody waits.
 */
export function openTurns(): InTurn {
  const waiting: (() => void)[] = []
  let begun = 0
  let isGoing = false
  const nextRound = (): void => {
    isGoing = begun > 0
    begun = 0
    if (isGoing) setImmediate(nextRound)
    for (const begin of waiting.splice(0, IN_A_ROUND)) {
      begun += 1
      begin()
    }
  }
  return (begin) => {
    if (begun >= IN_A_ROUND) return new Promise<void>((resolve) => void waiting.push(resolve)).then(begin)
    begun += 1
    if (!isGoing) setImmediate(nextRound)
    isGoing = true
    return begin()
  }
}

/** The event loop is one for all services of a process. */
const inTurn = openTurns()
