import type { UnixSeconds } from '../../platform/clock.ts'
import { countRows, type Database } from '../../platform/postgres/database.ts'

// A distributed database deletes every expired row in a statement for each of its servers, because it has no `limit` and no
// `skip locked` over several.

/** Deletes access tokens that expired before this instant, at most `most`. Returns how many. */
export async function deleteExpiredAccessTokens(
  db: Database,
  before: UnixSeconds,
  most: number,
): Promise<number> {
  if ((await db.layout()) === 'distributed')
    return countRows(db.query`
      delete from access_tokens where (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC') returning 1 as removed`)
  return countRows(db.query`
    delete from access_tokens
     where (citizen_id, token_hash) in (select citizen_id, token_hash from access_tokens
                                         where (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')
                                         order by (expires_at at time zone 'UTC') limit ${most} for update skip locked)
    returning 1 as removed`)
}

/** Deletes codes that expired before this instant, at most `most`. Returns how many. */
export async function deleteExpiredCodes(db: Database, before: UnixSeconds, most: number): Promise<number> {
  if ((await db.layout()) === 'distributed')
    return countRows(db.query`
      delete from authorization_codes where (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC') returning 1 as removed`)
  return countRows(db.query`
    delete from authorization_codes
     where (citizen_id, code_hash) in (select citizen_id, code_hash from authorization_codes
                                        where (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')
                                         order by (expires_at at time zone 'UTC') limit ${most} for update skip locked)
    returning 1 as removed`)
}

/** Deletes grants that expired before this instant, at most `most`. Returns how many. */
export async function deleteExpiredGrants(db: Database, before: UnixSeconds, most: number): Promise<number> {
  if ((await db.layout()) === 'distributed')
    return countRows(db.query`
      delete from grants where (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC') returning 1 as removed`)
  return countRows(db.query`
    delete from grants
     where (citizen_id, grant_id) in (select citizen_id, grant_id from grants
                                       where (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')
                                         order by (expires_at at time zone 'UTC') limit ${most} for update skip locked)
    returning 1 as removed`)
}

/** Deletes expired sessions, at most `most`. Returns how many. */
export async function deleteExpiredSessions(db: Database, now: UnixSeconds, most: number): Promise<number> {
  if ((await db.layout()) === 'distributed')
    return countRows(db.query`
      delete from sessions where (expires_at at time zone 'UTC') <= (to_timestamp(${now}) at time zone 'UTC') returning 1 as removed`)
  return countRows(db.query`
    delete from sessions where (citizen_id, session_id) in (
      select citizen_id, session_id from sessions where (expires_at at time zone 'UTC') <= (to_timestamp(${now}) at time zone 'UTC')
       order by (expires_at at time zone 'UTC') limit ${most} for update skip locked)
    returning session_id`)
}
