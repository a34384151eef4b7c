import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'

/** A link that proves an address anew, as stored. */
export interface VerificationLink extends TokenKey {
  readonly securityVersion: number
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** Stores a link. */
export async function insertVerificationLink(tx: Database, link: VerificationLink): Promise<void> {
  await tx.query`
    insert into verification_links (citizen_id, link_hash, security_version, created_at, expires_at)
    values (${link.citizenId}, ${link.hash}, ${link.securityVersion}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}))`
}

/** Whether a link is there and not expired, and the security version that it was born under. */
export async function findVerificationLink(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<Pick<VerificationLink, 'securityVersion'> | undefined> {
  const [link] = await db.query<Pick<VerificationLink, 'securityVersion'>>`
    select security_version as "securityVersion" from verification_links
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`
  return link
}

/** Spends a link: of all that try at once, one gets true. */
export async function spendVerificationLink(
  tx: Database,
  { citizenId, hash, securityVersion }: TokenKey & Pick<VerificationLink, 'securityVersion'>,
  now: UnixSeconds,
): Promise<boolean> {
  const spent = await tx.query`
    delete from verification_links
     where citizen_id = ${citizenId} and link_hash = ${hash} and security_version = ${securityVersion}
       and expires_at > to_timestamp(${now})
    returning link_hash`
  return spent.length > 0
}

/** Removes all links of a citizen. */
export async function deleteVerificationLinks(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from verification_links where citizen_id = ${citizenId}`
}

/** Removes links that are over, at most so many; tells how many went. */
export async function deleteExpiredVerificationLinks(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<number> {
  const gone = await db.query`
    delete from verification_links where (citizen_id, link_hash) in (
      select citizen_id, link_hash from verification_links where expires_at <= to_timestamp(${now})
       order by expires_at limit ${most} for update skip locked)
    returning link_hash`
  return gone.length
}
