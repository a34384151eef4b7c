import { DatabaseUnavailable } from './database.ts'

/** PostgreSQL's severities FATAL and PANIC: it closes the connection after such an error. A server may say them in its own language. */
const LAST_WORDS = new Set(['FATAL', 'PANIC'])

/**
 * SQLSTATE classes and codes about the server's state, not about the statement: connection exceptions, insufficient
 * resources, operator intervention, read-only after a failover, and a transaction that PostgreSQL ended because it was
 * idle or took too long (25P03, 25P04).
 */
const SERVER_FAULT = /^(?:08|53|57P|57014|25006|25P03|25P04)/

/**
 * Routines of Citus that report a server lost amid a statement or a commit. The code is internal_error (XX000), because the
 * client library has no SQLSTATE for a connection that ends.
 */
const LOST_SERVER_ROUTINES = new Set([
  'ReportResultError',
  'MarkRemoteTransactionFailed',
  'CheckRemoteTransactionsHealth',
  'ErrorIfPostCommitFailedShardPlacements',
])

/**
 * What a backend of Citus says when it waits for another server and its own server is killed. It is an internal_error, too. The
 * routines that say it are many, and Citus does not translate it.
 */
const SERVER_WAS_KILLED = 'postmaster was shut down, exiting'

interface ServerError extends Error {
  readonly severity: string
  readonly code?: string
  readonly routine?: string
}

/** Whether the server sent this error, over a connection that works. */
export function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error
}

/**
 * Classes of SQLSTATE that tell of the state of a server, and not of what it can do: connections, transactions, rollbacks, resources,
 * prerequisites, intervention such as a statement_timeout, errors of the system, and internal errors such as a torn read of a file
 * (PostgreSQL's manual, appendix A).
 */
const OF_ITS_STATE = /^(?:08|25|40|53|55|57|58|XX)/

/** Whether the server refuses a statement because it does not know its functions, or does not let this role call them. */
export function isRefusal(error: unknown): boolean {
  return isServerError(error) && !isOutage(error) && !OF_ITS_STATE.test(error.code ?? '')
}

/** Whether this error is the last one of its connection. */
export function endsConnection(error: unknown): boolean {
  return isServerError(error) && LAST_WORDS.has(error.severity)
}

/** Whether this error is an outage, so that the same request may succeed later. */
export function isOutage(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable) return true
  if (!isServerError(error)) return false
  const { code = '', routine = '' } = error
  if (code === 'XX000' && (LOST_SERVER_ROUTINES.has(routine) || error.message === SERVER_WAS_KILLED))
    return true
  return SERVER_FAULT.test(code)
}

/** Whether the server has no table or view of a name that the statement has (undefined_table). */
export function isUndefinedTable(error: unknown): boolean {
  return isServerError(error) && error.code === '42P01'
}

/** PostgreSQL's errors for a setting that is not possible now. */
const IMPOSSIBLE_SETTINGS = new Set(['25001', '0A000'])

/** Whether a server that refuses a new session with this error is a replica: see ON_PRIMARY. */
export function isOfReplica(error: unknown): boolean {
  return isServerError(error) && IMPOSSIBLE_SETTINGS.has(error.code ?? '')
}

/** The error of a caller whose connection could not be opened or is lost. */
export function unavailable(error: unknown): DatabaseUnavailable {
  const [cause]: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
  return new DatabaseUnavailable('The database cannot be reached', { cause })
}

/**
 * The warning of Citus when a server is lost after all servers have prepared a transaction that is on several of them. The commit
 * succeeds all the same. The lost server commits when it is back and Citus looks (`citus.recover_2pc_interval`). Until then it shows
 * the rows of before: a used link is unused, and a revoked token is valid.
 */
const COMMIT_IN_DOUBT = 'failed to commit transaction on '

/**
 * The routine of PostgreSQL that waits for the synchronous standbys. Where somebody cancels the wait, it warns and lets the commit
 * succeed, although this server alone has it: it is lost at a failover.
 */
const STANDBY_WAIT = 'SyncRepWaitForLSN'

/** Whether a notice says that a server has not yet committed what the others have. PostgreSQL translates its severity. */
export function saysCommitInDoubt({ message, routine }: Notice): boolean {
  return routine === STANDBY_WAIT || message?.startsWith(COMMIT_IN_DOUBT) === true
}

interface Notice {
  readonly message?: string | undefined
  readonly routine?: string | undefined
}

/** The error of a caller whose commit is not on each server that must have it: it must not be acknowledged. */
export function commitInDoubt(): DatabaseUnavailable {
  return unavailable(new Error('The commit is not yet on each server that must have it'))
}

/** Routines of PostgreSQL that refuse a prepared statement because a table has changed since it was prepared. */
const STALE_ROUTINES = new Set(['RevalidateCachedQuery', 'transformAssignedExpr'])

/** invalid_sql_statement_name and duplicate_prepared_statement: another statement of the same name failed to prepare. */
const STALE_NAMES = new Set(['26000', '42P05'])

/** Whether PostgreSQL refused a prepared statement that another connection would prepare again. */
export function isStale(error: unknown): boolean {
  return (
    isServerError(error) && (STALE_ROUTINES.has(error.routine ?? '') || STALE_NAMES.has(error.code ?? ''))
  )
}
