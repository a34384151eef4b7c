import type { UnixSeconds } from '../platform/clock.ts'
import { Batch } from '../platform/postgres/batch.ts'
import type { Database } from '../platform/postgres/database.ts'

/** A token that a client asks about. */
export interface IntrospectionRequest {
  readonly citizenId: string
  readonly tokenHash: Buffer
  readonly clientId: string
  readonly revision: number
}

/** What is known of it. */
export interface IntrospectedToken {
  readonly number: number
  readonly clientIsCurrent: boolean
  /** The answer about a living token (contract section 2.12) in JSON, as it is sent. */
  readonly answer: string | null
}

/**
 * Reads everything that a token's life depends on, in one statement by primary keys alone. Reads access_tokens and
 * grants (of `tokens`), sessions, citizens and clients: a join that finds no row means that something ended.
 * The answer is written where its words are: taking a row apart here and putting it together again costs more than
 * everything else that is done with it. An e-mail address that is told is always verified, a phone number never.
 */
export async function findTokens(
  db: Database,
  requests: readonly IntrospectionRequest[],
  now: UnixSeconds,
): Promise<readonly (IntrospectedToken | undefined)[]> {
  const batch = new Batch(requests)
  const rows = await db.query<IntrospectedToken>`
    select a.number, coalesce(c.revision = a.revision and c.disabled_at is null, false) as "clientIsCurrent",
           case when z.citizen_id is not null then (
             select row_to_json(told)::text
               from (select true as active, z.subject as sub, z.full_name as name, z.email, true as email_verified,
                            z.phone_number, false as phone_number_verified, a.client_id, t.scope,
                            extract(epoch from t.expires_at)::bigint as exp, s.session_id as sid,
                            z.security_version) as told) end as answer
      from unnest(${batch.numbers()}::int[], ${batch.column((r) => r.citizenId)}::uuid[],
                  ${batch.column((r) => r.tokenHash)}::bytea[], ${batch.column((r) => r.clientId)}::text[],
                  ${batch.column((r) => r.revision)}::int[])
        as a (number, citizen_id, token_hash, client_id, revision)
      left join clients c on c.client_id = a.client_id
      left join access_tokens t on t.citizen_id = a.citizen_id and t.token_hash = a.token_hash
        and t.client_id = a.client_id and t.expires_at > to_timestamp(${now})
      left join grants g on g.citizen_id = t.citizen_id and g.grant_id = t.grant_id and g.ended_at is null
        and g.expires_at > to_timestamp(${now})
      left join sessions s on s.citizen_id = g.citizen_id and s.session_id = g.session_id and s.ended_at is null
        and s.expires_at > to_timestamp(${now}) and s.security_version = g.security_version
      left join citizens z on z.citizen_id = s.citizen_id and z.security_version = g.security_version
        and z.standing = 'active' and z.email_verified`
  return batch.inOrder(rows)
}
