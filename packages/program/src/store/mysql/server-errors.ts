/** Error numbers of the server (MySQL and MariaDB use the same). */
const DUPLICATE_ENTRY = 1062
const DEADLOCK = 1213
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
 * Whether the server rolled the whole transaction back to end a deadlock, or the savepoint of the store shows that it
 * did. Its statements after that would be committed one by one, so the transaction is repeated from its start.
 */
export function isRolledBack(error: unknown): boolean {
  return numberOf(error) === DEADLOCK || numberOf(error) === SAVEPOINT_MISSING
}

/** Whether a migration did this step before it was stopped. */
export function isDoneBefore(error: unknown): boolean {
  return DONE_BEFORE.includes(numberOf(error))
}
