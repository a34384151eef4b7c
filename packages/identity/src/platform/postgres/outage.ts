import { DatabaseUnavailable } from './database.ts'

/** What PostgreSQL calls FATAL and PANIC: it closes the connection after such an error. */
const LAST_WORDS = new Set(['FATAL', 'PANIC'])

/** What PostgreSQL says of a setting that it cannot grant now: as the end of a session it is a replica's refusal. */
const REFUSALS = new Set(['25001', '0A000'])

/**
 * SQLSTATE classes and codes that speak of the server's state, not of the statement: connection exceptions,
 * insufficient resources, operator intervention, read-only after a failover, a transaction that was given up because
 * nothing was heard of it for too long (25P03, 25P04).
 */
const SERVER_FAULT = /^(?:08|53|57P|57014|25006|25P03|25P04)/

interface ServerError extends Error {
  readonly severity: string
  readonly code?: string
  readonly routine?: string
}

/** Whether the server itself said this, over a connection that works. */
export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error
}

/** Whether this error is the last one of its connection. */
export function endsConnection(error: unknown): boolean {
  return isServerError(error) && LAST_WORDS.has(error.severity)
}

/** Whether this error says that the database is away, so that the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!isServerError(error)) return false
  const { code = '' } = error
  return SERVER_FAULT.test(code) || (endsConnection(error) && REFUSALS.has(code))
}

/** The error of somebody whose connection could not be made or is lost. */
export function unavailable(error: unknown): DatabaseUnavailable {
  const [cause]: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  return new DatabaseUnavailable('The database cannot be reached', { cause })
}

/** Routines of PostgreSQL that refuse a prepared statement because a table has changed since it was prepared. */
const STALE_ROUTINES = new Set(['RevalidateCachedQuery', 'transformAssignedExpr'])

/** invalid_sql_statement_name and duplicate_prepared_statement: another statement of the same name failed to prepare. */
const STALE_NAMES = new Set(['26000', '42P05'])

/** Whether a prepared statement was refused that another connection would prepare anew. */
export function isStale(error: unknown): boolean {
  return (
    isServerError(error) && (STALE_ROUTINES.has(error.routine ?? '') || STALE_NAMES.has(error.code ?? ''))
  )
}
