import { anyRow, type Database } from '../platform/postgres/database.ts'
import type { SealedBatch, SealedValue } from '../platform/room/room.ts'
import { FIRST_UUID } from '../platform/uuid.ts'
import { contextOf } from './sealed-letter.ts'

/** Letters that another key has sealed. */
export async function findOtherLetters(
  db: Database,
  { keyId, after, most }: SealedBatch,
): Promise<readonly SealedValue[]> {
  const rows = await db.query<Omit<SealedValue, 'context'>>`
    select message_id as place, sealed_content as sealed from outbox
     where message_id > ${after || FIRST_UUID}::uuid and substring(sealed_content from 1 for 4) <> ${keyId}
     order by message_id limit ${most}`
  return rows.map((row) => ({ ...row, context: contextOf(row.place) }))
}

/** Stores a letter that was sealed anew, where it still waits and is the same. */
export function replaceLetter(
  db: Database,
  { place, sealed }: SealedValue,
  resealed: Buffer,
): Promise<boolean> {
  return anyRow(db.query`
    update outbox set sealed_content = ${resealed}
     where message_id = ${place}::uuid and sealed_content = ${sealed} returning message_id`)
}
