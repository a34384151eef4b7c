import {
  findSignedIn,
  SESSION_COOKIE,
  SESSION_LIFETIME_SECONDS,
  type StartedSession,
} from '../access/index.ts'
import { type Resume, readResume, requestAgainOr, resumeLocation } from '../oauth/authorize/index.ts'
import { type LoginView, loginPage, newBrowserPage, PATHS } from '../pages/index.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import { carryResume, frameFor, problemReply, readOwnForm, type Visit, visitOf } from '../visits/index.ts'
import type { ProofRefusal } from './prove-password.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

/** What the sign-in page needs. */
export interface SignInService extends SignInNeeds {
  readonly cookies: CookieJar
  readonly serviceName: string
}

/** One visit to the sign-in page. */
interface SignInVisit extends Visit {
  /** The handle of the waiting request, as it came. */
  readonly handle: string | undefined
  /** The waiting request, if the handle is good and this browser's. */
  readonly resume: Resume | undefined
}

const BUSY_RETRY_SECONDS = 5

/** The sign-in page. */
export function signInRoutes(service: SignInService): Route[] {
  return [
    route('GET', PATHS.login, 'page', (http) => showLogin(service, http)),
    route('POST', PATHS.login, 'page', (http) => postLogin(service, http)),
  ]
}

async function showLogin(service: SignInService, http: HttpRequest): Promise<Reply> {
  const query = http.query()
  if (!query.ok) return problemReply(visitOf(service, http), 'bad-request')
  const visit = signInVisit(service, visitOf(service, http), query.value)
  if (!visit.resume && (await findSignedIn(service, http.cookie(SESSION_COOKIE))))
    return redirect(302, PATHS.profile)
  return login(visit, { status: 200, email: visit.resume?.loginHint || undefined })
}

async function postLogin(service: SignInService, http: HttpRequest): Promise<Reply> {
  const anyVisit = visitOf(service, http)
  const form = readOwnForm(anyVisit, requestAgainOr(PATHS.login))
  if (!form.ok) return form.refusal
  const visit = signInVisit(service, anyVisit, form.value)
  const entered = await signCitizenIn(service, attemptOf(visit, form.value))
  if (entered.ok) return welcome(visit, entered.value)
  const email = form.value.text('email')
  if (entered.refusal === 'unknown-browser') return newBrowser(visit, email)
  return login(visit, { ...answerTo(entered.refusal), email })
}

function signInVisit(service: SignInService, visit: Visit, parameters: Parameters): SignInVisit {
  const handle = parameters.get('resume')
  const resume = readResume(visit.browser, handle)
  return { ...visit, frame: frameFor(service, visit.http, resume?.languages), handle, resume }
}

function attemptOf({ http, browser, frame }: SignInVisit, form: Parameters) {
  return {
    email: form.text('email'),
    password: form.text('password'),
    deviceHash: browser.idHash,
    cookieValue: http.cookie(SESSION_COOKIE),
    userAgent: http.header('user-agent'),
    language: frame.language,
    origin: { actor: 'anonymous' as const, address: http.address, requestId: http.requestId },
  }
}

/** The browser goes where it was on its way to: nowhere but to a waiting request of its own, or to the account. */
function welcome({ browser, handle, resume }: SignInVisit, { cookieValue }: StartedSession): Reply {
  const location = resume && handle !== undefined ? resumeLocation(handle) : PATHS.profile
  return redirect(303, location, { cookies: browser.signedIn(cookieValue, SESSION_LIFETIME_SECONDS) })
}

/** Whatever the password was: this browser has to be proven by mail first. */
function newBrowser({ browser, frame, handle, resume }: SignInVisit, email: string): Reply {
  const carried = carryResume(resume && handle)
  const view = { ...carried, csrfToken: browser.csrfToken, email }
  return page(403, newBrowserPage(frame, view), { cookies: browser.cookies })
}

interface LoginAnswer extends Pick<LoginView, 'email' | 'problem'> {
  readonly status: number
  readonly retryAfterSeconds?: number
}

function answerTo(refusal: Exclude<ProofRefusal, 'unknown-browser'>): LoginAnswer {
  if (refusal === 'wrong') return { status: 400, problem: 'wrong' }
  if (refusal === 'busy') return { status: 503, problem: 'busy', retryAfterSeconds: BUSY_RETRY_SECONDS }
  return { status: 429, problem: refusal, retryAfterSeconds: refusal.retryAfterSeconds }
}

function login({ browser, frame, handle, resume }: SignInVisit, answer: LoginAnswer): Reply {
  const { status, retryAfterSeconds, email, problem } = answer
  const view = {
    csrfToken: browser.csrfToken,
    email,
    problem,
    programName: resume?.programName,
    resume: resume && handle,
  }
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const formTargets = resume ? 'anywhere' : 'self'
  return page(status, loginPage(frame, view), { cookies: browser.cookies, headers, formTargets })
}
