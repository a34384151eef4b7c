import { formRoute, originOf, pageRoute } from '../hosted-page/index.ts'
import {
  findOwnedLink,
  isAskedHere,
  LINK_KINDS,
  linkPages,
  type RequestForm,
  readRequestBody,
  readRequestForm,
  requestApi,
  requestApiReply,
  requestedReply,
  requestFormAgain,
  requestFormReply,
  requestOfSent,
  sendAgainRoute,
  sentPages,
} from '../mailed-links/index.ts'
import type { RecentFactors } from '../moments/index.ts'
import {
  newBrowserPage,
  passwordSetPage,
  recoverPage,
  script,
  setPasswordPage,
  verifyBrowserPage,
} from '../pages/index.ts'
import type { Route } from '../platform/http/route.ts'
import { inLanguage, type Translations } from '../platform/languages.ts'
import type { FurtherHelp } from '../platform/room/room.ts'
import { carriedBy, enteredReply, entrantOf, type LoginPageNeeds, waitingSignIn } from '../sign-in/index.ts'
import { RECOVERY } from './recovery-operation.ts'
import { rememberBrowser } from './remember-browser.ts'
import { type RecoveryKind, type RequestRecoveryNeeds, requestRecovery } from './request-recovery.ts'
import { type ResetPasswordNeeds, resetPassword } from './reset-password.ts'

/** Everything that the recovery routes use. */
export type RecoveryService = LoginPageNeeds &
  RequestRecoveryNeeds &
  ResetPasswordNeeds & {
    readonly recent: readonly RecentFactors[]
    /** What rooms say to somebody whom a link by mail does not help. */
    readonly onRecover: readonly Translations<FurtherHelp>[]
  }

const formsOf = ({ baseUrl, onRecover }: RecoveryService): Readonly<Record<RecoveryKind, RequestForm>> => ({
  recovery: {
    rules: LINK_KINDS.recovery,
    fields: ['email'],
    page: (frame, view) => recoverPage(frame, view, onRecover),
    script: baseUrl + script.path,
  },
  'new-browser': { rules: LINK_KINDS['new-browser'], fields: ['email'], page: newBrowserPage },
})

/** Recovery by the API and on the hosted pages, making a browser known, and the pages behind the mailed links. */
export function recoveryRoutes(service: RecoveryService): Route[] {
  return [
    requestApi('/api/v1/accounts/recover/', RECOVERY, async (http) => {
      const requested = await requestRecovery(service, 'recovery', readRequestBody(http))
      return requestApiReply(
        requested,
        'If this address belongs to an account, an email with the next step is on its way.',
      )
    }),
    ...askingPages(service, 'recovery'),
    ...askingPages(service, 'new-browser'),
    ...newPasswordPages(service),
    ...newBrowserPages(service),
  ]
}

function askingPages(service: RecoveryService, kind: RecoveryKind): readonly Route[] {
  const form = formsOf(service)[kind]
  const { rules } = form
  const { askPath } = rules
  return [
    pageRoute(service, askPath, (request) => requestFormReply(request, form)),
    formRoute(service, askPath, requestFormAgain(form), async (request, posted) => {
      const asked = readRequestForm(service, request, form, posted)
      return requestedReply(service, request, { form, posted }, await requestRecovery(service, kind, asked))
    }),
    ...sentPages(service, rules),
    sendAgainRoute(service, rules, async (request, note) => {
      const asked = requestOfSent(request, note)
      return asked && requestRecovery(service, kind, asked)
    }),
  ]
}

function newPasswordPages(service: RecoveryService): readonly Route[] {
  const minLength = service.passwordMinLength
  return linkPages(service, {
    rules: LINK_KINDS.recovery,
    asked: formsOf(service).recovery,
    find: async (link) => {
      const found = await findOwnedLink(service, LINK_KINDS.recovery, link)
      return found && { ...found, recent: await findRecent(service, found.citizen.citizenId) }
    },
    addressOf: ({ citizen: { email } }) => email,
    use: (found, form, request) =>
      resetPassword(service, found, {
        password: form.text('password'),
        deviceHash: request.browser.idHash,
        origin: originOf(request.http, 'citizen'),
        entrant: isAskedHere(service, request, LINK_KINDS.recovery, found.key)
          ? entrantOf(request)
          : undefined,
      }),
    goOn: (request, { entered }, form) =>
      entered && enteredReply(service, waitingSignIn(service, request, form), form, entered),
    script: service.baseUrl + script.path,
    form: (frame, { citizen: { email }, recent }, view) => {
      const removes = recent.map(({ will, addedAt }) => ({ said: inLanguage(will, frame.language), addedAt }))
      const carried = carriedBy(service)
      return setPasswordPage(frame, { ...view, purpose: 'recovery', email, minLength, carried, removes })
    },
    outcome: ({ removed }) => removed.join(),
    done: (frame, loginHref, outcome) => {
      const names = outcome.split(',')
      const removed = service.recent.flatMap(({ factors, said }) =>
        names.includes(factors) ? inLanguage(said, frame.language) : [],
      )
      return passwordSetPage(frame, { purpose: 'recovery', loginHref, removed })
    },
  })
}

/** What the new password will remove, of each kind that the account has now. */
async function findRecent(service: RecoveryService, citizenId: string) {
  const found: { readonly will: RecentFactors['will']; readonly addedAt: readonly number[] }[] = []
  for (const { will, find } of service.recent) {
    const addedAt = await find(service, citizenId)
    if (addedAt.length > 0) found.push({ will, addedAt })
  }
  return found
}

function newBrowserPages(service: RecoveryService): readonly Route[] {
  return linkPages(service, {
    rules: LINK_KINDS['new-browser'],
    find: (link) => findOwnedLink(service, LINK_KINDS['new-browser'], link),
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
