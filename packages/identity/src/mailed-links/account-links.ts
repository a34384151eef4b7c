import { appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, lockCitizen } from '../citizens/index.ts'
import { type Letter, type LetterNeeds, postLetter } from '../mail/index.ts'
import type { LetterLinkKind } from '../pages/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result } from '../platform/result.ts'
import type { Secret } from '../platform/secret.ts'
import {
  type AccountLinkKind,
  kindsEndedBy,
  LINK_KINDS,
  type LinkEnd,
  type OwnedLinkKind,
} from './link-kinds.ts'
import { deleteLinks, findLink, insertLink, type LinkContent, takeLink } from './link-store.ts'
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

/** A link that stays valid for as long as its caller keeps the hash. */
export interface MintedLetterLink {
  readonly address: Secret
  readonly hash: Buffer
}

/** What only a registration has, and no address but that of the account. */
const NO_CONTENT = { email: null, fullName: null, phoneNumber: null, language: null }

/** The citizen of a link. Or nobody, with the same steps and a letter that is discarded. */
export interface LinkRecipient
  extends Pick<Citizen, 'citizenId' | 'securityVersion' | 'fullName' | 'email' | 'language'> {
  readonly isCitizen: boolean
  /** The letter that brings a link for a new password, where the citizen did not ask for it. */
  readonly letter?: 'was-not-me'
}

/** Mails a link to a citizen whom the request itself has named, if the limits and the mail server allow it. */
export async function requestOwnLink(
  needs: RequestLinkNeeds,
  kind: AccountLinkKind,
  citizen: Citizen,
  request: Omit<LinkRequest, 'given'>,
): Promise<Result<SentLink, LinkTrouble>> {
  const asked = await admitRequest<Citizen, never>(needs, kind, request, accepted(citizen))
  if (!asked.ok) return asked
  const sent = await needs.db.transaction((tx) =>
    sendAccountLink({ ...needs, db: tx }, kind, { ...citizen, isCitizen: true }, request),
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
  needs: RequestLinkNeeds,
  kind: AccountLinkKind,
  { citizenId, securityVersion, fullName, email, isCitizen, letter: wanted, ...recipient }: LinkRecipient,
  { origin, code, ...request }: Pick<LinkRequest, 'language' | 'origin' | 'code'>,
): Promise<SentLink> {
  const locked = await lockCitizen(needs.db, citizenId)
  const isMailed = isCitizen && locked?.email === email
  const wish = isMailed ? 'mailed' : 'unmailed'
  const link = mintLink(needs, kind, citizenId, code === 'no-code' ? 'none' : wish)
  await insertLink(needs.db, { ...NO_CONTENT, ...link, kind, securityVersion })
  const to = { name: fullName, address: email }
  const sent: Letter = wanted
    ? { kind: wanted, link: link.address }
    : { kind, link: link.address, code: link.code }
  const letter: Letter = isMailed ? sent : { kind: 'decoy' }
  const language = recipient.language || request.language
  await postLetter(needs, letter, { to, language, expiresAt: link.expiresAt })
  await appendEvent(needs, { name: LINK_KINDS[kind].event, origin, ...(isMailed && { citizenId }) })
  await endReplacedCode(needs.db, code)
  return { email, link: { citizenId, hash: link.hash } }
}

/** Stores a link for a letter that the caller writes, and returns its address. */
export async function storeLetterLink(
  needs: LetterNeeds,
  kind: OwnedLinkKind,
  { citizenId, securityVersion }: Pick<Citizen, 'citizenId' | 'securityVersion'>,
): Promise<Secret> {
  const link = mintLink(needs, kind, citizenId, 'none')
  await insertLink(needs.db, { ...NO_CONTENT, ...link, kind, securityVersion })
  return link.address
}

/** Stores a link that proves another address than that of the account. Without a code that anybody gets, where nobody gets the link. */
export async function storeAddressLink(
  needs: LetterNeeds,
  { citizenId, securityVersion }: Pick<Citizen, 'citizenId' | 'securityVersion'>,
  newEmail: string,
  code: LinkCode,
): Promise<MintedLink> {
  const kind = 'new-address'
  const link = mintLink(needs, kind, citizenId, code)
  await insertLink(needs.db, { ...NO_CONTENT, ...link, kind, securityVersion, email: newEmail })
  return link
}

/** Makes a link whose hash the caller stores, so that it also outlives a rise of the security version. */
export function letterLink(needs: LetterNeeds, kind: LetterLinkKind, citizenId: string): MintedLetterLink {
  return mintLink(needs, kind, citizenId, 'none')
}

/** Reads the key of a link of this kind. */
export function readLetterLink(kind: LetterLinkKind, value: string): TokenKey | undefined {
  return readToken(LINK_KINDS[kind].token, value)
}

/** Finds the citizen of a link, if the link is usable. Changes nothing, however often it is called. */
export async function findOwnedLink(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  kind: OwnedLinkKind,
  value: string,
): Promise<OwnedLink | undefined> {
  const key = readToken(LINK_KINDS[kind].token, value)
  const kept = key && (await findLink(db, key, clock.now()))
  const citizen = kept && (await findCitizen(db, key.citizenId))
  return citizen && isUsable(kept, citizen)
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
  const kept = await takeLink(db, key, clock.now())
  return kept !== undefined && isUsable(kept, citizen)
}

/** Deletes the links of a citizen that this ends, in the caller's transaction. */
export async function endLinks(tx: Database, end: LinkEnd, citizenId: string): Promise<void> {
  await deleteLinks(tx, citizenId, kindsEndedBy(end))
}

/** A link is usable by an active citizen whose security version has not risen since. */
function isUsable({ securityVersion }: LinkContent, citizen: Citizen): boolean {
  return citizen.standing === 'active' && citizen.securityVersion === securityVersion
}
