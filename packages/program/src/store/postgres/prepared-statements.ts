import { createHash } from 'node:crypto'
import { fieldOf } from './error-fields.ts'

/** Decides whether statements are prepared, and names them. */
export interface PreparedStatements {
  /** Whether to prepare the next statement. The first call starts to find out. Nobody waits for that. */
  areOn(): boolean
  /** The name of a statement. PostgreSQL cuts names at 63 bytes. */
  nameOf(text: string): string
  /** Whether an error is only about preparing, so that the same statement may be sent again. */
  isAboutPreparing(error: unknown): boolean
}

/** The SQLSTATEs of a pooler that gave the connection another backend than the one that prepared the statement. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05'])

/** The SQLSTATE of a table whose columns changed since the statement was prepared. */
const RESULT_CHANGED = '0A000'

/**
 * Decides for one pool. `setting` is the program's own choice. Without it, `isDirect` tells whether connections go to
 * PostgreSQL directly; until then, nothing is prepared. If a pooler appears later, one statement is repeated and no
 * answer is lost.
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
