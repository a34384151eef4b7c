import { plusSeconds, type UnixMilliseconds, type UnixSeconds } from '../../platform/clock.ts'
import { Batch, type Numbered } from '../../platform/postgres/coalesce.ts'
import { anyRow, type Database, firstRow } from '../../platform/postgres/database.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, GRANT_LIFETIME_SECONDS, MOST_WRONG_VERIFIERS } from '../grant.ts'

/** A code with its proof, and the ids and hashes of what it becomes. */
export interface CodeRedemption {
  readonly citizenId: string
  readonly codeHash: Buffer
  readonly clientId: string
  readonly revision: number
  readonly redirectUri: string
  /** The S256 challenge of the verifier in the request (RFC 7636 section 4.6). */
  readonly codeChallenge: string
  /** The id of the new grant, and the hashes of its first tokens. */
  readonly grantId: string
  readonly accessTokenHash: Buffer
  readonly refreshTokenHash: Buffer
  readonly eventId: string
  /** When the event is: to the millisecond, as every other one, so that it stands in its order. */
  readonly eventAt: UnixMilliseconds
  readonly address: string
  readonly requestId: string
}

/** What a redeemed code was issued for: everything that an ID token says. */
export interface RedeemedCode {
  readonly subject: string
  readonly sessionId: string
  readonly securityVersion: number
  readonly nonce: string
  readonly scope: string
  readonly authenticatedAt: UnixSeconds
  /** What the citizen proved with who they are; null where the previous release issued the code. */
  readonly proof: string | null
  /** The classes of proof that the program asked for, separated by spaces; null or `''` for none. */
  readonly acrValues: string | null
  readonly fullName: string
  readonly email: string
  /** The citizen's own; `''` for none. */
  readonly language: string
}

/**
 * Redeems codes. For each one, the statement spends the code, makes its grant and first access token and writes the
 * audit event, or it does nothing. The conditions are those of RFC 6749 section 4.1.3. Session, client, citizen and
 * connection must also be as they were when the code was issued.
 *
 * Reads citizens and clients of the rooms below. Writes audit_events, so that no sign-in is without its event.
 * Locks: the session's row (`for share`) and the connection's (`for key share`), by session ids.
 * Races: of two redemptions of one code, one updates the row and the other finds it spent. A statement that ends the
 * session or the connection at the same time may lock its row first; then this one finds it ended. Otherwise it waits,
 * finds the new grant and ends it.
 */
// oxlint-disable-next-line max-lines-per-function -- a statement is one literal, and this one is one round trip
export async function redeemCodes(
  db: Database,
  requests: readonly CodeRedemption[],
  now: UnixSeconds,
): Promise<readonly (RedeemedCode | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<RedeemedCode & Numbered>`
    with asked as (
      select number, citizen_id, code_hash, client_id, revision, redirect_uri, code_challenge, grant_id,
             access_token_hash, refresh_token_hash, event_id, event_at, address, request_id
        from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                    ${batch.column((r) => r.codeHash)}::bytea[], ${batch.column((r) => r.clientId)}::text[],
                    ${batch.column((r) => r.revision)}::int[], ${batch.column((r) => r.redirectUri)}::text[],
                    ${batch.column((r) => r.codeChallenge)}::text[], ${batch.column((r) => r.grantId)}::uuid[],
                    ${batch.column((r) => r.accessTokenHash)}::bytea[], ${batch.column((r) => r.refreshTokenHash)}::bytea[],
                    ${batch.column((r) => r.eventId)}::uuid[], ${batch.column((r) => r.eventAt)}::bigint[], ${batch.column((r) => r.address)}::text[],
                    ${batch.column((r) => r.requestId)}::text[])
          as a (number, citizen_id, code_hash, client_id, revision, redirect_uri, code_challenge, grant_id,
                access_token_hash, refresh_token_hash, event_id, event_at, address, request_id)
    ), held as (
      select a.*, z.subject, z.full_name, z.email, z.language
        from asked a
        join authorization_codes k on k.citizen_id = a.citizen_id and k.code_hash = a.code_hash
         and k.client_id = a.client_id and k.redirect_uri = a.redirect_uri and k.code_challenge = a.code_challenge
        join clients c on c.client_id = a.client_id and c.revision = a.revision and c.disabled_at is null
         and c.generation = k.client_generation
        join sessions s on s.citizen_id = k.citizen_id and s.session_id = k.session_id and s.ended_at is null
         and s.expires_at > to_timestamp(${now}) and s.security_version = k.security_version
        join citizens z on z.citizen_id = k.citizen_id and z.security_version = k.security_version
         and z.standing = 'active' and z.email_verified
        join connections n on n.citizen_id = k.citizen_id and n.client_id = k.client_id
       order by s.citizen_id, s.session_id
         for share of s for key share of n
    ), spent as (
      update authorization_codes k set spent_at = to_timestamp(${now}), grant_id = h.grant_id
        from held h
       where k.citizen_id = h.citizen_id and k.code_hash = h.code_hash and k.spent_at is null
         and k.wrong_verifiers < ${MOST_WRONG_VERIFIERS} and k.expires_at > to_timestamp(${now})
      returning h.number, k.citizen_id, k.grant_id, k.client_id, k.client_generation, k.session_id,
                k.security_version, k.scope, k.nonce, k.proof, k.acr_values, k.authenticated_at, k.authenticated_at + ${GRANT_LIFETIME_SECONDS} * interval '1 second' as expires_at,
                h.subject, h.full_name, h.email, h.language, h.access_token_hash, h.event_id, h.event_at, h.address, h.request_id,
                case when 'offline_access' = any (string_to_array(k.scope, ' ')) then h.refresh_token_hash end as refresh_hash
    ), granted as (
      insert into grants (citizen_id, grant_id, client_id, client_generation, session_id, security_version, scope,
                          authenticated_at, created_at, expires_at, refresh_hash)
      select citizen_id, grant_id, client_id, client_generation, session_id, security_version, scope,
             authenticated_at, to_timestamp(${now}), expires_at, refresh_hash
        from spent
    ), access as (
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, client_generation, session_id,
                                 security_version, scope, issued_at, expires_at)
      select citizen_id, access_token_hash, grant_id, client_id, client_generation, session_id, security_version, scope,
             to_timestamp(${now}), least(to_timestamp(${plusSeconds(now, ACCESS_TOKEN_LIFETIME_SECONDS)}), expires_at)
        from spent
    ), entered as (
      update connections n set last_entered_at = to_timestamp(${now})
        from spent p
       where n.citizen_id = p.citizen_id and n.client_id = p.client_id
         and n.last_entered_at < to_timestamp(${plusSeconds(now, -3600)})
    ), told as (
      insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, session_id, address, request_id,
                                actor, details)
      select event_id, citizen_id, to_timestamp(event_at / 1000.0), 'program-entered', citizen_id, client_id, session_id, address, request_id,
             'client', '{}'
        from spent
    )
    select number, subject, session_id as "sessionId", security_version as "securityVersion", nonce, scope,
           extract(epoch from authenticated_at)::bigint as "authenticatedAt", proof, acr_values as "acrValues",
           full_name as "fullName", email, language
      from spent`
  return batch.inOrder(rows)
}

/**
 * The same for one code, in one transaction of statements for one citizen, each one task of a distributed database. The
 * first one locks as the statement above does, the second one spends the code, and the others store what it becomes.
 */
export async function redeemCode(
  db: Database,
  redemption: CodeRedemption,
  now: UnixSeconds,
): Promise<RedeemedCode | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockWhatCodeNeeds(tx, redemption, now))) return undefined
    const redeemed = await spendCode(tx, redemption, now)
    if (redeemed) await storeGrant(tx, redemption, now)
    return redeemed
  })
}

function lockWhatCodeNeeds(
  tx: Database,
  { citizenId, codeHash, clientId, revision, redirectUri, codeChallenge }: CodeRedemption,
  now: UnixSeconds,
): Promise<boolean> {
  return anyRow(tx.query`
    select 1 as locked
      from authorization_codes k
      join clients c on c.client_id = k.client_id and c.revision = ${revision} and c.disabled_at is null
       and c.generation = k.client_generation
      join sessions s on s.citizen_id = k.citizen_id and s.session_id = k.session_id and s.ended_at is null
       and s.expires_at > to_timestamp(${now}) and s.security_version = k.security_version
      join connections n on n.citizen_id = k.citizen_id and n.client_id = k.client_id
     where k.citizen_id = ${citizenId} and k.code_hash = ${codeHash} and k.client_id = ${clientId}
       and k.redirect_uri = ${redirectUri} and k.code_challenge = ${codeChallenge}
       for share of s for key share of n`)
}

function spendCode(
  tx: Database,
  { citizenId, codeHash, grantId }: CodeRedemption,
  now: UnixSeconds,
): Promise<RedeemedCode | undefined> {
  return firstRow(tx.query<RedeemedCode>`
    update authorization_codes k set spent_at = to_timestamp(${now}), grant_id = ${grantId}
      from citizens z
     where k.citizen_id = ${citizenId} and k.code_hash = ${codeHash} and k.spent_at is null
       and k.wrong_verifiers < ${MOST_WRONG_VERIFIERS} and k.expires_at > to_timestamp(${now})
       and z.citizen_id = ${citizenId} and z.security_version = k.security_version
       and z.standing = 'active' and z.email_verified
    returning z.subject, k.session_id as "sessionId", k.security_version as "securityVersion", k.nonce,
              k.scope, extract(epoch from k.authenticated_at at time zone 'UTC')::bigint as "authenticatedAt", k.proof,
              k.acr_values as "acrValues", z.full_name as "fullName", z.email, z.language`)
}

async function storeGrant(
  tx: Database,
  { citizenId, codeHash, clientId, grantId, ...redemption }: CodeRedemption,
  now: UnixSeconds,
): Promise<void> {
  await Promise.all([
    tx.query`
      insert into grants (citizen_id, grant_id, client_id, client_generation, session_id, security_version, scope,
                          authenticated_at, created_at, expires_at, refresh_hash)
      select citizen_id, grant_id, client_id, client_generation, session_id, security_version, scope,
             authenticated_at, to_timestamp(${now}), authenticated_at + ${GRANT_LIFETIME_SECONDS} * interval '1 second',
             case when 'offline_access' = any (string_to_array(scope, ' ')) then ${redemption.refreshTokenHash}::bytea end
        from authorization_codes where citizen_id = ${citizenId} and code_hash = ${codeHash}`,
    tx.query`
      insert into access_tokens (citizen_id, token_hash, grant_id, client_id, client_generation, session_id,
                                 security_version, scope, issued_at, expires_at)
      select citizen_id, ${redemption.accessTokenHash}, grant_id, client_id, client_generation, session_id, security_version, scope,
             to_timestamp(${now}), least(to_timestamp(${plusSeconds(now, ACCESS_TOKEN_LIFETIME_SECONDS)}), expires_at)
        from grants where citizen_id = ${citizenId} and grant_id = ${grantId}`,
    tx.query`
      update connections set last_entered_at = to_timestamp(${now})
       where citizen_id = ${citizenId} and client_id = ${clientId}
         and last_entered_at < to_timestamp(${plusSeconds(now, -3600)})`,
    tx.query`
      insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, session_id, address, request_id,
                                actor, details)
      select ${redemption.eventId}, citizen_id, to_timestamp(${redemption.eventAt / 1000}), 'program-entered', citizen_id, client_id,
             session_id, ${redemption.address}, ${redemption.requestId}, 'client', '{}'
        from authorization_codes where citizen_id = ${citizenId} and code_hash = ${codeHash}`,
  ])
}
