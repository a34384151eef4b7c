import { signInAddressOf } from '../oauth/authorize/index.ts'
import { passwordSetPage, type SetPasswordView } from '../pages/index.ts'
import { page, type Reply, redirect } from '../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../platform/http/route.ts'
import {
  linkInvalidReply,
  pageAt,
  queryParameter,
  readOwnForm,
  setPasswordReply,
  type Visit,
  type VisitNeeds,
  visitOf,
} from '../visits/index.ts'
import { type CreateAccountNeeds, createAccount } from './create-account.ts'
import { CONFIRM_PATH, DONE_PATH } from './enrollment-paths.ts'
import { findWaitingRegistration } from './find-waiting-registration.ts'

/** What the pages behind the mailed link need. */
export type ConfirmPagesNeeds = VisitNeeds & CreateAccountNeeds

const PURPOSE = 'registration'

/** The page behind the mailed link. Showing it changes nothing; only a chosen password uses the link up. */
export function confirmPages(service: ConfirmPagesNeeds): Route[] {
  return [
    route('GET', CONFIRM_PATH, 'page', (http) => showConfirm(service, http)),
    route('POST', CONFIRM_PATH, 'page', (http) => postConfirm(service, http)),
    route('GET', DONE_PATH, 'page', (http) => showDone(service, http)),
  ]
}

async function showConfirm(service: ConfirmPagesNeeds, http: HttpRequest): Promise<Reply> {
  const visit = visitOf(service, http)
  return passwordForm(service, visit, { link: queryParameter(visit, 'link') ?? '' })
}

async function postConfirm(service: ConfirmPagesNeeds, http: HttpRequest): Promise<Reply> {
  const visit = visitOf(service, http)
  const form = readOwnForm(visit, pageAt(CONFIRM_PATH, 'link'))
  if (!form.ok) return form.refusal
  const link = form.value.text('link')
  const created = await createAccount(service, {
    link,
    password: form.value.text('password'),
    origin: { actor: 'citizen', address: http.address, requestId: http.requestId },
  })
  if (created.ok) return redirect(303, DONE_PATH, { cookies: visit.browser.cookies })
  if (created.refusal === 'link-invalid') return linkInvalidReply(visit, PURPOSE)
  return passwordForm(service, visit, { link, problem: created.refusal })
}

async function passwordForm(
  service: ConfirmPagesNeeds,
  visit: Visit,
  { link, problem }: Pick<SetPasswordView, 'link' | 'problem'>,
): Promise<Reply> {
  const waiting = await findWaitingRegistration(service, link)
  if (!waiting) return linkInvalidReply(visit, PURPOSE)
  return setPasswordReply(visit, {
    purpose: PURPOSE,
    action: CONFIRM_PATH,
    link,
    email: waiting.email,
    minLength: service.passwordMinLength,
    problem,
  })
}

function showDone(service: ConfirmPagesNeeds, http: HttpRequest): Reply {
  const { frame, browser } = visitOf(service, http)
  return page(200, passwordSetPage(frame, { purpose: PURPOSE, loginHref: signInAddressOf(browser, http) }))
}
