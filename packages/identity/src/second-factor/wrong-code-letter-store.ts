import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** How many letters about wrong codes a citizen got since an instant, by the events of the audit: a letter that was sent has no row. */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
export async function countWrongCodeLetters(
  tx: Database,
  citizenId: string,
  since: UnixSeconds,
): Promise<number> {
  const counted = await firstRow(tx.query<{ letters: number }>`
    select count(*)::int as letters from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at > to_timestamp(${since}) and name = 'wrong-codes-told'`)
  return counted?.letters ?? 0
}
