import { type Citizen, findCitizen } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken, type TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { findRecoveryLink, type RecoveryLink } from './recovery-link-store.ts'

/** What a mailed link leads to: a new password, or a browser that may try the old one. */
export type RecoveryLinkKind = 'recovery-link' | 'browser-link'

/** A mailed link that can be used, and whose it is. */
export interface Recovering {
  readonly key: TokenKey
  readonly citizen: Citizen
}

/** Reads whose a mailed link is, if it can be used; nothing is changed, however often. */
export async function findRecovering(
  { db, clock }: { db: Database; clock: Clock },
  link: string,
  kind: RecoveryLinkKind,
): Promise<Recovering | undefined> {
  const key = readToken(kind, link)
  const kept = key && (await findRecoveryLink(db, key, clock.now()))
  const citizen = kept && (await findCitizen(db, key.citizenId))
  return citizen && mayUse(citizen, kept) ? { key, citizen } : undefined
}

/** A link serves an active citizen, and none for whom everything was ended since it was made. */
export function mayUse(
  citizen: Pick<Citizen, 'standing' | 'securityVersion'>,
  link: Pick<RecoveryLink, 'securityVersion'>,
): boolean {
  return citizen.standing === 'active' && citizen.securityVersion === link.securityVersion
}
