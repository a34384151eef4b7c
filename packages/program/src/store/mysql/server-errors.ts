/** Error numbers of the server (MySQL and MariaDB use the same). */
const DUPLICATE_ENTRY = 1062
const DEADLOCK = 1213
/** MariaDB with `innodb_snapshot_isolation`, on by default since 11.6: a row to lock has changed since this transaction read. */
const CHANGED_SINCE_READ = 1020
const SAVEPOINT_MISSING = 1305
/** What a repeated `create` or `alter` meets that was done before: table, column, key, and a key or column to drop. */
const DONE_BEFORE = [1050, 1060, 1061, 1091]

function numberOf(error: unknown): number {
  return error instanceof Error && 'errno' in error ? Number(error.errno) : 0
}

/** Whether a row with the same key exists. The statement wrote nothing, and the transaction goes on. */
export function isDuplicate(error: unknown): boolean {
  return numberOf(error) === DUPLICATE_ENTRY
}

/**
 * Whether the server rolled the whole transaction back to end a deadlock or because of a row that has changed, or the savepoint of the
 * store shows that it did. Its statements after that would be committed one by one, so the transaction is repeated from its start.
 */
export function isRolledBack(error: unknown): boolean {
  return [DEADLOCK, CHANGED_SINCE_READ, SAVEPOINT_MISSING].includes(numberOf(error))
}

/** Whether a migration did this step before it was stopped. */
export function isDoneBefore(error: unknown): boolean {
  return DONE_BEFORE.includes(numberOf(error))
}
