import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'
import {
  type OldestRow,
  type Purge,
  type PurgedRow,
  purgedInSlices,
  purgedRows,
} from '../platform/postgres/purge.ts'

/** Spends a challenge. Of several answers to it at the same time, on any number of processes, one gets true. */
export async function spendChallenge(
  db: Database,
  challengeHash: Buffer,
  expiresAt: UnixSeconds,
): Promise<boolean> {
  return anyRow(db.query`
    insert into spent_challenges (challenge_hash, expires_at) values (${challengeHash}, to_timestamp(${expiresAt}))
    on conflict (challenge_hash) do nothing
    returning challenge_hash`)
}

const deleteExpiredChallenges: Purge = async ({ db, clock }, batch) => {
  const now = clock.now()
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, now, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(expires_at)))::bigint as at from spent_challenges
         where expires_at >= to_timestamp(${batch.from}) and expires_at <= to_timestamp(${now})`,
      deleteBetween: (from, until) => db.query`
        delete from spent_challenges
         where expires_at >= to_timestamp(${from}) and expires_at <= to_timestamp(${until}) returning 1 as removed`,
    })
  const gone = db.query<PurgedRow>`
    with gone as (
      delete from spent_challenges
       where ctid = any (array(select ctid from spent_challenges
                                where expires_at >= to_timestamp(${batch.from}) and expires_at <= to_timestamp(${now})
                                order by expires_at limit ${batch.most} for update skip locked))
      returning expires_at
    )
    select count(*)::int as removed, floor(extract(epoch from max(expires_at)))::bigint as reached from gone`
  return purgedRows(gone, batch)
}

/** Delete challenges that have expired. */
export const PASSKEY_PURGES: readonly Purge[] = [deleteExpiredChallenges]
