import { type Resume, readResume, resumeLocation } from '../authorization/index.ts'
import { type LoginView, loginPage, PATHS, problemPage, wordsFor } from '../pages/index.ts'
import { type Browser, browserOf } from '../platform/http/browser.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import {
  findSignedIn,
  SESSION_COOKIE,
  SESSION_LIFETIME_SECONDS,
  type StartedSession,
} from '../sessions/index.ts'
import type { ProofRefusal } from './prove-password.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

/** What the sign-in page needs. */
export interface SignInService extends SignInNeeds {
  readonly cookies: CookieJar
  readonly serviceName: string
}

/** One visit to the sign-in page. */
interface Visit {
  readonly http: HttpRequest
  readonly browser: Browser
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
  if (!query.ok) return problem(service, http, 'bad-request')
  const visit = visitOf(service, http, query.value.get('resume'))
  if (!visit.resume && (await findSignedIn(service, http.cookie(SESSION_COOKIE))))
    return redirect(302, PATHS.profile)
  return login(service, visit, { status: 200, email: visit.resume?.loginHint || undefined })
}

async function postLogin(service: SignInService, http: HttpRequest): Promise<Reply> {
  const form = http.form()
  if (!form.ok || form.value.repeated.size > 0) return problem(service, http, 'bad-request')
  const visit = visitOf(service, http, form.value.get('resume'))
  if (!visit.browser.owns(form.value)) return problem(service, http, 'form-expired')
  const entered = await signCitizenIn(service, attemptOf(visit, form.value))
  if (entered.ok) return welcome(service, visit, entered.value)
  return login(service, visit, { ...answerTo(entered.refusal), email: form.value.text('email') })
}

function visitOf(service: SignInService, http: HttpRequest, handle: string | undefined): Visit {
  const browser = browserOf(service, http)
  return { http, browser, handle, resume: readResume(browser, handle) }
}

function attemptOf({ http, browser }: Visit, form: Parameters) {
  return {
    email: form.text('email'),
    password: form.text('password'),
    deviceHash: browser.idHash,
    cookieValue: http.cookie(SESSION_COOKIE),
    userAgent: http.header('user-agent'),
    language: wordsFor(http.header('accept-language')).language,
    origin: { actor: 'anonymous' as const, address: http.address, requestId: http.requestId },
  }
}

/** The browser goes where it was on its way to: nowhere but to a waiting request of its own, or to the account. */
function welcome(
  service: SignInService,
  { browser, handle, resume }: Visit,
  { cookieValue }: StartedSession,
): Reply {
  const cookie = service.cookies.set(SESSION_COOKIE, cookieValue.reveal(), {
    seconds: SESSION_LIFETIME_SECONDS,
  })
  const location = resume && handle !== undefined ? resumeLocation(handle) : PATHS.profile
  return redirect(303, location, { cookies: [...browser.cookies, cookie] })
}

interface LoginAnswer extends Pick<LoginView, 'email' | 'problem'> {
  readonly status: number
  readonly retryAfterSeconds?: number
}

function answerTo(refusal: ProofRefusal): LoginAnswer {
  if (refusal === 'wrong') return { status: 400, problem: 'wrong' }
  if (refusal === 'busy') return { status: 503, problem: 'busy', retryAfterSeconds: BUSY_RETRY_SECONDS }
  return { status: 429, problem: refusal, retryAfterSeconds: refusal.retryAfterSeconds }
}

function login(service: SignInService, { http, browser, handle, resume }: Visit, answer: LoginAnswer): Reply {
  const { status, retryAfterSeconds, email, problem } = answer
  const view = {
    csrfToken: browser.csrfToken,
    email,
    problem,
    programName: resume?.programName,
    resume: resume && handle,
  }
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  const formTargets = resume ? [resume.callbackOrigin] : []
  return page(status, loginPage(frameOf(service, http), view), {
    cookies: browser.cookies,
    headers,
    formTargets,
  })
}

function problem(service: SignInService, http: HttpRequest, kind: 'bad-request' | 'form-expired'): Reply {
  const status = kind === 'form-expired' ? 403 : 400
  return page(status, problemPage(frameOf(service, http), { kind, status, reference: http.requestId }))
}

function frameOf({ serviceName }: SignInService, http: HttpRequest) {
  return { serviceName, ...wordsFor(http.header('accept-language')) }
}
