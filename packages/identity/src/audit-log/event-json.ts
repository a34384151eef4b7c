import type { RecordedEvent } from './listed-event.ts'

/** An event as `portico audit --json` and the files of `portico audit export` have it. */
export function eventJson(event: RecordedEvent) {
  return {
    event_id: event.eventId,
    at: event.at,
    name: event.name,
    actor: event.actor,
    operator: event.operator,
    subject: event.subject,
    client_id: event.clientId,
    session_id: event.sessionId,
    address: event.address,
    request_id: event.requestId,
    details: event.details,
  }
}
