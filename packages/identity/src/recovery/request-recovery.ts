import { findCitizen, findCitizenIdByEmail, readEmail } from '../citizens/index.ts'
import {
  admitRequest,
  LINK_KINDS,
  type LinkRecipient,
  type LinkRequest,
  type LinkRequestRefusal,
  type RequestLinkNeeds,
  readRequest,
  type SentLink,
  sendAccountLink,
} from '../mailed-links/index.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result } from '../platform/result.ts'

/** The purpose of a mailed link: a new password, or a browser that may try the current one. */
export type RecoveryKind = 'recovery' | 'new-browser'

/**
 * Sends the owner of an active account a link, for a new password or a new browser. Every other address causes the same
 * steps, with an id that nobody has and a letter that is discarded.
 */
export async function requestRecovery(
  needs: RequestLinkNeeds,
  kind: RecoveryKind,
  request: LinkRequest,
): Promise<Result<SentLink, LinkRequestRefusal>> {
  const asked = await admitRequest(
    needs,
    LINK_KINDS[kind],
    request,
    readRequest(request, { email: readEmail }),
  )
  if (!asked.ok) return asked
  const sent = await needs.db.transaction((tx) =>
    send({ ...needs, db: tx }, kind, asked.value.email, request),
  )
  needs.mail.wake()
  return accepted(sent)
}

async function send(
  needs: RequestLinkNeeds,
  kind: RecoveryKind,
  email: string,
  request: LinkRequest,
): Promise<SentLink> {
  return sendAccountLink(needs, LINK_KINDS[kind], await findRecipient(needs, email), request)
}

/** The citizen who may recover with this address. Without one, a substitute, found by the same statements. */
async function findRecipient({ db, random }: RequestLinkNeeds, email: string): Promise<LinkRecipient> {
  const person = { fullName: '', email, language: '' }
  const nobody = { ...person, citizenId: randomUuid(random), securityVersion: 1, isCitizen: false }
  const citizen = await findCitizen(db, (await findCitizenIdByEmail(db, email)) ?? nobody.citizenId)
  return citizen?.standing === 'active' ? { ...citizen, email, isCitizen: true } : nobody
}
