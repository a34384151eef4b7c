import { replacePasswordHash } from '../citizens/index.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { SealedBatch, SealedValue } from '../platform/room/room.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { contextOf, storedForm } from './stored-hash.ts'

/** Hashes of other systems that another key has sealed. The index of the accounts that have one is read, and no other account. */
export async function findOtherHashes(
  db: Database,
  { keyId, after, most }: SealedBatch,
): Promise<readonly SealedValue[]> {
  const rows = await db.query<Omit<SealedValue, 'context'>>`
    select citizen_id as place, decode(substr(password_hash, 19), 'base64') as sealed from citizens
     where password_hash like '$foreign$%' and substr(password_hash, 10, 8) <> ${keyId.toString('hex')}
       and citizen_id > ${after || FIRST_UUID}::uuid
     order by citizen_id limit ${most}`
  return rows.map((row) => ({ ...row, context: contextOf(row.place) }))
}

/** Stores a hash that was sealed anew, where the account still has it. A new password stays. */
export function replaceHash(
  db: Database,
  { place: citizenId, sealed }: SealedValue,
  resealed: Buffer,
): Promise<boolean> {
  return replacePasswordHash(db, { citizenId, passwordHash: storedForm(sealed) }, storedForm(resealed))
}
