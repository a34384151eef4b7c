import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'

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
