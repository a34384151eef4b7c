import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'

/** A letter to a citizen: its kind, which may have several names, and since when. */
export interface LetterSince {
  readonly citizenId: string
  readonly kinds: readonly string[]
  readonly since: UnixSeconds
}

/** The codes with which the newest letter of this kind to a citizen was refused for good, such as `552 5.2.2`. Undefined where none was. For supporters. */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
export async function findGivenUp(
  db: Database,
  { citizenId, kinds, since }: LetterSince,
): Promise<string | undefined> {
  const found = await firstRow(db.query<{ reply: string | null }>`
    select details ->> 'reply' as reply from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at >= to_timestamp(${since}) and name = 'letter-given-up'
       and details ->> 'kind' = any(${arrayOf(kinds)}::text[]) and details ->> 'reason' <> 'expired'
     order by audit_events.at desc limit 1`)
  return found && (found.reply ?? '')
}

/** How often the mail server put off a letter of this kind to a citizen, which was given up because it was too late; 0 where nothing tried to send it, or every try ended at our own relay, which was not reached or took nothing. Undefined where none was. For supporters. */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
export async function findPutOff(
  db: Database,
  { citizenId, kinds, since }: LetterSince,
): Promise<number | undefined> {
  const found = await firstRow(db.query<{ tries: number }>`
    select (details ->> 'failed_attempts')::int as tries from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at >= to_timestamp(${since}) and name = 'letter-given-up'
       and details ->> 'kind' = any(${arrayOf(kinds)}::text[]) and details ->> 'reason' = 'expired'
     order by audit_events.at desc limit 1`)
  return found?.tries
}
