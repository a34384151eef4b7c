import type { UnixSeconds } from '../platform/clock.ts'
import { countRows, type Database, firstRow } from '../platform/postgres/database.ts'

/** How many recovery codes a citizen has left. */
export async function countRecoveryCodes(db: Database, citizenId: string): Promise<number> {
  const row = await firstRow(db.query<{ left: number }>`
    select count(*)::int as "left" from recovery_codes where citizen_id = ${citizenId}`)
  return row?.left ?? 0
}

/** Since when the recovery codes of a citizen can be trusted, without those of an earlier release, which do not say so. */
export async function findCodesTrustedSince(
  db: Database,
  citizenId: string,
): Promise<readonly UnixSeconds[]> {
  const codes = await db.query<{ trustedSince: UnixSeconds }>`
    select distinct extract(epoch from trusted_since)::bigint as "trustedSince"
      from recovery_codes where citizen_id = ${citizenId} and trusted_since is not null`
  return codes.map(({ trustedSince }) => trustedSince)
}

/** New recovery codes of a citizen. */
export interface NewRecoveryCodes {
  readonly citizenId: string
  readonly hashes: readonly Buffer[]
  /** Since when they can be trusted: as long as the key whose session made them. */
  readonly trustedSince: UnixSeconds
}

/** Stores the hashes of new recovery codes. One statement for each: a distributed database takes no list of rows as one task. */
export async function insertRecoveryCodes(
  tx: Database,
  { citizenId, hashes, trustedSince }: NewRecoveryCodes,
): Promise<void> {
  for (const hash of hashes)
    await tx.query`
      insert into recovery_codes (citizen_id, code_hash, trusted_since) values (${citizenId}, ${hash}, to_timestamp(${trustedSince}))`
}

/**
 * Spends a recovery code. Of several uses at the same time, one gets it. A code of an earlier release does not say since when it can
 * be trusted.
 */
export async function spendRecoveryCode(
  tx: Database,
  citizenId: string,
  codeHash: Buffer,
): Promise<{ readonly trustedSince: UnixSeconds | null } | undefined> {
  return firstRow(tx.query<{ trustedSince: UnixSeconds | null }>`
    delete from recovery_codes where citizen_id = ${citizenId} and code_hash = ${codeHash}
    returning extract(epoch from trusted_since at time zone 'UTC')::bigint as "trustedSince"`)
}

/** Deletes every recovery code of a citizen. Returns how many there were. */
export async function deleteRecoveryCodesOfCitizen(tx: Database, citizenId: string): Promise<number> {
  return countRows(
    tx.query`delete from recovery_codes where citizen_id = ${citizenId} returning 1 as removed`,
  )
}
