import { SESSION_COOKIE, SESSION_LIFETIME_SECONDS, type StartedSession } from '../access/index.ts'
import {
  pageAt,
  pageReply,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
  signedInPageRoute,
} from '../hosted-page/index.ts'
import { type ChangePasswordView, changePasswordPage, PATHS, script } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { type ChangePasswordNeeds, changePassword, type PasswordChangeRefusal } from './change-password.ts'
import { noticeOf } from './notice.ts'

/** Everything that the password page uses. */
export type PasswordService = SignedInNeeds & ChangePasswordNeeds

/** `/account/password/`: changes the password of a citizen who knows the current one. */
export function passwordRoutes(service: PasswordService): readonly Route[] {
  return [
    signedInPageRoute(service, PATHS.password, showForm),
    signedInFormRoute(service, PATHS.password, pageAt(PATHS.password), postForm),
  ]
}

function showForm(request: SignedInRequest, service: PasswordService): Reply {
  return formPage(service, request, { notice: noticeOf(request, ['changed']) })
}

async function postForm(
  request: SignedInRequest,
  form: Parameters,
  service: PasswordService,
): Promise<Reply> {
  const { http, browser, origin } = request
  const changed = await changePassword(service, request, {
    currentPassword: form.text('current_password'),
    newPassword: form.text('password'),
    deviceHash: browser.idHash,
    browser: {
      cookieValue: http.cookie(SESSION_COOKIE),
      address: http.address,
      userAgent: http.header('user-agent'),
      // The password alone is asked for here, so the session is proven no better and no later than before.
      proof: request.session.proof,
      trustedSince: request.session.trustedSince,
      authenticatedAt: request.session.authenticatedAt,
    },
    origin,
  })
  return changed.ok ? saved(request, changed.value) : refusal(service, request, changed.refusal)
}

function saved({ browser }: SignedInRequest, { cookieValue }: StartedSession): Reply {
  const cookies = browser.signedIn(cookieValue, SESSION_LIFETIME_SECONDS)
  return redirect(303, `${PATHS.password}?notice=changed`, { cookies })
}

function refusal(service: PasswordService, request: SignedInRequest, problem: PasswordChangeRefusal): Reply {
  if (problem === 'signed-out') return redirect(303, PATHS.login)
  return formPage(service, request, { problem })
}

function formPage(
  { passwordMinLength: minLength, baseUrl }: PasswordService,
  request: SignedInRequest,
  said: Pick<ChangePasswordView, 'problem' | 'notice'>,
): Reply {
  const { frame, browser, citizen } = request
  const view = { csrfToken: browser.csrfToken, email: citizen.email, minLength, ...said }
  return pageReply(request, changePasswordPage(frame, view), said.problem, {
    script: baseUrl + script.path,
  })
}
