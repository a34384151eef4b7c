import { type FormNeeds, originOf } from '../hosted-page/index.ts'
import {
  findOwnedLink,
  type LinkRequest,
  linkPages,
  type RequestLinkNeeds,
  requestApi,
  requestPages,
} from '../mailed-links/index.ts'
import {
  newBrowserPage,
  passwordSetPage,
  recoverPage,
  script,
  setPasswordPage,
  verifyBrowserPage,
} from '../pages/index.ts'
import type { Route } from '../platform/http/route.ts'
import { RECOVERY } from './recovery-operation.ts'
import { rememberBrowser } from './remember-browser.ts'
import { type RecoveryKind, requestRecovery } from './request-recovery.ts'
import { type ResetPasswordNeeds, resetPassword } from './reset-password.ts'

/** Everything that the recovery routes use. */
export type RecoveryService = FormNeeds & RequestLinkNeeds & ResetPasswordNeeds

/** Recovery by the API and on the hosted pages, making a browser known, and the pages behind the mailed links. */
export function recoveryRoutes(service: RecoveryService): Route[] {
  const asking = <Kind extends RecoveryKind>(kind: Kind) => ({
    kind,
    fields: ['email'] as const,
    request: (asked: LinkRequest) => requestRecovery(service, kind, asked),
  })
  return [
    requestApi({
      path: '/api/v1/accounts/recover/',
      detail: 'If this address belongs to an account, an email with the next step is on its way.',
      request: asking('recovery').request,
      described: RECOVERY,
    }),
    ...requestPages(service, { ...asking('recovery'), page: recoverPage }),
    ...requestPages(service, { ...asking('new-browser'), page: newBrowserPage }),
    ...newPasswordPages(service),
    ...newBrowserPages(service),
  ]
}

const YOUNG_KEYS = ['passkeys', 'apps'] as const

function newPasswordPages(service: RecoveryService): readonly Route[] {
  const minLength = service.passwordMinLength
  return linkPages(service, {
    kind: 'recovery',
    find: (link) => findOwnedLink(service, 'recovery', link),
    addressOf: ({ citizen: { email } }) => email,
    use: (found, form, { http, browser }) =>
      resetPassword(service, found, {
        password: form.text('password'),
        deviceHash: browser.idHash,
        origin: originOf(http, 'citizen'),
      }),
    script: service.baseUrl + script.path,
    form: (frame, { citizen: { email } }, view) =>
      setPasswordPage(frame, { ...view, purpose: 'recovery', email, minLength }),
    outcome: (removed) => removed.join(),
    done: (frame, loginHref, outcome) => {
      const removed = YOUNG_KEYS.filter((keys) => outcome.split(',').includes(keys))
      return passwordSetPage(frame, { purpose: 'recovery', loginHref, removed })
    },
  })
}

function newBrowserPages(service: RecoveryService): readonly Route[] {
  return linkPages(service, {
    kind: 'new-browser',
    find: (link) => findOwnedLink(service, 'new-browser', link),
    addressOf: ({ citizen: { email } }) => email,
    use: (found, form, { http, browser }) =>
      rememberBrowser(service, found, {
        email: form.text('email'),
        deviceHash: browser.idHash,
        origin: originOf(http, 'anonymous'),
      }),
    form: (frame, _, view) => verifyBrowserPage(frame, view),
  })
}
