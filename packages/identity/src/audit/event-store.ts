import type { Basics } from '../platform/foundation.ts'
import { type Random, uuidFromBytes } from '../platform/random.ts'
import type { AuditEvent } from './event.ts'

/** Writes an event, in the transaction of `db`. */
export async function appendEvent({ db, clock, random }: Basics, event: AuditEvent): Promise<void> {
  const milliseconds = clock.nowMilliseconds()
  const eventId = newEventId(milliseconds, random)
  await db.query`
    insert into audit_events (event_id, filed_under, at, name, citizen_id, client_id, session_id, address, request_id, actor,
                              details)
    values (${eventId}, ${event.citizenId ?? eventId}, to_timestamp(${milliseconds / 1000}), ${event.name},
            ${event.citizenId ?? null}, ${event.clientId ?? null}, ${event.sessionId ?? null},
            ${event.origin.address ?? null}, ${event.origin.requestId ?? null}, ${event.origin.actor},
            ${JSON.stringify(event.details ?? {})}::text::jsonb)`
}

/** An event's id: a UUID that sorts by time (version 7, RFC 9562 section 5.7). */
export function newEventId(milliseconds: number, random: Random): string {
  const bytes = random.bytes(16)
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidFromBytes(bytes)
}
