import type { UnixSeconds } from '../../platform/clock.ts'
import type { Database } from '../../platform/postgres/database.ts'
import {
  type OldestRow,
  type PurgeBatch,
  type PurgedBatch,
  type PurgedRow,
  purgedInSlices,
  purgedRows,
} from '../../platform/postgres/purge.ts'

/** Deletes a batch of the access tokens that expired before this instant. */
export async function deleteExpiredAccessTokens(
  db: Database,
  before: UnixSeconds,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, before, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(expires_at at time zone 'UTC')))::bigint as at from access_tokens
         where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')`,
      deleteBetween: (from, until) => db.query`
        delete from access_tokens
         where (expires_at at time zone 'UTC') >= (to_timestamp(${from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') < (to_timestamp(${until}) at time zone 'UTC') returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from access_tokens
       where ctid = any (array(select ctid from access_tokens
                                where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
                                  and (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')
                                order by (expires_at at time zone 'UTC') limit ${batch.most} for update skip locked))
      returning expires_at
    )
    select count(*)::int as removed, floor(extract(epoch from max(expires_at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}

/** Deletes a batch of the codes that expired before this instant. */
export async function deleteExpiredCodes(
  db: Database,
  before: UnixSeconds,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, before, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(expires_at at time zone 'UTC')))::bigint as at from authorization_codes
         where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')`,
      deleteBetween: (from, until) => db.query`
        delete from authorization_codes
         where (expires_at at time zone 'UTC') >= (to_timestamp(${from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') < (to_timestamp(${until}) at time zone 'UTC') returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from authorization_codes
       where ctid = any (array(select ctid from authorization_codes
                                where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
                                  and (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')
                                order by (expires_at at time zone 'UTC') limit ${batch.most} for update skip locked))
      returning expires_at
    )
    select count(*)::int as removed, floor(extract(epoch from max(expires_at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}

/** Deletes a batch of the grants that expired before this instant. */
export async function deleteExpiredGrants(
  db: Database,
  before: UnixSeconds,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, before, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(expires_at at time zone 'UTC')))::bigint as at from grants
         where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')`,
      deleteBetween: (from, until) => db.query`
        delete from grants
         where (expires_at at time zone 'UTC') >= (to_timestamp(${from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') < (to_timestamp(${until}) at time zone 'UTC') returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from grants
       where ctid = any (array(select ctid from grants
                                where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
                                  and (expires_at at time zone 'UTC') < (to_timestamp(${before}) at time zone 'UTC')
                                order by (expires_at at time zone 'UTC') limit ${batch.most} for update skip locked))
      returning expires_at
    )
    select count(*)::int as removed, floor(extract(epoch from max(expires_at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}

/** Deletes a batch of the sessions that have expired. */
export async function deleteExpiredSessions(
  db: Database,
  now: UnixSeconds,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, now, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(expires_at at time zone 'UTC')))::bigint as at from sessions
         where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') <= (to_timestamp(${now}) at time zone 'UTC')`,
      deleteBetween: (from, until) => db.query`
        delete from sessions
         where (expires_at at time zone 'UTC') >= (to_timestamp(${from}) at time zone 'UTC')
           and (expires_at at time zone 'UTC') <= (to_timestamp(${until}) at time zone 'UTC') returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from sessions
       where ctid = any (array(select ctid from sessions
                                where (expires_at at time zone 'UTC') >= (to_timestamp(${batch.from}) at time zone 'UTC')
                                  and (expires_at at time zone 'UTC') <= (to_timestamp(${now}) at time zone 'UTC')
                                order by (expires_at at time zone 'UTC') limit ${batch.most} for update skip locked))
      returning expires_at
    )
    select count(*)::int as removed, floor(extract(epoch from max(expires_at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}
