import type { Database } from '../platform/postgres/database.ts'
import type { SealedByKey } from '../platform/room/room.ts'

/** How many hashes of other systems each key has sealed. The index of the accounts that have one is read, and no other account. */
// plan: an index of these accounts alone; only an examination asks.
export function countHashesByKey(db: Database): Promise<readonly SealedByKey[]> {
  return db.query<SealedByKey>`
    select substr(password_hash, 10, 8) as "keyId", count(*)::int as "count"
      from citizens where password_hash like '$foreign$%' group by 1`
}
