import { plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'
import { REPEAT_SECONDS } from '../grant.ts'
import type { Rotation } from './rotate-refresh-token.ts'

/** A rotation of the last minute. */
export interface RecentRotation {
  readonly scope: string
  /** When its access token expires. */
  readonly expiresAt: UnixSeconds
  /** Whether the citizen may still use its tokens. */
  readonly isAlive: boolean
}

/**
 * Finds whether a rotation happened within the last minute, and gave tokens that are still valid: the refresh token is the
 * current one of an active grant, and the row of the access token exists. Both were derived from the request, so no other
 * request can have made them.
 *
 * Reads citizens and clients of the rooms below. Locks nothing.
 */
export async function findRecentRotation(
  db: Database,
  { citizenId, grantId, clientId, revision, accessTokenHash, refreshTokenHash }: Rotation,
  now: UnixSeconds,
): Promise<RecentRotation | undefined> {
  return firstRow(db.query<RecentRotation>`
    select t.scope, extract(epoch from t.expires_at)::bigint as "expiresAt", z.citizen_id is not null as "isAlive"
      from grants g
      join clients c on c.client_id = g.client_id and c.generation = g.client_generation and c.revision = ${revision}
       and c.disabled_at is null
      join access_tokens t on t.citizen_id = g.citizen_id and t.token_hash = ${accessTokenHash} and t.grant_id = g.grant_id
       and t.issued_at between to_timestamp(${plusSeconds(now, -REPEAT_SECONDS)})
                           and to_timestamp(${plusSeconds(now, REPEAT_SECONDS)})
      left join citizens z on z.citizen_id = g.citizen_id and z.security_version = g.security_version
       and z.standing = 'active' and z.email_verified
     where g.citizen_id = ${citizenId} and g.grant_id = ${grantId} and g.client_id = ${clientId}
       and g.refresh_hash = ${refreshTokenHash} and g.ended_at is null and g.expires_at > to_timestamp(${now})`)
}
