import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, lockCitizen } from '../citizens/index.ts'
import { type Envelope, type Letter, type LetterNeeds, postLetter } from '../mail/index.ts'
import type { OtherLetter } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'
import { type AccountLinkRules, ENDED, type LinkEnd, type LinkRules, OUTLASTING } from './link-kinds.ts'
import { deleteExpired, deleteLinks, findLink, insertLink, type LinkContent, takeLink } from './link-store.ts'
import { type LinkCode, type MintedLink, mintLink } from './mint-link.ts'
import {
  admitRequest,
  endReplacedCode,
  type LinkRequest,
  type LinkTrouble,
  type RequestLinkNeeds,
  type SentLink,
} from './request-link.ts'

/** A usable link, and its citizen. */
export interface OwnedLink {
  readonly key: TokenKey
  readonly citizen: Citizen
  /** The address that the link proves, where it is not that of the account. */
  readonly newEmail: string | undefined
  readonly askedAt: UnixSeconds
}

/** What only a registration has, and no address but that of the account. */
const NO_CONTENT = { email: null, fullName: null, phoneNumber: null, language: null }

const DECOY: Letter = { kind: 'decoy' }

/** The citizen of a link. Or nobody, with the same steps and a letter that is discarded. */
export interface LinkRecipient
  extends Pick<Citizen, 'citizenId' | 'securityVersion' | 'fullName' | 'email' | 'language'> {
  readonly isCitizen: boolean
  /** What nobody gets in place of a letter that is discarded: whoever had the address before. */
  readonly instead?: OtherLetter | undefined
}

/** Mails a link to a citizen whom the request itself has named, if the limits and the mail server allow it. */
export async function requestOwnLink(
  needs: RequestLinkNeeds,
  rules: AccountLinkRules,
  citizen: Citizen,
  request: Omit<LinkRequest, 'given'>,
): Promise<Result<SentLink, LinkTrouble>> {
  const asked = await admitRequest<Citizen, never>(needs, rules, request, accepted(citizen))
  if (!asked.ok) return asked
  const sent = await needs.db.transaction((tx) =>
    sendAccountLink({ ...needs, db: tx }, rules, { ...citizen, isCitizen: true }, request),
  )
  needs.mail.wake()
  return accepted(sent)
}

/**
 * Stores a link, which is valid only with the citizen's current security version, posts its letter and writes the event.
 * The letter speaks the citizen's language. Only where none was chosen yet, it speaks that of the request. It is discarded where the
 * account has another address by now: a change of address or its undo may commit after the caller has read the citizen. The lock makes
 * later ones wait, and they end this link.
 */
export async function sendAccountLink(
  needs: LetterNeeds,
  rules: AccountLinkRules,
  { citizenId, securityVersion, fullName, email, isCitizen, instead, ...recipient }: LinkRecipient,
  { origin, code, ...request }: Pick<LinkRequest, 'language' | 'code'> & { readonly origin: AuditOrigin },
): Promise<SentLink> {
  const locked = await lockCitizen(needs.db, citizenId)
  const isMailed = isCitizen && locked?.email === email
  const other = isMailed ? undefined : instead
  const owner = other ?? { citizenId, securityVersion, link: rules }
  const link = await storeLink(needs, owner.link, owner, { code: codeFor(code, isMailed) })
  const to = { name: fullName, address: email }
  const language = recipient.language || request.language
  const { address, code: mailedCode } = link
  const { serviceName } = needs
  const letter = rules.letter({ link: address, code: mailedCode, language, serviceName })
  const askedBy = rules.sent.tellsRefusal && link.hash
  const envelope = { to, language, expiresAt: link.expiresAt, askedBy, ...(isMailed && { about: citizenId }) }
  const posted = isMailed ? { letter, envelope } : toNobody(address, envelope, other)
  await postLetter(needs, posted.letter, posted.envelope)
  await appendEvent(needs, {
    name: rules.event,
    origin,
    ...(isMailed ? { citizenId } : knownOwner(other)),
  })
  await endReplacedCode(needs.db, code)
  return { email, link: { citizenId, hash: link.hash } }
}

/** Whom the event is about: nobody, or whoever had the address before. */
function knownOwner(other: OtherLetter | undefined) {
  return other ? { citizenId: other.citizenId } : {}
}

/** What is posted where the account has not asked: the same work. */
function toNobody(link: Secret, envelope: Envelope, other: OtherLetter | undefined) {
  return other ? other.write(link) : { letter: DECOY, envelope }
}

function codeFor(code: LinkRequest['code'], isMailed: boolean): LinkCode {
  if (code === 'no-code') return 'none'
  return isMailed ? 'mailed' : 'unmailed'
}

/** Stores a link for a letter that the caller writes, and returns it. It may prove another address than that of the account. */
export async function storeLink(
  needs: LetterNeeds,
  rules: OtherLetter['link'],
  { citizenId, securityVersion }: Pick<Citizen, 'citizenId' | 'securityVersion'>,
  { code = 'none', newEmail = null }: { readonly code?: LinkCode; readonly newEmail?: string | null } = {},
): Promise<MintedLink> {
  const { kind } = rules
  const link = mintLink(needs, rules, citizenId, code)
  await insertLink(needs.db, { ...NO_CONTENT, ...link, kind, securityVersion, email: newEmail })
  return link
}

/**
 * Finds the citizen of a link, if the link is usable. Changes nothing, however often it is called. One kind outlasts whatever becomes of an
 * account that is not closed: the room of that kind knows what else has to fit.
 */
export async function findOwnedLink(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  { token, kind }: LinkRules,
  value: string,
): Promise<OwnedLink | undefined> {
  const key = readToken(token, value)
  const kept = key && (await findLink(db, key, clock.now()))
  const citizen = kept && (await findCitizen(db, key.citizenId))
  if (!citizen) return undefined
  return (kind === OUTLASTING ? citizen.standing !== 'closed' : isUsable(kept, citizen))
    ? { key, citizen, newEmail: kept.email ?? undefined, askedAt: kept.askedAt }
    : undefined
}

/**
 * Deletes a link, and returns whether it was usable: for one of several concurrent callers. The caller has locked the
 * citizen's row in this transaction.
 */
export async function spendLink(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  key: TokenKey,
  citizen: Citizen,
): Promise<boolean> {
  const now = clock.now()
  const kept = await takeLink(db, key, now)
  if (!kept) return false
  // A supporter would read of them that nobody used what was asked for.
  await deleteExpired(db, { citizenId: citizen.citizenId, kind: kept.kind }, now)
  return isUsable(kept, citizen)
}

/** Deletes the links of a citizen that this ends, in the caller's transaction. */
export async function endLinks(tx: Database, end: LinkEnd, citizenId: string): Promise<void> {
  await deleteLinks(tx, citizenId, ENDED[end])
}

/** A link is usable by an active citizen whose security version has not risen since. */
function isUsable({ securityVersion }: LinkContent, citizen: Citizen): boolean {
  return citizen.standing === 'active' && citizen.securityVersion === securityVersion
}
