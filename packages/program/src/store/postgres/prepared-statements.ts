import { createHash } from 'node:crypto'
import { fieldOf } from './error-fields.ts'

/** Decides whether statements are prepared, and names them. */
export interface PreparedStatements {
  /** Whether to prepare the next statement. If it is not known, the call returns false and starts to find out. */
  areOn(): boolean
  /** The name of a statement. It is short, because PostgreSQL cuts names after 63 bytes. */
  nameOf(text: string): string
  /** Whether an error is only about the prepared statement. Then the statement may be sent again. */
  isAboutPreparing(error: unknown): boolean
}

/** SQLSTATEs behind a pooler: the statement was prepared by another backend, or this backend has one of that name. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05'])

/** The SQLSTATE after a table's columns have changed since the statement was prepared. */
const RESULT_CHANGED = '0A000'

/**
 * Decides for one pool. `setting` is the program's choice. Without it, statements are prepared if `isDirect` says that
 * connections go to PostgreSQL directly. If a pooler is put in between later, the first statement that fails is
 * repeated without preparing.
 */
export function preparedStatements(
  setting: boolean | undefined,
  isDirect: () => Promise<boolean>,
): PreparedStatements {
  const names = new Map<string, string>()
  let on = setting
  let generation = 0
  let asking = false
  const findOut = async () => {
    asking = true
    // If the database does not answer, the next statement tries again.
    on ??= await isDirect().catch(() => undefined)
    asking = false
  }
  return {
    areOn() {
      if (on === undefined && !asking) void findOut()
      return on === true
    },
    nameOf(text) {
      const digest = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 40)
      names.set(text, digest)
      return `sso_${generation}_${digest}`
    },
    isAboutPreparing(error) {
      const code = fieldOf(error, 'code')
      if (code === RESULT_CHANGED) generation += 1
      else if (PREPARED_ELSEWHERE.has(code)) on = false
      else return false
      return true
    },
  }
}
