import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/**
 * How many letters about new browsers a citizen got since an instant. It reads the events of the audit: a letter may have been sent, and
 * then its row is gone. Each such sign-in had a letter, unless its event says otherwise.
 */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
export async function countNewDeviceLetters(
  tx: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<number> {
  const counted = await firstRow(tx.query<{ letters: number }>`
    select count(*)::int as letters from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at > to_timestamp(${since}) and name = 'signed-in'
       and details ->> 'device' = 'new' and coalesce(details ->> 'letter', '') <> 'none'`)
  return counted?.letters ?? 0
}
