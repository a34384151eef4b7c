import type { UnixSeconds } from '../platform/clock.ts'
import type { Basics } from '../platform/foundation.ts'
import type { Database } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import { type Random, uuidFromBytes } from '../platform/random.ts'
import type { AuditEvent, AuditEventName, OperatorOrigin } from './event.ts'

const NO_OPERATOR: Partial<OperatorOrigin> = {}

/** Writes an event, with the operator and the reason where there is one, in the transaction of `db`. */
export async function appendEvent({ db, clock, random }: Basics, event: AuditEvent): Promise<void> {
  const milliseconds = clock.nowMilliseconds()
  const eventId = newEventId(milliseconds, random)
  const { operator = null } = event.origin.actor === 'operator' ? event.origin : NO_OPERATOR
  await db.query`
    insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, session_id, address, request_id, actor,
                              details, operator)
    values (${eventId}, ${event.citizenId ?? eventId}, to_timestamp(${milliseconds / 1000}), ${event.name},
            ${event.citizenId ?? null}, ${event.clientId ?? null}, ${event.sessionId ?? null},
            ${event.origin.address ?? null}, ${event.origin.requestId ?? null}, ${event.origin.actor},
            ${JSON.stringify(detailsOf(event))}::text::jsonb, ${operator})`
}

/** The facts of an event, and what its operator said. */
function detailsOf({ origin, details }: AuditEvent): AuditEvent['details'] {
  const { reason, consentedBy } = origin.actor === 'operator' ? origin : NO_OPERATOR
  return {
    ...(reason !== undefined && { reason }),
    ...(consentedBy !== undefined && { consented_by: consentedBy }),
    ...details,
  }
}

/** The time of the newest event that has none of these names. Undefined where there is none. */
// plan: the names are those of a recovery, which has written the few events that are newer.
export async function findNewestEventTime(
  db: Database,
  except: readonly AuditEventName[],
): Promise<UnixSeconds | undefined> {
  const [newest] = await db.query<{ at: UnixSeconds }>`
    select extract(epoch from at)::bigint as at from audit_events
     where name <> all(${arrayOf(except)}::text[]) order by audit_events.at desc limit 1`
  return newest?.at
}

/** Forgets numbers of transactions that this server has not given yet: they came with events of another one, and its own will have them. Nobody else may write meanwhile. */
// plan: it reads all events once, after a recovery.
export async function forgetForeignNumbers(tx: Database): Promise<void> {
  if ((await tx.layout()) === 'distributed') return
  await tx.query`
    update audit_events set written_in = null where written_in::text::bigint > pg_current_xact_id()::text::bigint`
}

/** The last millisecond that had an event in this process, and how many more it had. */
const last = { milliseconds: 0, more: 0 }

const MOST_COUNTED = 0xfff

/**
 * An event's id: a UUID that sorts by time (version 7, RFC 9562 section 5.7). Those that a process makes in one millisecond are
 * counted (section 6.2, method 1), so that what happened in one act is read in its order.
 */
export function newEventId(milliseconds: number, random: Random): string {
  last.more = milliseconds === last.milliseconds ? Math.min(last.more + 1, MOST_COUNTED) : 0
  last.milliseconds = milliseconds
  const bytes = random.bytes(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes.writeUInt16BE(0x7000 | last.more, 6)
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidFromBytes(bytes)
}
