import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { SealedBatch, SealedValue } from '../platform/room/room.ts'
import { sealingContext } from './signing-key.ts'

/** Signing keys that another secret key has sealed. */
export async function findOtherKeys(
  db: Database,
  { keyId, after, most }: SealedBatch,
): Promise<readonly SealedValue[]> {
  const rows = await db.query<Omit<SealedValue, 'context'>>`
    select kid as place, sealed_private as sealed from signing_keys
     where kid > ${after} and substring(sealed_private from 1 for 4) <> ${keyId}
     order by kid limit ${most}`
  return rows.map((row) => ({ ...row, context: sealingContext(row.place) }))
}

/** Stores a signing key that was sealed anew, where it is still there. */
export function replaceSealedKey(
  db: Database,
  { place, sealed }: SealedValue,
  resealed: Buffer,
): Promise<boolean> {
  return anyRow(db.query`
    update signing_keys set sealed_private = ${resealed} where kid = ${place} and sealed_private = ${sealed} returning kid`)
}
