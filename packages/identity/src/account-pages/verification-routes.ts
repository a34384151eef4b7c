import { findSignedIn, SESSION_COOKIE } from '../access/index.ts'
import {
  originOf,
  type PageRequest,
  pageReply,
  type SignedInNeeds,
  type SignedInRequest,
  signedInFormRoute,
} from '../hosted-page/index.ts'
import {
  findOwnedLink,
  LINK_KINDS,
  type LinkTrouble,
  linkPages,
  type RequestLinkNeeds,
  readSentMail,
  redirectToSent,
  type SentLink,
  type SentMail,
  type SentPagesNeeds,
  sendAgainRoute,
  sentPages,
} from '../mailed-links/index.ts'
import { requestAgainOr } from '../oauth/authorize/index.ts'
import {
  addressVerifiedPage,
  PATHS,
  script,
  verificationRequiredPage,
  verifyAddressPage,
} from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { MayAskForCode, ProvePasswordNeeds } from '../sign-in/index.ts'
import { requestVerification } from './request-verification.ts'
import { verifyAddress } from './verify-address.ts'

/** Everything that the verification pages use. */
export type VerificationService = SignedInNeeds &
  RequestLinkNeeds &
  ProvePasswordNeeds &
  MayAskForCode &
  Required<Pick<SentPagesNeeds, 'onProfile'>>

const RULES = LINK_KINDS.verification
const { askPath } = RULES

/** `/account/verification/`: requests a new link for an address that must be verified again, and the page behind it. */
export function verificationRoutes(service: VerificationService): readonly Route[] {
  return [
    signedInFormRoute(service, askPath, requestAgainOr(PATHS.account), postRequest),
    ...sentPages(service, RULES),
    sendAgainRoute(service, RULES, requestAgain),
    ...linkPages(service, {
      rules: RULES,
      find: (link) => findOwnedLink(service, RULES, link),
      addressOf: ({ citizen: { email } }) => email,
      use: (found, form, { http, browser }) =>
        verifyAddress(service, found, {
          password: form.text('password'),
          deviceHash: browser.idHash,
          origin: originOf(http, 'anonymous'),
        }),
      script: service.baseUrl + script.path,
      form: (frame, { citizen: { email } }, view) => verifyAddressPage(frame, { ...view, email }),
      done: (frame, nextHref) => addressVerifiedPage(frame, { nextHref }),
    }),
  ]
}

/** Nothing for a browser whose session has ended, or an address that is verified now. */
async function requestAgain(
  { http, frame }: PageRequest,
  { email, link }: SentMail,
  service: VerificationService,
): Promise<Result<SentLink, LinkTrouble> | undefined> {
  const signedIn = await findSignedIn(service, http.cookie(SESSION_COOKIE))
  if (signedIn?.citizen.email !== email) return undefined
  const { citizen } = signedIn
  const asked = {
    citizen,
    language: frame.language,
    origin: originOf(http, 'citizen'),
    code: { replaces: link },
  }
  const sent = await requestVerification(service, asked)
  if (!sent.ok) return sent
  return sent.value === 'not-needed' ? undefined : accepted(sent.value)
}

async function postRequest(
  request: SignedInRequest,
  form: Parameters,
  service: VerificationService,
): Promise<Reply> {
  const { citizen, frame, origin } = request
  const code = { replaces: readSentMail(service, request, RULES)?.link }
  const sent = await requestVerification(service, { citizen, language: frame.language, origin, code })
  if (!sent.ok) return notSent(request, sent.refusal, form.get('resume'))
  const link = sent.value === 'not-needed' ? undefined : sent.value.link
  return redirectToSent(service, request, RULES, {
    email: citizen.email,
    fields: {},
    link,
    mails: 1,
  })
}

function notSent(request: SignedInRequest, trouble: LinkTrouble, resume: string | undefined): Reply {
  const { frame, browser, citizen } = request
  const view = {
    resume,
    email: citizen.email,
    action: askPath,
    csrfToken: browser.csrfToken,
    trouble,
  }
  return pageReply(request, verificationRequiredPage(frame, view), trouble)
}
