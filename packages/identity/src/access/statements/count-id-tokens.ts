import type { UnixSeconds } from '../../platform/clock.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'

/** How many ID tokens are still valid, for how many sessions and programs. */
export interface ValidIdTokens {
  readonly idTokens: number
  readonly sessions: number
  readonly clients: number
}

/**
 * Counts the ID tokens that are still valid. Each came with the access token of a code and ends with it; a refresh gives none. One whose access token
 * was revoked is not counted.
 */
// plan: the tokens of the last minutes are the whole table; only an emergency asks.
export async function countIdTokens(db: Database, now: UnixSeconds): Promise<ValidIdTokens> {
  const counted = await firstRow(db.query<ValidIdTokens>`
    select count(*)::int as "idTokens", count(distinct session_id)::int as sessions, count(distinct client_id)::int as clients
      from access_tokens
     where spent_refresh_hash is null and expires_at > to_timestamp(${now})`)
  return counted ?? { idTokens: 0, sessions: 0, clients: 0 }
}
