import type { Citizen } from '../citizens/index.ts'
import {
  LINK_KINDS,
  type LinkRequest,
  type LinkTrouble,
  type RequestLinkNeeds,
  requestOwnLink,
  type SentLink,
} from '../mailed-links/index.ts'
import { accepted, type Result } from '../platform/result.ts'

/** The citizen, the language and the origin of the request. */
export interface VerificationRequest extends Omit<LinkRequest, 'given'> {
  readonly citizen: Citizen
}

/** Sends a citizen a link that verifies the address again. `not-needed` where it is verified. */
export async function requestVerification(
  needs: RequestLinkNeeds,
  request: VerificationRequest,
): Promise<Result<SentLink | 'not-needed', LinkTrouble>> {
  const { citizen } = request
  if (citizen.emailVerified) return accepted('not-needed')
  return requestOwnLink(needs, LINK_KINDS.verification, citizen, request)
}
