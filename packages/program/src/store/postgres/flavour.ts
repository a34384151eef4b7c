import { withPrefix } from '../store-owner.ts'

/**
 * What the common text of a statement is for PostgreSQL. In READ COMMITTED each statement sees what was committed before it, so a
 * read that only has to see that locks nothing, and one that has lost a race waits for its winner alone.
 */
export function statementText(text: string, schema: string): string {
  return withPrefix(text, `${schema}.`)
    .replace(/ limit 1 for update$/, ' limit 1')
    .replace(/ for share$/, ' for update')
}
