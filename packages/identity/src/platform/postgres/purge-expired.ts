import { plusSeconds } from '../clock.ts'
import { type OldestRow, type Purge, type PurgedRow, purgedInSlices, purgedRows } from './purge.ts'

/** When the rows of a table are over. */
export interface Expiry {
  readonly table: string
  /** The column with the instant from which on a row is over. */
  readonly overAt: string
  /** Whole seconds for which a row is kept after that. */
  readonly keptSeconds?: number
  /** Whether the index is on the instant in UTC. */
  readonly indexedInUtc?: true
}

/**
 * Deletes the rows of a table that are over. The SQL of every table that has nothing but an instant is here: a room names its table
 * and the column.
 */
export function purgeExpired({ keptSeconds = 0, ...expiry }: Expiry): Purge {
  const { findOldest, deleteBetween, deleteBatch } = statementsOf(expiry)
  return async ({ db, clock }, batch) => {
    const before = plusSeconds(clock.now(), -keptSeconds)
    if ((await db.layout()) === 'distributed')
      return purgedInSlices(batch, before, {
        findOldest: () => db.query<OldestRow>(findOldest, batch.from, before),
        deleteBetween: (from, until) => db.query(deleteBetween, from, until),
      })
    return purgedRows(db.query<PurgedRow>(deleteBatch, batch.from, before, batch.most), batch)
  }
}

function statementsOf({ table, overAt, indexedInUtc }: Expiry) {
  const inIndex = indexedInUtc ? `(${overAt} at time zone 'UTC')` : overAt
  const instant = indexedInUtc ? `(to_timestamp(?) at time zone 'UTC')` : 'to_timestamp(?)'
  const between = `${inIndex} >= ${instant} and ${inIndex} <= ${instant}`
  return {
    findOldest: statement(`
      select floor(extract(epoch from min(${inIndex})))::bigint as at from ${table} where ${between}`),
    deleteBetween: statement(`delete from ${table} where ${between} returning 1 as removed`),
    deleteBatch: statement(`
      with gone as (
        delete from ${table}
         where ctid = any (array(select ctid from ${table} where ${between}
                                  order by ${inIndex} limit ? for update skip locked))
        returning ${overAt}
      )
      select count(*)::int as removed, floor(extract(epoch from max(${overAt})))::bigint as reached from gone`),
  }
}

/** A statement with a name that is no parameter: `?` stands for each parameter. */
function statement(text: string): TemplateStringsArray {
  const parts = text.split('?')
  return Object.assign(parts, { raw: parts })
}
