import {
  findSignedIn,
  SESSION_COOKIE,
  SESSION_LIFETIME_SECONDS,
  type StartedSession,
} from '../access/index.ts'
import {
  carriedAddress,
  carryResume,
  formRoute,
  frameFor,
  originOf,
  type PageAgain,
  type PageNeeds,
  type PageRequest,
  pageReply,
  pageRoute,
  problemReply,
} from '../hosted-page/index.ts'
import { type Resume, readResume, requestAgainOr, resumeLocation } from '../oauth/authorize/index.ts'
import { type LoginView, loginPage, newBrowserPage, PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { type SignInNeeds, signCitizenIn } from './sign-citizen-in.ts'

/** Everything that the sign-in page uses. */
export type SignInService = SignInNeeds & PageNeeds

/** A request for the sign-in page. */
interface SignInRequest extends PageRequest {
  /** The handle of the waiting request, unchecked. */
  readonly handle: string | undefined
  /** The waiting request, where the handle is valid and of this browser. */
  readonly resume: Resume | undefined
}

/** The sign-in page. */
export function signInRoutes(service: SignInService): Route[] {
  return [
    pageRoute(service, PATHS.login, showLogin),
    formRoute(
      service,
      PATHS.login,
      { ...requestAgainOr(PATHS.login), reopen: reopenFor(service) },
      postLogin,
    ),
  ]
}

async function showLogin(page: PageRequest, service: SignInService): Promise<Reply> {
  const query = page.http.query()
  if (!query.ok) return problemReply(page, 'bad-request')
  const request = signInRequest(service, page, query.value)
  if (!request.resume && (await findSignedIn(service, request.http.cookie(SESSION_COOKIE))))
    return redirect(302, PATHS.profile)
  return login(request, { email: carriedAddress(page) ?? (request.resume?.loginHint || undefined) })
}

/** A form that has expired is shown again with its program and its address, unless somebody has signed in meanwhile. */
function reopenFor(service: SignInService): NonNullable<PageAgain['reopen']> {
  return async (page, form) => {
    if (await findSignedIn(service, page.http.cookie(SESSION_COOKIE))) return undefined
    return login(signInRequest(service, page, form), { problem: 'form-expired', email: form.text('email') })
  }
}

async function postLogin(page: PageRequest, form: Parameters, service: SignInService): Promise<Reply> {
  const request = signInRequest(service, page, form)
  const entered = await signCitizenIn(service, attemptOf(request, form))
  if (entered.ok) return welcome(request, entered.value)
  const email = form.text('email')
  if (entered.refusal === 'unknown-browser') return newBrowser(request, email)
  return login(request, { problem: entered.refusal, email })
}

function signInRequest(service: SignInService, page: PageRequest, parameters: Parameters): SignInRequest {
  const handle = parameters.get('resume')
  const resume = readResume(page.browser, handle)
  return { ...page, frame: frameFor(service, page.http, resume?.languages), handle, resume }
}

function attemptOf({ http, browser, frame }: SignInRequest, form: Parameters) {
  return {
    email: form.text('email'),
    password: form.text('password'),
    deviceHash: browser.idHash,
    cookieValue: http.cookie(SESSION_COOKIE),
    userAgent: http.header('user-agent'),
    language: frame.language,
    origin: originOf(http, 'anonymous'),
  }
}

/** Redirects the browser: to its own waiting request, or to the account pages, and nowhere else. */
function welcome({ browser, handle, resume }: SignInRequest, { cookieValue }: StartedSession): Reply {
  const location = resume && handle !== undefined ? resumeLocation(handle) : PATHS.profile
  return redirect(303, location, { cookies: browser.signedIn(cookieValue, SESSION_LIFETIME_SECONDS) })
}

/** The reply to any password: this browser must first be proven by a mailed link. */
function newBrowser({ browser, frame, handle, resume }: SignInRequest, email: string): Reply {
  const carried = carryResume(resume && handle)
  const view = { ...carried, csrfToken: browser.csrfToken, values: { email } }
  return pageReply({ browser }, newBrowserPage(frame, view), 'unknown-browser')
}

function login(
  { browser, frame, handle, resume }: SignInRequest,
  { email, problem }: Pick<LoginView, 'email' | 'problem'>,
): Reply {
  const view = {
    csrfToken: browser.csrfToken,
    email,
    problem,
    programName: resume?.programName,
    resume: resume && handle,
  }
  return pageReply({ browser }, loginPage(frame, view), problem, {
    formTargets: resume ? 'anywhere' : 'self',
  })
}
