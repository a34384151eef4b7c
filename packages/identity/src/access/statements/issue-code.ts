import { plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { Batch, type Numbered } from '../../platform/postgres/coalesce.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'
import { CODE_LIFETIME_SECONDS } from '../grant.ts'

/** A request for a code. */
export interface CodeRequest {
  readonly citizenId: string
  /** SHA-256 of the session cookie of this browser. */
  readonly cookieHash: Buffer
  readonly clientId: string
  /** The revision of the client that the request was checked against. */
  readonly revision: number
  readonly codeHash: Buffer
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly nonce: string
  readonly scope: string
  /** The citizen must have signed in at this instant or later; 0 for any. */
  readonly oldestAuthentication: UnixSeconds
  /** `page` where a page must be shown, whatever was allowed before. */
  readonly asks: 'nothing' | 'page'
  /** The classes of proof that the program asked for, separated by spaces; `''` for none. */
  readonly acrValues: string
}

/** What the statement found for a code request, and whether it issued the code. */
export interface IssueSituation {
  readonly issued: boolean
  readonly clientIsCurrent: boolean
  /** Null where nobody is signed in. */
  readonly sessionId: string | null
  readonly subject: string | null
  readonly email: string | null
  readonly fullName: string | null
  readonly emailVerified: boolean | null
  readonly authenticatedAt: UnixSeconds | null
  /** What the citizen proved with who they are; a later release may have written what this one does not know. */
  readonly proof: string | null
  /** What the citizen has allowed this program before; null for nothing. */
  readonly connectedScope: string | null
}

/**
 * Issues codes where the citizen need not be asked, and returns what it found for each request.
 *
 * Reads citizens and clients of the rooms below. Locks nothing: a code is issued under this statement's snapshot. The
 * statement that redeems it checks session, connection, client and citizen again.
 */
export async function insertCodes(
  db: Database,
  requests: readonly CodeRequest[],
  now: UnixSeconds,
): Promise<readonly (IssueSituation | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<IssueSituation & Numbered>`
    with asked as (
      select number, citizen_id, cookie_hash, client_id, revision, code_hash, redirect_uri, code_challenge, nonce,
             scope, to_timestamp(oldest_authentication) as oldest_authentication, asks, acr_values
        from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                    ${batch.column((r) => r.cookieHash)}::bytea[], ${batch.column((r) => r.clientId)}::text[],
                    ${batch.column((r) => r.revision)}::int[], ${batch.column((r) => r.codeHash)}::bytea[],
                    ${batch.column((r) => r.redirectUri)}::text[], ${batch.column((r) => r.codeChallenge)}::text[],
                    ${batch.column((r) => r.nonce)}::text[], ${batch.column((r) => r.scope)}::text[],
                    ${batch.column((r) => r.oldestAuthentication)}::bigint[], ${batch.column((r) => r.asks)}::text[],
                    ${batch.column((r) => r.acrValues)}::text[])
          as a (number, citizen_id, cookie_hash, client_id, revision, code_hash, redirect_uri, code_challenge, nonce,
                scope, oldest_authentication, asks, acr_values)
    ), situation as (
      select a.number, a.citizen_id, a.client_id, a.code_hash, a.redirect_uri, a.code_challenge, a.nonce,
             a.scope, a.acr_values, coalesce(c.revision = a.revision and c.disabled_at is null, false) as client_is_current,
             c.generation as client_generation, s.session_id, s.security_version, s.authenticated_at, s.proof,
             z.subject, z.email, z.full_name, z.email_verified, k.scope as connected_scope,
             coalesce(a.asks = 'nothing' and c.revision = a.revision and c.disabled_at is null and z.email_verified
               and s.authenticated_at >= a.oldest_authentication
               and string_to_array(a.scope, ' ') <@ string_to_array(k.scope, ' '), false) as plain
        from asked a
        left join clients c on c.client_id = a.client_id
        left join (sessions s join citizens z on z.citizen_id = s.citizen_id and z.standing = 'active'
                                             and z.security_version = s.security_version)
          on s.citizen_id = a.citizen_id and s.cookie_hash = a.cookie_hash and s.ended_at is null
         and s.expires_at > to_timestamp(${now})
        left join connections k on k.citizen_id = a.citizen_id and k.client_id = a.client_id and z.citizen_id is not null
    ), issued as (
      insert into authorization_codes (citizen_id, code_hash, client_id, client_generation, session_id,
                                       security_version, redirect_uri, code_challenge, nonce, scope, authenticated_at,
                                       proof, acr_values, created_at, expires_at)
      select citizen_id, code_hash, client_id, client_generation, session_id, security_version, redirect_uri,
             code_challenge, nonce, scope, authenticated_at, proof, acr_values, to_timestamp(${now}), to_timestamp(${plusSeconds(now, CODE_LIFETIME_SECONDS)})
        from situation where plain
      returning code_hash
    )
    select s.number, i.code_hash is not null as issued, s.client_is_current as "clientIsCurrent",
           s.session_id as "sessionId", s.subject, s.email, s.full_name as "fullName",
           s.email_verified as "emailVerified", extract(epoch from s.authenticated_at)::bigint as "authenticatedAt",
           s.proof, s.connected_scope as "connectedScope"
      from situation s left join issued i on i.code_hash = s.code_hash`
  return batch.inOrder(rows)
}

/**
 * The same for one request, in two statements, each one task of a distributed database. The first one finds, the second
 * one issues. A change between the two is found when the code is redeemed.
 */
export async function insertCode(
  db: Database,
  request: CodeRequest,
  now: UnixSeconds,
): Promise<IssueSituation | undefined> {
  const { citizenId, cookieHash, clientId, revision, scope, oldestAuthentication, asks } = request
  const found = await firstRow(db.query<IssueSituation & IssuedFrom>`
    select s.client_is_current as "clientIsCurrent", s.session_id as "sessionId", s.subject, s.email,
           s.full_name as "fullName", s.email_verified as "emailVerified",
           extract(epoch from s.authenticated_at)::bigint as "authenticatedAt", s.proof,
           s.connected_scope as "connectedScope", s.client_generation as "clientGeneration", s.security_version as "securityVersion",
           coalesce(${asks} = 'nothing' and s.client_is_current and s.email_verified
             and s.authenticated_at >= to_timestamp(${oldestAuthentication})
             and string_to_array(${scope}, ' ') <@ string_to_array(s.connected_scope, ' '), false) as issued
      from (select coalesce(c.revision = ${revision} and c.disabled_at is null, false) as client_is_current,
                   c.generation as client_generation, s.session_id, s.security_version, s.authenticated_at, s.proof,
                   z.subject, z.email, z.full_name, z.email_verified, k.scope as connected_scope
              from (values (1)) as asked (one)
              left join clients c on c.client_id = ${clientId}
              left join (sessions s join citizens z on z.citizen_id = s.citizen_id and z.standing = 'active'
                                                   and z.security_version = s.security_version)
                on s.citizen_id = ${citizenId} and s.cookie_hash = ${cookieHash} and s.ended_at is null
               and s.expires_at > to_timestamp(${now})
              left join connections k on k.citizen_id = ${citizenId} and k.citizen_id = z.citizen_id
               and k.client_id = ${clientId}) as s`)
  if (!found) return undefined
  const { clientGeneration, securityVersion, ...situation } = found
  if (situation.issued)
    await db.query`
      insert into authorization_codes (citizen_id, code_hash, client_id, client_generation, session_id,
                                       security_version, redirect_uri, code_challenge, nonce, scope, authenticated_at,
                                       proof, acr_values, created_at, expires_at)
      values (${citizenId}, ${request.codeHash}, ${clientId}, ${clientGeneration}, ${situation.sessionId},
              ${securityVersion}, ${request.redirectUri}, ${request.codeChallenge}, ${request.nonce}, ${scope},
              to_timestamp(${situation.authenticatedAt}), ${situation.proof}, ${request.acrValues}, to_timestamp(${now}),
              to_timestamp(${plusSeconds(now, CODE_LIFETIME_SECONDS)}))`
  return situation
}

/** What a code holds of the client and the session. */
interface IssuedFrom {
  readonly clientGeneration: number | null
  readonly securityVersion: number | null
}
