import { appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen } from '../citizens/index.ts'
import { postLetter } from '../mail/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { AccountLinkKind } from './link-kinds.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { type AccountLink, type AccountLinkTable, RECOVERY_LINKS, VERIFICATION_LINKS } from './link-store.ts'
import { mintLink } from './mint-link.ts'
import type { LinkRequest, RequestLinkNeeds } from './request-link.ts'

/** What reading a link needs. */
export interface ReadLinkNeeds {
  readonly db: Database
  readonly clock: Clock
}

/** A link that can be used, and the citizen whose it is. */
export interface OwnedLink {
  readonly key: TokenKey
  readonly citizen: Citizen
}

const TABLES: Readonly<Record<AccountLinkKind, AccountLinkTable>> = {
  recovery: RECOVERY_LINKS,
  'new-browser': RECOVERY_LINKS,
  verification: VERIFICATION_LINKS,
}

/** Whom a link is for: a citizen, or nobody, for whom the same steps are taken with a letter that is thrown away. */
export interface LinkRecipient extends Pick<Citizen, 'citizenId' | 'securityVersion' | 'fullName' | 'email'> {
  readonly isCitizen: boolean
}

/** Keeps a link, which works only as long as the citizen has this security version, posts its letter and writes the event. */
export async function sendAccountLink(
  needs: RequestLinkNeeds,
  kind: AccountLinkKind,
  { citizenId, securityVersion, fullName, email, isCitizen }: LinkRecipient,
  { language, origin }: Pick<LinkRequest, 'language' | 'origin'>,
): Promise<void> {
  const link = mintLink(needs, kind, citizenId)
  await TABLES[kind].insert(needs.db, { ...link, securityVersion })
  const to = { name: fullName, address: email }
  const letter = isCitizen ? { kind, link: link.address } : { kind: 'decoy' as const }
  await postLetter(needs, letter, { to, language, expiresAt: link.expiresAt })
  await appendEvent(needs, { name: LINK_KINDS[kind].event, origin, ...(isCitizen && { citizenId }) })
}

/** Reads whose a link is, if it can be used; nothing is changed, however often. */
export async function findOwnedLink(
  { db, clock }: ReadLinkNeeds,
  kind: AccountLinkKind,
  value: string,
): Promise<OwnedLink | undefined> {
  const key = readToken(LINK_KINDS[kind].token, value)
  const kept = key && (await TABLES[kind].find(db, key, clock.now()))
  const citizen = kept && (await findCitizen(db, key.citizenId))
  return citizen && isUsable(kept, citizen) ? { key, citizen } : undefined
}

/**
 * Deletes a link, and says whether its citizen, whose row is locked in this transaction, could use it. Of all that try at
 * once, one may.
 */
export async function spendLink(
  { db, clock }: ReadLinkNeeds,
  kind: AccountLinkKind,
  key: TokenKey,
  citizen: Citizen,
): Promise<boolean> {
  const kept = await TABLES[kind].spend(db, key, clock.now())
  return kept !== undefined && isUsable(kept, citizen)
}

/** Ends all links of a citizen that are kept together with this kind, in the caller's transaction. */
export async function endLinks(tx: Database, kind: AccountLinkKind, citizenId: string): Promise<void> {
  await TABLES[kind].deleteOfCitizen(tx, citizenId)
}

/** Deletes every link of a citizen whose account is closed, in that transaction. */
export async function eraseLinks(tx: Database, citizenId: string): Promise<void> {
  await RECOVERY_LINKS.deleteOfCitizen(tx, citizenId)
  await VERIFICATION_LINKS.deleteOfCitizen(tx, citizenId)
}

/** A link serves an active citizen, and none for whom everything was ended since it was made. */
function isUsable({ securityVersion }: AccountLink, citizen: Citizen): boolean {
  return citizen.standing === 'active' && citizen.securityVersion === securityVersion
}
