/**
 * What happened, for the operator: an append-only list of events whose names come from one closed catalogue.
 * An event is written in the transaction of the change that it tells of, so that neither is ever there alone.
 * It never holds a link, code, token, password or client secret, not even hashed.
 */
export {
  type AuditEvent,
  type AuditEventName,
  type AuditOrigin,
  operatorOrigin,
  systemOrigin,
} from './event.ts'
export { appendEvent, newEventId } from './event-store.ts'
