import { findCitizen, findCitizenIdByEmail, readEmail } from '../citizens/index.ts'
import {
  type LinkRecipient,
  type LinkRequest,
  type LinkRequestRefusal,
  type RequestLinkNeeds,
  readRequest,
  requestLink,
  type SentLink,
  sendAccountLink,
} from '../mailed-links/index.ts'
import { randomUuid } from '../platform/random.ts'
import type { Result } from '../platform/result.ts'

/** The purpose of a mailed link: a new password, or a browser that may try the current one. */
export type RecoveryKind = 'recovery' | 'new-browser'

/**
 * Sends the owner of an active account a link, for a new password or a new browser. Every other address causes the same
 * steps, with an id that nobody has and a letter that is discarded.
 */
export function requestRecovery(
  needs: RequestLinkNeeds,
  kind: RecoveryKind,
  request: LinkRequest,
): Promise<Result<SentLink, LinkRequestRefusal>> {
  const asked = readRequest(request, { email: readEmail })
  return requestLink(needs, kind, { ...request, asked }, async (inTransaction, { email }) =>
    sendAccountLink(inTransaction, kind, await findRecipient(inTransaction, email), request),
  )
}

/** The citizen who may recover with this address. Without one, a substitute, found by the same statements. */
async function findRecipient({ db, random }: RequestLinkNeeds, email: string): Promise<LinkRecipient> {
  const person = { fullName: '', email, language: '' }
  const nobody = { ...person, citizenId: randomUuid(random), securityVersion: 1, isCitizen: false }
  const citizen = await findCitizen(db, (await findCitizenIdByEmail(db, email)) ?? nobody.citizenId)
  return citizen?.standing === 'active' ? { ...citizen, email, isCitizen: true } : nobody
}
