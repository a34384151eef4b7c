import { type FormNeeds, originOf } from '../hosted-page/index.ts'
import {
  type LinkRequest,
  linkPages,
  type RequestLinkNeeds,
  requestApi,
  requestPages,
} from '../mailed-links/index.ts'
import { passwordSetPage, registerPage, script, setPasswordPage } from '../pages/index.ts'
import type { Route } from '../platform/http/route.ts'
import { type CreateAccountNeeds, createAccount } from './create-account.ts'
import { findWaitingRegistration } from './find-waiting-registration.ts'
import { REGISTRATION } from './registration-operation.ts'
import { requestRegistration } from './request-registration.ts'

/** Everything that the enrollment routes use. */
export type EnrollmentService = FormNeeds & RequestLinkNeeds & CreateAccountNeeds

const PURPOSE = 'registration'

/** Registration by the API and on the hosted pages, and the page behind the mailed link. */
export function enrollmentRoutes(service: EnrollmentService): Route[] {
  return [
    requestApi({
      path: '/api/v1/accounts/register/',
      detail: 'If this address can be used for an account, an email with the next step is on its way.',
      request: (asked: LinkRequest) => requestRegistration(service, asked),
      described: REGISTRATION,
    }),
    ...requestPages(service, {
      kind: PURPOSE,
      fields: ['full_name', 'email', 'phone_number'],
      page: registerPage,
      request: (asked: LinkRequest) => requestRegistration(service, asked),
    }),
    ...firstPasswordPages(service),
  ]
}

function firstPasswordPages(service: EnrollmentService): readonly Route[] {
  const minLength = service.passwordMinLength
  return linkPages(service, {
    kind: PURPOSE,
    find: (link) => findWaitingRegistration(service, link),
    addressOf: ({ registration: { email } }) => email,
    use: (waiting, form, { http }) =>
      createAccount(service, waiting, {
        password: form.text('password'),
        origin: originOf(http, 'citizen'),
      }),
    script: service.baseUrl + script.path,
    form: (frame, { registration: { email } }, view) =>
      setPasswordPage(frame, { ...view, purpose: PURPOSE, email, minLength }),
    done: (frame, loginHref) => passwordSetPage(frame, { purpose: PURPOSE, loginHref }),
  })
}
