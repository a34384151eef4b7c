/** Why a statement was not possible: somebody else holds the lock, the disk is full, or the file cannot be used. */
export type SqliteUnavailableReason = 'locked' | 'full' | 'unusable'

/**
 * The file cannot be used now. Nothing was written. A request that meets it gets 503, and no session ends.
 */
export class SqliteUnavailable extends Error {
  override readonly name = 'SqliteUnavailable'
  readonly reason: SqliteUnavailableReason

  constructor(reason: SqliteUnavailableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/** The primary result codes of SQLite (sqlite.org/rescode.html) that are about the file and not about the statement. */
const REASONS: Readonly<Record<number, SqliteUnavailableReason>> = {
  5: 'locked', // SQLITE_BUSY
  6: 'locked', // SQLITE_LOCKED
  7: 'unusable', // SQLITE_NOMEM
  8: 'unusable', // SQLITE_READONLY
  10: 'unusable', // SQLITE_IOERR
  11: 'unusable', // SQLITE_CORRUPT
  13: 'full', // SQLITE_FULL
  14: 'unusable', // SQLITE_CANTOPEN
  15: 'locked', // SQLITE_PROTOCOL: others were faster, again and again
  22: 'unusable', // SQLITE_NOLFS
  26: 'unusable', // SQLITE_NOTADB
}

const REMEDIES: Readonly<Record<SqliteUnavailableReason, string>> = {
  locked: 'Another process or a long transaction holds its lock. End it, or raise busyTimeoutMs.',
  full: 'The disk or the quota is full. Make space.',
  unusable: 'Check the path, the disk, and the rights of this user on the file and its folder.',
}

/** Whether a statement tried to write over a connection that only reads. */
export function isWriteRefused(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 8
}

/** Why the file could not be used, or null if the error is about the statement. */
export function reasonOf(error: unknown): SqliteUnavailableReason | null {
  if (error instanceof SqliteUnavailable) return error.reason
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined
  // The low byte of an extended code is the primary one.
  return typeof code === 'number' ? (REASONS[code & 0xff] ?? null) : null
}

/** The error for the caller: about the file, with a remedy, or the same error if it is about the statement. */
export function explained(error: unknown, file: string): unknown {
  const reason = reasonOf(error)
  if (!reason || error instanceof SqliteUnavailable) return error
  const said = error instanceof Error ? error.message : 'unknown'
  return new SqliteUnavailable(reason, `The database file ${file}: ${said}. ${REMEDIES[reason]}`, {
    cause: error,
  })
}
