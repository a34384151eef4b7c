import { withPrefix } from '../store-owner.ts'

/**
 * What the common text of a statement is for PostgreSQL. In READ COMMITTED each statement sees what was committed before it, so
 * `limit 1 for update`, of a read that only has to see that, locks nothing. `for share`, of those who have lost a race, stays the lock
 * that this store has always taken: they also wait for each other.
 */
export function statementText(text: string, schema: string): string {
  return withPrefix(text, `${schema}.`)
    .replace(/ limit 1 for update$/, ' limit 1')
    .replace(/ for share$/, ' for update')
}
