import type { Database } from '../platform/postgres/database.ts'

/** Any number that no other lock of this database has. */
const IMPORT_LOCK = 709_197_011

/** Makes this connection the one that imports, until it is closed. False where another one does. */
export async function lockImports(session: Database): Promise<boolean> {
  const [got] = await session.query<{ isMine: boolean }>`
    select pg_try_advisory_lock(${IMPORT_LOCK}) as "isMine"`
  return got?.isMine === true
}
