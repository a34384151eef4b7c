import { formRoute, originOf, type PageRequest, pageRoute } from '../hosted-page/index.ts'
import {
  isAskedHere,
  LINK_KINDS,
  linkPages,
  type RequestForm,
  type RequestLinkNeeds,
  readRequestBody,
  readRequestForm,
  requestApi,
  requestApiReply,
  requestedReply,
  requestFormAgain,
  requestFormReply,
  requestOfSent,
  type SentMail,
  sendAgainRoute,
  sentPages,
} from '../mailed-links/index.ts'
import { PATHS, passwordSetPage, registerPage, script, setPasswordPage } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { carriedBy, enteredReply, entrantOf, type LoginPageNeeds, waitingSignIn } from '../sign-in/index.ts'
import { type CreateAccountNeeds, createAccount } from './create-account.ts'
import { findWaitingRegistration } from './find-waiting-registration.ts'
import { REGISTRATION } from './registration-operation.ts'
import { requestRegistration } from './request-registration.ts'

/** Everything that the enrollment routes use. */
export type EnrollmentService = RequestLinkNeeds & CreateAccountNeeds & LoginPageNeeds

const PURPOSE = 'registration'
const RULES = LINK_KINDS[PURPOSE]

const FORM: RequestForm = {
  rules: RULES,
  fields: ['full_name', 'email', 'phone_number'],
  page: registerPage,
}

/** Registration by the API and on the hosted pages, and the page behind the mailed link. */
export function enrollmentRoutes(service: EnrollmentService): Route[] {
  return [
    requestApi('/api/v1/accounts/register/', REGISTRATION, async (http) => {
      const requested = await requestRegistration(service, readRequestBody(http))
      return requestApiReply(
        requested,
        'If this address can be used for an account, an email with the next step is on its way.',
      )
    }),
    pageRoute(service, PATHS.register, (request) => requestFormReply(request, FORM)),
    formRoute(service, PATHS.register, requestFormAgain(FORM), register),
    ...sentPages(service, RULES),
    sendAgainRoute(service, RULES, registerAgain),
    ...firstPasswordPages(service),
  ]
}

async function register(
  request: PageRequest,
  posted: Parameters,
  service: EnrollmentService,
): Promise<Reply> {
  const asked = readRequestForm(service, request, FORM, posted)
  const requested = await requestRegistration(service, asked)
  return requestedReply(service, request, { form: FORM, posted }, requested)
}

async function registerAgain(request: PageRequest, note: SentMail, service: EnrollmentService) {
  const asked = requestOfSent(request, note)
  return asked && requestRegistration(service, asked)
}

function firstPasswordPages(service: EnrollmentService): readonly Route[] {
  const minLength = service.passwordMinLength
  return linkPages(service, {
    rules: RULES,
    asked: FORM,
    find: (link) => findWaitingRegistration(service, link),
    addressOf: ({ registration: { email } }) => email,
    use: (waiting, form, request) =>
      createAccount(service, waiting, {
        password: form.text('password'),
        origin: originOf(request.http, 'citizen'),
        entrant: isAskedHere(service, request, RULES, waiting.key) ? entrantOf(request) : undefined,
      }),
    goOn: (request, entered, form) =>
      entered && enteredReply(service, waitingSignIn(service, request, form), form, entered),
    script: service.baseUrl + script.path,
    form: (frame, { registration: { email } }, view) =>
      setPasswordPage(frame, { ...view, purpose: PURPOSE, email, minLength, carried: carriedBy(service) }),
    done: (frame, loginHref) => passwordSetPage(frame, { purpose: PURPOSE, loginHref }),
  })
}
