import { plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { Batch, type Numbered } from '../../platform/postgres/coalesce.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS } from '../grant.ts'
import type { RefreshTokenKey } from '../refresh-token.ts'

/** A refresh token, and what replaces it. */
export interface Rotation extends RefreshTokenKey {
  readonly clientId: string
  readonly revision: number
  /** The narrower scope of the request; `''` for the scope of the grant. */
  readonly scope: string
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
}

/** A replaced refresh token. */
export interface RotatedToken {
  readonly scope: string
  readonly grantExpiresAt: UnixSeconds
}

/**
 * Rotates refresh tokens. For each one, the statement replaces the token in its grant and makes an access token, or it
 * does nothing. The scope may narrow the access token and never widens it (RFC 6749 section 6).
 *
 * Reads citizens and clients of the rooms below. Locks the grants' rows by their ids, as the statements do that end
 * several grants. Race: of two rotations of one token, one updates the row and the other finds another hash in it.
 */
export async function rotateRefreshTokens(
  db: Database,
  requests: readonly Rotation[],
  now: UnixSeconds,
): Promise<readonly (RotatedToken | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<RotatedToken & Numbered>`
    with asked as (
      select number, citizen_id, grant_id, token_hash, client_id, revision, scope, access_token_hash, refresh_token_hash
        from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                    ${batch.column((r) => r.grantId)}::uuid[], ${batch.column((r) => r.hash)}::bytea[],
                    ${batch.column((r) => r.clientId)}::text[], ${batch.column((r) => r.revision)}::int[],
                    ${batch.column((r) => r.scope)}::text[], ${batch.column((r) => r.accessTokenHash)}::bytea[],
                    ${batch.column((r) => r.refreshTokenHash)}::bytea[])
          as a (number, citizen_id, grant_id, token_hash, client_id, revision, scope, access_token_hash, refresh_token_hash)
    ), fit as materialized (
      select a.*, z.security_version,
             (select generation from clients
               where client_id = a.client_id and revision = a.revision and disabled_at is null) as client_generation
        from asked a
        join citizens z on z.citizen_id = a.citizen_id and z.standing = 'active' and z.email_verified
       order by a.citizen_id, a.grant_id
    ), rotated as (
      update grants g set refresh_hash = f.refresh_token_hash
        from fit f
       where g.citizen_id = f.citizen_id and g.grant_id = f.grant_id and g.refresh_hash = f.token_hash
         and g.client_id = f.client_id and g.client_generation = f.client_generation
         and g.security_version = f.security_version
         and g.ended_at is null and g.expires_at > to_timestamp(${now})
         and string_to_array(f.scope, ' ') <@ string_to_array(g.scope, ' ')
      returning f.number, g.citizen_id, g.grant_id, g.client_id, g.client_generation, g.session_id,
                g.security_version, g.expires_at, f.access_token_hash, f.token_hash, case when f.scope = '' then g.scope else f.scope end as scope
    ), access as (
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, client_generation, session_id,
                                 security_version, scope, issued_at, expires_at, spent_refresh_hash)
      select citizen_id, access_token_hash, grant_id, client_id, client_generation, session_id, security_version, scope,
             to_timestamp(${now}), least(to_timestamp(${plusSeconds(now, ACCESS_TOKEN_LIFETIME_SECONDS)}), expires_at),
             token_hash
        from rotated
    )
    select number, scope, extract(epoch from expires_at)::bigint as "grantExpiresAt" from rotated`
  return batch.inOrder(rows)
}

/**
 * The same for one token, in a transaction of two statements. Each is one task of a distributed database. A repeated
 * request has the same hashes, so the second statement must run only where the first one has rotated.
 */
export async function rotateRefreshToken(
  db: Database,
  rotation: Rotation,
  now: UnixSeconds,
): Promise<RotatedToken | undefined> {
  const { citizenId, grantId, hash, clientId, revision, scope, accessTokenHash, refreshTokenHash } = rotation
  return db.transaction(async (tx) => {
    const rotated = await firstRow(tx.query<RotatedToken>`
      update grants g set refresh_hash = ${refreshTokenHash}
        from citizens z, clients c
       where g.citizen_id = ${citizenId} and g.grant_id = ${grantId} and g.refresh_hash = ${hash}
         and g.client_id = ${clientId} and c.client_id = ${clientId} and c.revision = ${revision}
         and c.disabled_at is null and g.client_generation = c.generation
         and z.citizen_id = ${citizenId} and z.standing = 'active' and z.email_verified
         and g.security_version = z.security_version
         and g.ended_at is null and g.expires_at > to_timestamp(${now})
         and string_to_array(${scope}, ' ') <@ string_to_array(g.scope, ' ')
      returning case when ${scope} = '' then g.scope else ${scope} end as scope,
                extract(epoch from g.expires_at at time zone 'UTC')::bigint as "grantExpiresAt"`)
    if (!rotated) return undefined
    await tx.query`
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, client_generation, session_id,
                                 security_version, scope, issued_at, expires_at, spent_refresh_hash)
      select citizen_id, ${accessTokenHash}, grant_id, client_id, client_generation, session_id, security_version,
             ${rotated.scope}, to_timestamp(${now}),
             least(to_timestamp(${plusSeconds(now, ACCESS_TOKEN_LIFETIME_SECONDS)}), expires_at), ${hash}
        from grants where citizen_id = ${citizenId} and grant_id = ${grantId}`
    return rotated
  })
}
