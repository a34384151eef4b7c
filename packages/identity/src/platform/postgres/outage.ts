import { isReplica, NOT_REACHED } from './primary.ts'
import { NO_SERVER } from './server-choice.ts'

/** A connection that was there is gone. */
const LOST = ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT'] as const

const CONNECTION_FAULTS: ReadonlySet<string> = new Set([
  ...LOST,
  ...NOT_REACHED,
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'ENOENT',
  NO_SERVER,
])

const LOST_CONNECTIONS: ReadonlySet<string> = new Set(LOST)

/** The server’s last word on a connection, which it closes then: what PostgreSQL calls FATAL and PANIC. */
const LAST_WORDS = new Set(['FATAL', 'PANIC'])

/** Whether this error says that its connection is gone, not only that a statement failed. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const severity = 'severity' in error ? String(error.severity) : ''
  return LAST_WORDS.has(severity) || LOST_CONNECTIONS.has('code' in error ? String(error.code) : '')
}

/**
 * SQLSTATE classes and codes that speak of the server's state, not of the statement: connection exceptions,
 * insufficient resources, operator intervention, read-only after a failover, a transaction that was given up because
 * nothing was heard of it for too long (25P03, 25P04).
 */
const SERVER_FAULT = /^(?:08|53|57P|57014|25006|25P03|25P04)/

/** Whether this error says that the database is away, so that the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return CONNECTION_FAULTS.has(code) || SERVER_FAULT.test(code) || isReplica(error)
}
