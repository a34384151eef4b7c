import { requestAgainOr, signInAddressOf } from '../oauth/authorize/index.ts'
import {
  addressConfirmedPage,
  type ConfirmAddressView,
  checkEmailPage,
  confirmAddressPage,
  PATHS,
  verificationRequiredPage,
} from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type Route, route } from '../platform/http/route.ts'
import { linkInvalidReply, openForm, openPage, pageAt, retryHeaders, type Visit } from '../visits/index.ts'
import { type AccountVisit, type AccountVisitNeeds, accountForm } from './account-visit.ts'
import {
  type ConfirmAddressNeeds,
  type ConfirmAddressRefusal,
  confirmAddress,
  findVerifying,
} from './confirm-address.ts'
import {
  type RequestVerificationNeeds,
  requestVerification,
  type VerificationRequestRefusal,
} from './request-verification.ts'
import { CONFIRM_PATH, DONE_PATH, VERIFICATION_PATH } from './verification-paths.ts'

/** What the verification pages need. */
export type VerificationService = AccountVisitNeeds & RequestVerificationNeeds & ConfirmAddressNeeds

/** `/account/verification/`: a new link for an address that has to be proven anew, and the page behind it. */
export function verificationRoutes(service: VerificationService): Route[] {
  return [
    route(
      'POST',
      VERIFICATION_PATH,
      'page',
      accountForm(service, requestAgainOr(PATHS.profile), (visit, form) => postRequest(service, visit, form)),
    ),
    route(
      'GET',
      CONFIRM_PATH,
      'page',
      openPage(service, (visit) => showConfirm(service, visit)),
    ),
    route(
      'POST',
      CONFIRM_PATH,
      'page',
      openForm(service, pageAt(CONFIRM_PATH, 'link'), (visit, form) => postConfirm(service, visit, form)),
    ),
    route('GET', DONE_PATH, 'page', openPage(service, showDone)),
  ]
}

async function postRequest(
  service: VerificationService,
  visit: AccountVisit,
  form: Parameters,
): Promise<Reply> {
  const { citizen, frame, browser, origin } = visit
  const sent = await requestVerification(service, { citizen, language: frame.language, origin })
  if (!sent.ok) return notSent(visit, sent.refusal, form.get('resume'))
  const view = { kind: 'verification' as const, email: citizen.email }
  return page(200, checkEmailPage(frame, view), { cookies: browser.cookies })
}

function notSent(
  { frame, browser, citizen, http }: AccountVisit,
  refusal: VerificationRequestRefusal,
  resume: string | undefined,
): Reply {
  const view = {
    resume,
    email: citizen.email,
    action: VERIFICATION_PATH,
    csrfToken: browser.csrfToken,
    reference: http.requestId,
    trouble: refusal,
  }
  const status = refusal === 'mail-unavailable' ? 503 : 429
  const extras = { cookies: browser.cookies, headers: retryHeaders(refusal) }
  return page(status, verificationRequiredPage(frame, view), extras)
}

async function showConfirm(service: VerificationService, visit: Visit): Promise<Reply> {
  const query = visit.http.query()
  const link = query.ok && query.value.repeated.size === 0 ? query.value.text('link') : ''
  return confirmPage(service, visit, { link, status: 200 })
}

async function postConfirm(service: VerificationService, visit: Visit, form: Parameters): Promise<Reply> {
  const { http, browser } = visit
  const link = form.text('link')
  const confirmed = await confirmAddress(service, {
    link,
    password: form.text('password'),
    deviceHash: browser.idHash,
    origin: { actor: 'anonymous', address: http.address, requestId: http.requestId },
  })
  if (confirmed.ok) return redirect(303, DONE_PATH, { cookies: browser.cookies })
  if (confirmed.refusal === 'link-invalid') return linkInvalidReply(visit, 'verification')
  return confirmPage(service, visit, {
    link,
    problem: confirmed.refusal,
    status: statusOf(confirmed.refusal),
  })
}

function statusOf(refusal: Exclude<ConfirmAddressRefusal, 'link-invalid'>): number {
  if (refusal === 'busy') return 503
  if (refusal === 'unknown-browser') return 403
  return typeof refusal === 'object' ? 429 : 400
}

async function confirmPage(
  service: VerificationService,
  visit: Visit,
  { link, status, problem }: Pick<ConfirmAddressView, 'link' | 'problem'> & { status: number },
): Promise<Reply> {
  const citizen = await findVerifying(service, link)
  if (!citizen) return linkInvalidReply(visit, 'verification')
  const { frame, browser } = visit
  const view = { email: citizen.email, action: CONFIRM_PATH, csrfToken: browser.csrfToken, link, problem }
  return page(status, confirmAddressPage(frame, view), {
    cookies: browser.cookies,
    headers: retryHeaders(problem),
  })
}

/** Says that the address is confirmed, signed in or not, and leads on: to the program that waits, if there is one. */
function showDone({ frame, browser, http }: Visit): Reply {
  return page(200, addressConfirmedPage(frame, { nextHref: signInAddressOf(browser, http) }))
}
