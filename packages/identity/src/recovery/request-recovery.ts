import { findCitizen, findCitizenIdByEmail, readEmail } from '../citizens/index.ts'
import {
  type LinkRecipient,
  type LinkRequest,
  type LinkRequestRefusal,
  type RequestLinkNeeds,
  readRequest,
  requestLink,
  sendAccountLink,
} from '../mailed-links/index.ts'
import { randomUuid } from '../platform/random.ts'
import type { Result } from '../platform/result.ts'

/** What a mailed link is asked for: a new password, or a browser that may try the old one. */
export type RecoveryKind = 'recovery' | 'new-browser'

/**
 * Sends the owner of an active account a link to a new password, or for a new browser. For every other address the same steps are taken
 * under an id that nobody has, with a letter that is thrown away.
 */
export function requestRecovery(
  needs: RequestLinkNeeds,
  kind: RecoveryKind,
  request: LinkRequest,
): Promise<Result<{ readonly email: string }, LinkRequestRefusal>> {
  return requestLink(
    needs,
    kind,
    readRequest(request, { email: readEmail }),
    async (inTransaction, { email }) =>
      sendAccountLink(inTransaction, kind, await findRecipient(inTransaction, email), request),
  )
}

/** Whoever may recover by this address; where there is none, somebody who is not, found by the same statements. */
async function findRecipient({ db, random }: RequestLinkNeeds, email: string): Promise<LinkRecipient> {
  const nobody = { citizenId: randomUuid(random), securityVersion: 1, fullName: '', email, isCitizen: false }
  const citizen = await findCitizen(db, (await findCitizenIdByEmail(db, email)) ?? nobody.citizenId)
  return citizen?.standing === 'active' ? { ...citizen, email, isCitizen: true } : nobody
}
