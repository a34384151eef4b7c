/**
 * The audit: an append-only list of events, whose names are in one closed list. An event is written in the transaction
 * of its change, so neither exists without the other. It never contains a link, code, token, password or client secret,
 * not even as a hash.
 */
export {
  type AuditEvent,
  type AuditEventName,
  type AuditOrigin,
  operatorOrigin,
  systemOrigin,
} from './event.ts'
export { appendEvent, findNewestEventTime, newEventId } from './event-store.ts'
export { fileEvents, keyEventsByCitizen } from './file-events.ts'
