import {
  originOf,
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
} from '../mailed-links/index.ts'
import { requestAgainOr } from '../oauth/authorize/index.ts'
import {
  addressVerifiedPage,
  checkEmailPage,
  PATHS,
  verificationRequiredPage,
  verifyAddressPage,
} from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { Reply } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { ProvePasswordNeeds } from '../sign-in/index.ts'
import { requestVerification } from './request-verification.ts'
import { verifyAddress } from './verify-address.ts'

/** Everything that the verification pages use. */
export type VerificationService = SignedInNeeds & RequestLinkNeeds & ProvePasswordNeeds

const { askPath } = LINK_KINDS.verification

/** `/account/verification/`: requests a new link for an address that must be verified again, and the page behind it. */
export function verificationRoutes(service: VerificationService): readonly Route[] {
  return [
    signedInFormRoute(service, askPath, requestAgainOr(PATHS.profile), postRequest),
    ...linkPages(service, {
      kind: 'verification',
      find: (link) => findOwnedLink(service, 'verification', link),
      addressOf: ({ citizen: { email } }) => email,
      use: (found, form, { http, browser }) =>
        verifyAddress(service, found, {
          password: form.text('password'),
          deviceHash: browser.idHash,
          origin: originOf(http, 'anonymous'),
        }),
      form: (frame, { citizen: { email } }, view) => verifyAddressPage(frame, { ...view, email }),
      done: (frame, nextHref) => addressVerifiedPage(frame, { nextHref }),
    }),
  ]
}

async function postRequest(
  request: SignedInRequest,
  form: Parameters,
  service: VerificationService,
): Promise<Reply> {
  const { citizen, frame, origin } = request
  const sent = await requestVerification(service, { citizen, language: frame.language, origin })
  if (!sent.ok) return notSent(request, sent.refusal, form.get('resume'))
  const view = { kind: 'verification' as const, email: citizen.email }
  return pageReply(request, checkEmailPage(frame, view))
}

function notSent(request: SignedInRequest, trouble: LinkTrouble, resume: string | undefined): Reply {
  const { frame, browser, citizen, http } = request
  const view = {
    resume,
    email: citizen.email,
    action: askPath,
    csrfToken: browser.csrfToken,
    reference: http.requestId,
    trouble,
  }
  return pageReply(request, verificationRequiredPage(frame, view), trouble)
}
