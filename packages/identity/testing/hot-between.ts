import type { Database, HotDatabase } from '../src/platform/postgres/database.ts'

/** Puts something between hot statements and their database, by whichever way they ask. They ask no part itself. */
export function hotBetween(db: HotDatabase, between: (db: Database) => Database): HotDatabase {
  return {
    ...between(db),
    near: async (citizenId) => between(await db.near(citizenId)),
    part: async () => undefined,
  }
}

/** A database for hot statements that is asked in one way. */
export function oneWay(db: Database): HotDatabase {
  return { ...db, near: async () => db, part: async () => undefined }
}
