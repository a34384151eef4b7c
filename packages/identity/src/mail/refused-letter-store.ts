import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'

/** Stores that a letter was refused for good, until it would have been too late to send it. */
export async function insertRefusedLetter(
  tx: Database,
  askedBy: Buffer,
  expiresAt: UnixSeconds,
): Promise<void> {
  await tx.query`
    insert into refused_letters (asked_by, expires_at) values (${askedBy}, to_timestamp(${expiresAt}))
    on conflict do nothing`
}

/** Whether the letter that was asked for by the holder of this hash was refused for good. */
export function isLetterRefused(db: Database, askedBy: Buffer, now: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    select 1 from refused_letters where asked_by = ${askedBy} and expires_at > to_timestamp(${now})`)
}
