import { type Citizen, findCitizen } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { AccountLinkKind } from './link-kinds.ts'
import { LINK_KINDS } from './link-kinds.ts'
import { type AccountLink, type AccountLinkTable, RECOVERY_LINKS, VERIFICATION_LINKS } from './link-store.ts'
import type { MintedLink } from './mint-link.ts'

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

/** Keeps a link, for as long as the citizen has this security version. */
export async function keepLink(
  tx: Database,
  kind: AccountLinkKind,
  link: MintedLink & AccountLink,
): Promise<void> {
  await TABLES[kind].insert(tx, link)
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
