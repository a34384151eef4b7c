/** A statement for SQLite. Its clock is one more parameter, so that its text is the same each time. */
export interface StatementText {
  readonly sql: string
  readonly hasClock: boolean
}

/**
 * What the common text of a statement is for SQLite. Nothing is locked: one transaction at a time writes, and sees all that
 * was written before it. `values` is how many parameters the statement has without the clock.
 */
export function statementText(text: string, values: number): StatementText {
  const unlocked = text
    .replace(/ for (share|update( skip locked)?)/g, '')
    .replaceAll('throttle_key', 'key')
    .replaceAll('throttle_count', 'count')
  const sql = unlocked.replace(/clock_timestamp\(\)|\bcurrent_timestamp\b/g, `$$${values + 1}`)
  return { sql, hasClock: sql !== unlocked }
}
