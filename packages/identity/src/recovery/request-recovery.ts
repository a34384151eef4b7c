import { asOfNow, findCitizen, findCitizenIdByEmail, readEmail } from '../citizens/index.ts'
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
import type { HelpFormerOwner } from '../moments/index.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result } from '../platform/result.ts'

/** The purpose of a mailed link: a new password, or a browser that may try the current one. */
export type RecoveryKind = 'recovery' | 'new-browser'

/** What a request for a mail uses. */
export interface RequestRecoveryNeeds extends RequestLinkNeeds {
  readonly helpFormerOwner: HelpFormerOwner
}

/**
 * Sends the owner of an active account a link, for a new password or a new browser. Every other address causes the same
 * steps, with an id that nobody has and a letter that is discarded; or whoever had the address before gets the letter that gives it back.
 */
export async function requestRecovery(
  needs: RequestRecoveryNeeds,
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
  needs: RequestRecoveryNeeds,
  kind: RecoveryKind,
  email: string,
  request: LinkRequest,
): Promise<SentLink> {
  const recipient = await findRecipient(needs, email)
  const instead = await needs.helpFormerOwner(needs, email, request.language)
  return sendAccountLink(needs, LINK_KINDS[kind], { ...recipient, instead }, request)
}

/** The citizen who may recover with this address. Without one, a substitute, found by the same statements. */
async function findRecipient(needs: RequestRecoveryNeeds, email: string): Promise<LinkRecipient> {
  const { db, random } = needs
  const person = { fullName: '', email, language: '' }
  const nobody = { ...person, citizenId: randomUuid(random), securityVersion: 1, isCitizen: false }
  const citizenId = (await findCitizenIdByEmail(db, email)) ?? nobody.citizenId
  const citizen = await asOfNow(needs, await findCitizen(db, citizenId))
  return citizen?.standing === 'active' ? { ...citizen, email, isCitizen: true } : nobody
}
