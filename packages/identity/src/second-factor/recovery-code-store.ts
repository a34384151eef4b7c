import { anyRow, countRows, type Database, firstRow } from '../platform/postgres/database.ts'

/** How many recovery codes a citizen has left. */
export async function countRecoveryCodes(db: Database, citizenId: string): Promise<number> {
  const row = await firstRow(db.query<{ left: number }>`
    select count(*)::int as "left" from recovery_codes where citizen_id = ${citizenId}`)
  return row?.left ?? 0
}

/** Stores the hashes of new recovery codes. One statement for each: a distributed database takes no list of rows as one task. */
export async function insertRecoveryCodes(
  tx: Database,
  citizenId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  for (const hash of hashes)
    await tx.query`insert into recovery_codes (citizen_id, code_hash) values (${citizenId}, ${hash})`
}

/** Spends a recovery code. Of several uses at the same time, one gets true. */
export async function spendRecoveryCode(tx: Database, citizenId: string, codeHash: Buffer): Promise<boolean> {
  return anyRow(tx.query`
    delete from recovery_codes where citizen_id = ${citizenId} and code_hash = ${codeHash} returning citizen_id`)
}

/** Deletes every recovery code of a citizen. Returns how many there were. */
export async function deleteRecoveryCodesOfCitizen(tx: Database, citizenId: string): Promise<number> {
  return countRows(
    tx.query`delete from recovery_codes where citizen_id = ${citizenId} returning 1 as removed`,
  )
}
