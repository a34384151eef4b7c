/**
 * The audit elsewhere: `portico serve` sends its events, and the closing hash of each day, to a server of syslog (RFC 5424 over RFC 5425 or RFC 6587) and to a signed webhook (Standard Webhooks), in the
 * order of transactions and at least once. It reads the events and their seals, and writes only how far each destination has come (decision 120).
 */
export { awaitsDay } from './awaits-day.ts'
export { findSentClosings } from './destination-store.ts'
export { examineForward } from './examine-forward.ts'
export { forwardAudit } from './forward-audit.ts'
export { DELIVERIES, reportDeliveries } from './report-deliveries.ts'
