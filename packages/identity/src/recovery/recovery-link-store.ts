import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** A link to a new password, or of a browser, as it is kept; which of them, its hash tells. */
export interface RecoveryLink extends TokenKey {
  /** The citizen's security version when it was made; it dies with it. */
  readonly securityVersion: number
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** Keeps a link. */
export async function insertRecoveryLink(tx: Database, link: RecoveryLink): Promise<void> {
  await tx.query`
    insert into recovery_links (citizen_id, link_hash, security_version, created_at, expires_at)
    values (${link.citizenId}, ${link.hash}, ${link.securityVersion}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}))`
}

/** Reads a link that has not expired; it stays good. */
export async function findRecoveryLink(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<Pick<RecoveryLink, 'securityVersion'> | undefined> {
  return firstRow(db.query<Pick<RecoveryLink, 'securityVersion'>>`
    select security_version as "securityVersion"
      from recovery_links
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`)
}

/** Spends a link by itself, and tells of it: of all that try at once, one is told. */
export async function spendRecoveryLink(
  tx: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<Pick<RecoveryLink, 'securityVersion'> | undefined> {
  return firstRow(tx.query<Pick<RecoveryLink, 'securityVersion'>>`
    delete from recovery_links
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
    returning security_version as "securityVersion"`)
}

/** Removes all links of a citizen, used and unused. */
export async function deleteRecoveryLinks(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from recovery_links where citizen_id = ${citizenId}`
}

/** Removes links that are over, at most so many; returns how many went. */
export async function deleteExpiredRecoveryLinks(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<number> {
  const deleted = await db.query`
    delete from recovery_links
     where (citizen_id, link_hash) in (select citizen_id, link_hash from recovery_links
                                        where expires_at <= to_timestamp(${now})
                                        order by expires_at limit ${most} for update skip locked)
    returning 1`
  return deleted.length
}
