import { plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { Batch } from '../../platform/postgres/batch.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { REPEAT_SECONDS } from '../grant.ts'
import type { Rotation } from './rotate-refresh-token.ts'

/** A rotation of the last minute. */
export interface RecentRotation {
  readonly number: number
  readonly scope: string
  /** When its access token expires. */
  readonly expiresAt: UnixSeconds
  /** Whether the citizen may still use its tokens. */
  readonly isAlive: boolean
}

/**
 * Finds which of these rotations happened within the last minute, and gave tokens that are still valid: the refresh
 * token is the current one of an active grant, and the row of the access token exists. Both were derived from the
 * request, so no other request can have made them.
 *
 * Reads citizens and clients of the rooms below. Locks nothing. It has outer joins, because PostgreSQL plans those in
 * the order of the statement.
 */
export async function findRecentRotation(
  db: Database,
  possible: readonly Rotation[],
  now: UnixSeconds,
): Promise<RecentRotation | undefined> {
  const batch = new Batch(possible)
  const rows = await db.query<RecentRotation | { readonly scope: null }>`
    select a.number, t.scope, extract(epoch from t.expires_at)::bigint as "expiresAt",
           z.citizen_id is not null as "isAlive"
      from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                  ${batch.column((r) => r.grantId)}::uuid[], ${batch.column((r) => r.clientId)}::text[],
                  ${batch.column((r) => r.revision)}::int[], ${batch.column((r) => r.accessTokenHash)}::bytea[],
                  ${batch.column((r) => r.refreshTokenHash)}::bytea[])
        as a (number, citizen_id, grant_id, client_id, revision, access_token_hash, refresh_token_hash)
      left join clients c on c.client_id = a.client_id and c.revision = a.revision and c.disabled_at is null
      left join grants g on g.citizen_id = a.citizen_id and g.grant_id = a.grant_id and g.client_id = c.client_id
       and g.client_generation = c.generation and g.refresh_hash = a.refresh_token_hash and g.ended_at is null and g.expires_at > to_timestamp(${now})
      left join access_tokens t on t.citizen_id = a.citizen_id and t.token_hash = a.access_token_hash
       and t.grant_id = g.grant_id
       and t.issued_at between to_timestamp(${plusSeconds(now, -REPEAT_SECONDS)})
                           and to_timestamp(${plusSeconds(now, REPEAT_SECONDS)})
      left join citizens z on z.citizen_id = t.citizen_id and z.security_version = g.security_version
       and z.standing = 'active' and z.email_verified`
  return rows.find((row) => row.scope !== null)
}
