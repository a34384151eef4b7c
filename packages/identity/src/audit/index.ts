/**
 * The audit: an append-only list of events, whose names the rooms list. An event is written in the transaction
 * of its change, so neither exists without the other. It never contains a link, code, token, password or client secret,
 * not even as a hash.
 *
 * Events stay for ever, unless the operator says for how many days (`PORTICO_AUDIT_RETENTION_DAYS`). Then whole days are
 * deleted, and only those whose events are in a file (`audit-log` writes it).
 */
export { type AuditDay, dayOf, readDay } from './audit-day.ts'
export type { AwaitedDay, Awaits, RoomAwaits } from './awaits.ts'
export { lookAtCallers } from './callers.ts'
export { findOverdue, type LetGo, type Overdue, purgeExported } from './delete-exported.ts'
export {
  type AuditEvent,
  type AuditEventName,
  type AuditOrigin,
  type ByOperator,
  type OperatorOrder,
  type OperatorOrigin,
  type OrderedByOperator,
  systemOrigin,
} from './event.ts'
export { appendEvent, findNewestEventTime, forgetForeignNumbers, newEventId } from './event-store.ts'
export {
  type AuditRights,
  type DayExport,
  findExport,
  findNextEventAt,
  findRights,
  upsertExport,
} from './export-store.ts'
export { fileEvents, hasNumberedEvents, keyEventsByCitizen, numberEvents } from './file-events.ts'
export { machineOperator, readOperatorName, readReason, readStoredOperatorName } from './operator.ts'
export { appendRepeated, secondsUntilRoom } from './repeated-events.ts'
export { AUDIT } from './room.ts'
export { isSameOperator } from './same-operator.ts'
