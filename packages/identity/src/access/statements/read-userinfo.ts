import type { UnixSeconds } from '../../platform/clock.ts'
import type { TokenKey } from '../../platform/opaque-token.ts'
import { Batch, type Numbered } from '../../platform/postgres/coalesce.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'

/** The citizen of an active access token, and the token's scope. */
export interface TokenBearer {
  readonly subject: string
  readonly fullName: string
  readonly email: string
  readonly scope: string
  readonly sessionId: string
  readonly securityVersion: number
}

/** The citizens of active access tokens, by primary keys. Reads citizens and clients of the rooms below. Locks nothing. */
export async function findBearers(
  db: Database,
  tokens: readonly TokenKey[],
  now: UnixSeconds,
): Promise<readonly (TokenBearer | undefined)[]> {
  const batch = new Batch(tokens)
  const rows = await db.query<TokenBearer & Numbered>`
    select a.number, z.subject, z.full_name as "fullName", z.email, t.scope, t.session_id as "sessionId",
           z.security_version as "securityVersion"
      from unnest(${batch.numbers()}::int[], ${batch.column((token) => token.citizenId)}::uuid[],
                  ${batch.column((token) => token.hash)}::bytea[]) as a (number, citizen_id, token_hash)
      join access_tokens t on t.citizen_id = a.citizen_id and t.token_hash = a.token_hash
        and t.expires_at > to_timestamp(${now})
      join clients c on c.client_id = t.client_id and c.generation = t.client_generation and c.disabled_at is null
      join citizens z on z.citizen_id = t.citizen_id and z.security_version = t.security_version
        and z.standing = 'active' and z.email_verified`
  return batch.inOrder(rows)
}

/** The same for one token, in one task of a distributed database. */
export async function findBearer(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<TokenBearer | undefined> {
  return firstRow(db.query<TokenBearer>`
    select z.subject, z.full_name as "fullName", z.email, t.scope, t.session_id as "sessionId",
           z.security_version as "securityVersion"
      from access_tokens t
      join clients c on c.client_id = t.client_id and c.generation = t.client_generation and c.disabled_at is null
      join citizens z on z.citizen_id = t.citizen_id and z.security_version = t.security_version
        and z.standing = 'active' and z.email_verified
     where t.citizen_id = ${citizenId} and t.token_hash = ${hash} and t.expires_at > to_timestamp(${now})`)
}
