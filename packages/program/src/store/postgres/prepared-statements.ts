import { createHash } from 'node:crypto'
import { fieldOf } from './error-fields.ts'

/** Whether statements are prepared on this connection pool, and under which names. */
export interface PreparedStatements {
  /** Whether the next statement is to be prepared; the first call begins to find out, and nobody waits for that. */
  areOn(): boolean
  /** The name of a text; PostgreSQL cuts names at 63 bytes. */
  nameOf(text: string): string
  /** Whether an error is about the preparing alone, so that the same statement may be sent again. */
  isAboutPreparing(error: unknown): boolean
}

/** What the server says where a pooler gave the connection another backend than the one that prepared the statement. */
const PREPARED_ELSEWHERE = new Set(['26000', '42P05'])

/** What the server says where a table got other columns since the statement was prepared. */
const RESULT_CHANGED = '0A000'

/**
 * Decides for one pool. `wish` is the program's own; without one, `isDirect` tells whether the connections end at
 * PostgreSQL itself, and until it has answered nothing is prepared. Whatever was decided, a pooler that turns up later
 * costs one repeated statement and no answer.
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
    // A database that is away says nothing about what stands before it: the next statement asks again.
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
