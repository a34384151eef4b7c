import type { UnixSeconds } from '../clock.ts'
import type { Database } from './database.ts'
import type { Purge, PurgeNeeds } from './purge.ts'

/** Each step is a transaction of its own, and a batch has to fit into one deadline. */
const MOST_AT_ONCE = 20

/**
 * Carries out what is due, each in a transaction of its own, which `carryOut` gets as its database. One that fails stays due, and holds
 * up no other.
 */
export function carryOutEach(
  findDue: (db: Database, now: UnixSeconds, most: number) => Promise<readonly string[]>,
  carryOut: (needs: PurgeNeeds, id: string) => Promise<void>,
): Purge {
  return async ({ db, clock }, batch) => {
    const due = await findDue(db, clock.now(), Math.min(batch.most, MOST_AT_ONCE))
    const failures: unknown[] = []
    for (const id of due)
      await db
        .transaction((tx) => carryOut({ db: tx, clock }, id))
        .catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
    return { removed: due.length, isFull: due.length >= MOST_AT_ONCE, reached: null }
  }
}
