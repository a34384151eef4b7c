import { SESSION_COOKIE, SESSION_LIFETIME_SECONDS, type StartedSession } from '../access/index.ts'
import { type ChangePasswordView, changePasswordPage, PATHS } from '../pages/index.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { pageAt, retryHeaders } from '../visits/index.ts'
import {
  type AccountVisit,
  type AccountVisitNeeds,
  accountForm,
  accountPage,
  noticeOf,
} from './account-visit.ts'
import { type ChangePasswordNeeds, changePassword, type PasswordChangeRefusal } from './change-password.ts'

/** What the password page needs. */
export type PasswordService = AccountVisitNeeds & ChangePasswordNeeds & { readonly cookies: CookieJar }

/** `/account/password/`: another password for a citizen who knows the current one. */
export function passwordRoutes(service: PasswordService): Route[] {
  return [
    route(
      'GET',
      PATHS.password,
      'page',
      accountPage(service, (visit) => showForm(service, visit)),
    ),
    route(
      'POST',
      PATHS.password,
      'page',
      accountForm(service, pageAt(PATHS.password), (visit, form) => postForm(service, visit, form)),
    ),
  ]
}

function showForm(service: PasswordService, visit: AccountVisit): Reply {
  return formPage(service, visit, { status: 200, notice: noticeOf(visit, ['changed']) })
}

async function postForm(service: PasswordService, visit: AccountVisit, form: Parameters): Promise<Reply> {
  const { http, browser, frame, origin } = visit
  const changed = await changePassword(service, visit, {
    currentPassword: form.text('current_password'),
    newPassword: form.text('password'),
    deviceHash: browser.idHash,
    browser: {
      cookieValue: http.cookie(SESSION_COOKIE),
      address: http.address,
      userAgent: http.header('user-agent'),
    },
    language: frame.language,
    origin,
  })
  return changed.ok ? saved(visit, changed.value) : refusal(service, visit, changed.refusal)
}

function saved({ browser }: AccountVisit, { cookieValue }: StartedSession): Reply {
  const cookies = browser.signedIn(cookieValue, SESSION_LIFETIME_SECONDS)
  return redirect(303, `${PATHS.password}?notice=changed`, { cookies })
}

function refusal(service: PasswordService, visit: AccountVisit, problem: PasswordChangeRefusal): Reply {
  if (problem === 'signed-out') return redirect(303, PATHS.login)
  if (problem === 'busy') return formPage(service, visit, { status: 503, problem })
  if (problem === 'unknown-browser') return formPage(service, visit, { status: 403, problem })
  return formPage(service, visit, { status: typeof problem === 'object' ? 429 : 400, problem })
}

function formPage(
  { passwordMinLength: minLength }: PasswordService,
  { frame, browser, citizen }: AccountVisit,
  { status, ...said }: { status: number } & Pick<ChangePasswordView, 'problem' | 'notice'>,
): Reply {
  const view = { csrfToken: browser.csrfToken, email: citizen.email, minLength, ...said }
  return page(status, changePasswordPage(frame, view), {
    cookies: browser.cookies,
    headers: retryHeaders(said.problem),
  })
}
