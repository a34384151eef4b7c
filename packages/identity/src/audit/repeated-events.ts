import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import { NOBODY } from '../platform/nobody.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { AuditEvent, AuditEventName } from './event.ts'
import { appendEvent } from './event-store.ts'

const HOUR_SECONDS = 60 * 60

/**
 * Writes an event of an act that a citizen may repeat without an end, and that is not refused for it, unless the last hour of its citizen has as many of it as it may have. An event of
 * nobody is always written. An unknown address costs the same statements as any other.
 */
export async function appendRepeated(
  needs: Basics,
  event: AuditEvent,
  { perHour: most, having = {} }: { readonly perHour: number } & Pick<HourlyEvents, 'having'>,
): Promise<void> {
  const { citizenId = NOBODY, name } = event
  const hourly = { citizenId, name, most, having }
  if ((await secondsUntilRoom(needs, hourly)) === 0) await appendEvent(needs, event)
}

/** Events of one name about one citizen, and how many an hour has room for. */
export interface HourlyEvents {
  readonly citizenId: string
  readonly name: AuditEventName
  readonly most: number
  /** Only those with these details count. */
  readonly having?: Readonly<Record<string, string>>
}

/** After how many seconds the last hour has room for another event. 0 where it has. In a transaction that has locked the citizen it is exact. */
export async function secondsUntilRoom(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  hourly: HourlyEvents,
): Promise<number> {
  const now = clock.now()
  const since = plusSeconds(now, -HOUR_SECONDS)
  const oldest = await findNthNewest(db, hourly, since)
  return oldest === undefined ? 0 : Math.max(1, oldest + HOUR_SECONDS - now)
}

/** When the oldest of so many newest events was. Undefined where there are not so many since this instant. */
// excused: "filed_under = ${citizenId}" because citizen_id says the same; this one names the server where there are several.
// excused: "citizen_id = ${citizenId}" because filed_under says the same; this one has the index.
async function findNthNewest(
  db: Database,
  { citizenId, name, most, having = {} }: HourlyEvents,
  since: UnixSeconds,
): Promise<UnixSeconds | undefined> {
  const found = await firstRow(db.query<{ at: UnixSeconds }>`
    select ceil(extract(epoch from at))::bigint as at from audit_events
     where filed_under = ${citizenId} and citizen_id = ${citizenId} and at > to_timestamp(${since}) and name = ${name}
       and details @> ${JSON.stringify(having)}::text::jsonb
     order by at desc offset ${most - 1} limit 1`)
  return found?.at
}
