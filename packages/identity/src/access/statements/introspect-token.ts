import type { UnixSeconds } from '../../platform/clock.ts'
import type { TokenKey } from '../../platform/opaque-token.ts'
import { Batch, type Numbered } from '../../platform/postgres/coalesce.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'

/** The token that a client asks about. */
export interface IntrospectionRequest extends TokenKey {
  readonly clientId: string
  readonly revision: number
}

/** The stored state of the token. */
export interface IntrospectedToken {
  readonly clientIsCurrent: boolean
  readonly active: boolean
  readonly subject: string
  readonly fullName: string
  readonly email: string
  readonly phoneNumber: string
  readonly scope: string
  readonly expiresAt: UnixSeconds
  readonly sessionId: string
  readonly securityVersion: number
}

/**
 * Reads everything that an access token depends on, by primary keys alone. A join without a row means that something
 * has ended.
 *
 * Reads citizens and clients of the rooms below. Locks nothing: the answer is true for the statement's snapshot. The
 * select list compares the two generations. As a join condition, that comparison would make PostgreSQL read the client
 * before the token, which costs a twentieth more.
 */
export async function findTokens(
  db: Database,
  requests: readonly IntrospectionRequest[],
  now: UnixSeconds,
): Promise<readonly (IntrospectedToken | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<IntrospectedToken & Numbered>`
    select a.number, coalesce(c.revision = a.revision and c.disabled_at is null, false) as "clientIsCurrent",
           coalesce(z.citizen_id is not null and t.client_generation = c.generation, false) as active,
           z.subject, z.full_name as "fullName", z.email, z.phone_number as "phoneNumber", t.scope,
           extract(epoch from t.expires_at)::bigint as "expiresAt", t.session_id as "sessionId",
           z.security_version as "securityVersion"
      from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                  ${batch.column((r) => r.hash)}::bytea[], ${batch.column((r) => r.clientId)}::text[],
                  ${batch.column((r) => r.revision)}::int[])
        as a (number, citizen_id, token_hash, client_id, revision)
      left join clients c on c.client_id = a.client_id
      left join access_tokens t on t.citizen_id = a.citizen_id and t.token_hash = a.token_hash
        and t.client_id = a.client_id and t.expires_at > to_timestamp(${now})
      left join citizens z on z.citizen_id = t.citizen_id and z.security_version = t.security_version
        and z.standing = 'active' and z.email_verified`
  return batch.inOrder(rows)
}

// excused: "z.citizen_id = ${citizenId}" because t.citizen_id says the same; this one names the server where there are several.
// excused: "z.citizen_id = t.citizen_id" because both are compared with the same parameter; this one lets several servers join on one.
/** The same for one token, in one task of a distributed database. */
export async function findToken(
  db: Database,
  { citizenId, hash, clientId, revision }: IntrospectionRequest,
  now: UnixSeconds,
): Promise<IntrospectedToken | undefined> {
  return firstRow(db.query<IntrospectedToken>`
    select coalesce(c.revision = ${revision} and c.disabled_at is null, false) as "clientIsCurrent",
           coalesce(z.citizen_id is not null and t.client_generation = c.generation, false) as active,
           z.subject, z.full_name as "fullName", z.email, z.phone_number as "phoneNumber", t.scope,
           extract(epoch from t.expires_at)::bigint as "expiresAt", t.session_id as "sessionId",
           z.security_version as "securityVersion"
      from (values (1)) as asked (one)
      left join clients c on c.client_id = ${clientId}
      left join access_tokens t on t.citizen_id = ${citizenId} and t.token_hash = ${hash}
        and t.client_id = ${clientId} and t.expires_at > to_timestamp(${now})
      left join citizens z on z.citizen_id = ${citizenId} and z.citizen_id = t.citizen_id
        and z.security_version = t.security_version and z.standing = 'active' and z.email_verified`)
}
