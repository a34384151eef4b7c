import { appendEvent } from '../audit/index.ts'
import {
  findCitizen,
  findHolderOfEmail,
  readEmail,
  readFullName,
  readPhoneNumber,
} from '../citizens/index.ts'
import { type Letter, postLetter } from '../mail/index.ts'
import {
  admitRequest,
  endReplacedCode,
  LINK_KINDS,
  type LinkRequest,
  type LinkRequestRefusal,
  type Registration,
  type RequestLinkNeeds,
  readRequest,
  type SentLink,
  storeRegistration,
} from '../mailed-links/index.ts'
import { PATHS } from '../pages/index.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { randomUuid } from '../platform/random.ts'
import { accepted, type Result } from '../platform/result.ts'

/** Exactly these three fields (contract section 2.1). */
const READERS = { full_name: readFullName, email: readEmail, phone_number: readPhoneNumber }

/**
 * Sends the owner of the address a link to set a password. Where an account exists, it tells only the owner so. Whether
 * one exists is read last, and both cases then do the same steps.
 */
export async function requestRegistration(
  needs: RequestLinkNeeds,
  request: LinkRequest,
): Promise<Result<SentLink, LinkRequestRefusal>> {
  const asked = await admitRequest(needs, LINK_KINDS.registration, request, readRequest(request, READERS))
  if (!asked.ok) return asked
  const { full_name: fullName, email, phone_number: phoneNumber } = asked.value
  const registration = { fullName, email, phoneNumber, language: request.language }
  const link = await needs.db.transaction((tx) => send({ ...needs, db: tx }, registration, request))
  needs.mail.wake()
  return accepted({ email, link })
}

async function send(
  needs: RequestLinkNeeds,
  registration: Registration,
  { origin, code }: LinkRequest,
): Promise<TokenKey> {
  const { email: address, fullName, language } = registration
  const ownerId = await findHolderOfEmail(needs.db, address, needs.clock.now())
  const isNew = ownerId === undefined
  const wish = isNew ? 'mailed' : 'unmailed'
  const citizenId = randomUuid(needs.random)
  // The same statement for every address: an owner's letter speaks the owner's language.
  const owner = await findCitizen(needs.db, ownerId ?? citizenId)
  const link = await storeRegistration(needs, citizenId, registration, code === 'no-code' ? 'none' : wish)
  const letter: Letter = { kind: 'registration', link: link.address, code: link.code }
  await postLetter(needs, isNew ? letter : alreadyRegistered(needs), {
    to: { name: isNew ? fullName : '', address },
    language: owner?.language || language,
    expiresAt: link.expiresAt,
    // The owner of an account gets a letter, too: that one is refused tells of the mailbox alone.
    askedBy: link.hash,
  })
  await appendEvent(
    needs,
    isNew
      ? { name: LINK_KINDS.registration.event, origin }
      : { name: 'registration-for-existing-account', origin, citizenId: ownerId },
  )
  await endReplacedCode(needs.db, code)
  return { citizenId, hash: link.hash }
}

function alreadyRegistered({ baseUrl }: RequestLinkNeeds): Letter {
  return {
    kind: 'already-registered',
    signInAddress: baseUrl + PATHS.login,
    recoverAddress: baseUrl + PATHS.recover,
  }
}
