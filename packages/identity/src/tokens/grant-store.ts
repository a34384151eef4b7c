import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { Batch } from '../platform/postgres/batch.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import {
  ACCESS_TOKEN_LIFETIME_SECONDS,
  GRANT_LIFETIME_SECONDS,
  type GrantEndCause,
  MOST_WRONG_VERIFIERS,
} from './grant.ts'

/** A code with the proof that came with it, and what is to be made of it. */
export interface CodeRedemption {
  readonly citizenId: string
  readonly codeHash: Buffer
  readonly clientId: string
  readonly revision: number
  readonly redirectUri: string
  /** The S256 challenge of the verifier that came (RFC 7636 section 4.6). */
  readonly codeChallenge: string
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
  readonly eventId: string
  readonly address: string
  readonly requestId: string
}

/** What a redeemed code was given for: everything that an ID token says. */
export interface RedeemedCode {
  readonly number: number
  readonly subject: string
  readonly sessionId: string
  readonly securityVersion: number
  readonly nonce: string
  readonly scope: string
  readonly authenticatedAt: UnixSeconds
  readonly fullName: string
  readonly email: string
}

/**
 * Redeems codes: spends each (one winner), makes its grant and tokens and tells the audit, or does nothing at all.
 * Every condition of RFC 6749 section 4.1.3 and of our own (session, security version, standing, verified address, a
 * connection that was not taken back) is in the one update. Reads sessions, citizens and clients and touches connections,
 * which other rooms write.
 */
// eslint-disable-next-line max-lines-per-function -- a statement is one literal, and this one is one round trip
export async function redeemCodes(
  db: Database,
  requests: readonly CodeRedemption[],
  now: UnixSeconds,
): Promise<readonly (RedeemedCode | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<RedeemedCode>`
    with asked as (
      select number, citizen_id, code_hash, client_id, revision, redirect_uri, code_challenge, access_token_hash,
             refresh_token_hash, event_id, address, request_id
        from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                    ${batch.column((r) => r.codeHash)}::bytea[], ${batch.column((r) => r.clientId)}::text[],
                    ${batch.column((r) => r.revision)}::int[], ${batch.column((r) => r.redirectUri)}::text[],
                    ${batch.column((r) => r.codeChallenge)}::text[], ${batch.column((r) => r.accessTokenHash)}::bytea[],
                    ${batch.column((r) => r.refreshTokenHash)}::bytea[], ${batch.column((r) => r.eventId)}::uuid[],
                    ${batch.column((r) => r.address)}::text[], ${batch.column((r) => r.requestId)}::text[])
          as a (number, citizen_id, code_hash, client_id, revision, redirect_uri, code_challenge, access_token_hash,
                refresh_token_hash, event_id, address, request_id)
    ), spent as (
      update authorization_codes k set spent_at = to_timestamp(${now})
        from asked a, clients c, sessions s, citizens z
       where k.citizen_id = a.citizen_id and k.code_hash = a.code_hash
         and k.client_id = a.client_id and k.redirect_uri = a.redirect_uri and k.code_challenge = a.code_challenge
         and k.spent_at is null and k.wrong_verifiers < ${MOST_WRONG_VERIFIERS} and k.expires_at > to_timestamp(${now})
         and c.client_id = a.client_id and c.revision = a.revision and c.disabled_at is null
         and s.citizen_id = k.citizen_id and s.session_id = k.session_id and s.ended_at is null
         and s.expires_at > to_timestamp(${now}) and s.security_version = k.security_version
         and z.citizen_id = k.citizen_id and z.security_version = k.security_version
         and z.standing = 'active' and z.email_verified
         and exists (select 1 from connections n where n.citizen_id = k.citizen_id and n.client_id = k.client_id)
      returning a.number, k.citizen_id, k.grant_id, k.client_id, k.session_id, k.security_version, k.scope, k.nonce,
                k.authenticated_at, z.subject, z.full_name, z.email,
                a.access_token_hash, a.refresh_token_hash, a.event_id, a.address, a.request_id
    ), granted as (
      insert into grants (citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at,
                          created_at, expires_at)
      select citizen_id, grant_id, client_id, session_id, security_version, scope, authenticated_at,
             to_timestamp(${now}), authenticated_at + ${GRANT_LIFETIME_SECONDS} * interval '1 second'
        from spent
    ), access as (
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, scope, issued_at, expires_at)
      select citizen_id, access_token_hash, grant_id, client_id, scope, to_timestamp(${now}),
             to_timestamp(${plusSeconds(now, ACCESS_TOKEN_LIFETIME_SECONDS)})
        from spent
    ), refresh as (
      insert into refresh_tokens (citizen_id, token_hash, grant_id, issued_at, expires_at)
      select citizen_id, refresh_token_hash, grant_id, to_timestamp(${now}),
             authenticated_at + ${GRANT_LIFETIME_SECONDS} * interval '1 second'
        from spent where 'offline_access' = any (string_to_array(scope, ' '))
    ), entered as (
      update connections n set last_entered_at = to_timestamp(${now})
        from spent p
       where n.citizen_id = p.citizen_id and n.client_id = p.client_id
         and n.last_entered_at < to_timestamp(${plusSeconds(now, -3600)})
    ), told as (
      insert into audit_events (event_id, at, name, citizen_id, client_id, session_id, address, request_id, actor, details)
      select event_id, to_timestamp(${now}), 'program-entered', citizen_id, client_id, session_id, address, request_id,
             'client', '{}'
        from spent
    )
    select number, subject, session_id as "sessionId", security_version as "securityVersion", nonce, scope,
           extract(epoch from authenticated_at)::bigint as "authenticatedAt", full_name as "fullName", email
      from spent`
  return batch.inOrder(rows)
}

/** A refresh token, and what is to replace it. */
export interface Rotation {
  readonly citizenId: string
  readonly tokenHash: Buffer
  readonly clientId: string
  readonly revision: number
  /** The narrower scope that is asked for; `''` for all of the grant's. */
  readonly scope: string
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
}

/** A refresh token that was replaced. */
export interface RotatedToken {
  readonly number: number
  readonly scope: string
}

/**
 * Rotates refresh tokens: each is spent (one winner) and replaced, with a new access token, or nothing happens.
 * The scope may narrow the access token and never widens (RFC 6749 section 6). Reads sessions, citizens and clients.
 */
export async function rotateRefreshTokens(
  db: Database,
  requests: readonly Rotation[],
  now: UnixSeconds,
): Promise<readonly (RotatedToken | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<RotatedToken>`
    with asked as (
      select number, citizen_id, token_hash, client_id, revision, scope, access_token_hash, refresh_token_hash
        from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                    ${batch.column((r) => r.tokenHash)}::bytea[], ${batch.column((r) => r.clientId)}::text[],
                    ${batch.column((r) => r.revision)}::int[], ${batch.column((r) => r.scope)}::text[],
                    ${batch.column((r) => r.accessTokenHash)}::bytea[], ${batch.column((r) => r.refreshTokenHash)}::bytea[])
          as a (number, citizen_id, token_hash, client_id, revision, scope, access_token_hash, refresh_token_hash)
    ), spent as (
      update refresh_tokens t set spent_at = to_timestamp(${now})
        from asked a, grants g, clients c, sessions s, citizens z
       where t.citizen_id = a.citizen_id and t.token_hash = a.token_hash
         and t.spent_at is null and t.expires_at > to_timestamp(${now})
         and g.citizen_id = t.citizen_id and g.grant_id = t.grant_id and g.client_id = a.client_id
         and g.ended_at is null and g.expires_at > to_timestamp(${now})
         and string_to_array(a.scope, ' ') <@ string_to_array(g.scope, ' ')
         and c.client_id = a.client_id and c.revision = a.revision and c.disabled_at is null
         and s.citizen_id = g.citizen_id and s.session_id = g.session_id and s.ended_at is null
         and s.expires_at > to_timestamp(${now}) and s.security_version = g.security_version
         and z.citizen_id = g.citizen_id and z.security_version = g.security_version
         and z.standing = 'active' and z.email_verified
      returning a.number, t.citizen_id, t.grant_id, t.expires_at, g.client_id, a.access_token_hash, a.refresh_token_hash,
                case when a.scope = '' then g.scope else a.scope end as scope
    ), refresh as (
      insert into refresh_tokens (citizen_id, token_hash, grant_id, issued_at, expires_at)
      select citizen_id, refresh_token_hash, grant_id, to_timestamp(${now}), expires_at from spent
    ), access as (
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, scope, issued_at, expires_at)
      select citizen_id, access_token_hash, grant_id, client_id, scope, to_timestamp(${now}),
             to_timestamp(${plusSeconds(now, ACCESS_TOKEN_LIFETIME_SECONDS)})
        from spent
    )
    select number, scope from spent`
  return batch.inOrder(rows)
}

/** A refresh token as it lies in the table, with its grant. */
export interface StoredRefreshToken {
  readonly grantId: string
  readonly clientId: string
  readonly grantScope: string
  readonly grantEndedAt: UnixSeconds | null
  readonly spentAt: UnixSeconds | null
  readonly expiresAt: UnixSeconds
}

/** Reads a refresh token and holds its row until the transaction ends. */
export async function lockRefreshToken(
  tx: Database,
  citizenId: string,
  tokenHash: Buffer,
): Promise<StoredRefreshToken | undefined> {
  return firstRow(tx.query<StoredRefreshToken>`
    select t.grant_id as "grantId", g.client_id as "clientId", g.scope as "grantScope",
           extract(epoch from g.ended_at)::bigint as "grantEndedAt", extract(epoch from t.spent_at)::bigint as "spentAt",
           extract(epoch from t.expires_at)::bigint as "expiresAt"
      from refresh_tokens t join grants g on g.citizen_id = t.citizen_id and g.grant_id = t.grant_id
     where t.citizen_id = ${citizenId} and t.token_hash = ${tokenHash} for update of t`)
}

/** Ends a grant with everything that belongs to it; false when it had ended before or never came to be. */
export async function endGrant(
  tx: Database,
  grant: { readonly citizenId: string; readonly grantId: string },
  cause: GrantEndCause,
  now: UnixSeconds,
): Promise<boolean> {
  const ended = await tx.query`
    update grants set ended_at = to_timestamp(${now}), end_cause = ${cause}
     where citizen_id = ${grant.citizenId} and grant_id = ${grant.grantId} and ended_at is null
    returning grant_id`
  return ended.length > 0
}

/** Ends every grant of a citizen at a program. */
export async function endClientGrants(
  tx: Database,
  connection: { readonly citizenId: string; readonly clientId: string },
  cause: GrantEndCause,
  now: UnixSeconds,
): Promise<void> {
  await tx.query`
    update grants set ended_at = to_timestamp(${now}), end_cause = ${cause}
     where citizen_id = ${connection.citizenId} and client_id = ${connection.clientId} and ended_at is null`
}

/** Ends one access token; true when it was this client's. */
export async function deleteAccessToken(
  tx: Database,
  token: { readonly citizenId: string; readonly hash: Buffer },
  clientId: string,
): Promise<boolean> {
  const deleted = await tx.query`
    delete from access_tokens
     where citizen_id = ${token.citizenId} and token_hash = ${token.hash} and client_id = ${clientId}
    returning grant_id`
  return deleted.length > 0
}
