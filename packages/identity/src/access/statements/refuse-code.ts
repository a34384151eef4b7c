import type { UnixSeconds } from '../../platform/clock.ts'
import { type Database, firstRow } from '../../platform/postgres/database.ts'
import { MOST_WRONG_VERIFIERS } from '../grant.ts'

/** An authorization code as it is stored, with its current state. */
export interface StoredCode {
  /** The grant that the code became; null where nobody has exchanged it. */
  readonly grantId: string | null
  readonly clientId: string
  readonly redirectUri: string
  readonly codeChallenge: string
  readonly expiresAt: UnixSeconds
  readonly spentAt: UnixSeconds | null
  readonly wrongVerifiers: number
}

/** Reads a code and locks its row (`for update`) until the transaction ends. */
export async function lockCode(
  tx: Database,
  citizenId: string,
  codeHash: Buffer,
): Promise<StoredCode | undefined> {
  return firstRow(tx.query<StoredCode>`
    select grant_id as "grantId", client_id as "clientId", redirect_uri as "redirectUri",
           code_challenge as "codeChallenge", extract(epoch from expires_at)::bigint as "expiresAt",
           extract(epoch from spent_at)::bigint as "spentAt", wrong_verifiers as "wrongVerifiers"
      from authorization_codes where citizen_id = ${citizenId} and code_hash = ${codeHash} for update`)
}

/** Counts a wrong verifier of a code. True where this one spent the code. */
export async function countWrongVerifier(
  tx: Database,
  citizenId: string,
  codeHash: Buffer,
): Promise<boolean> {
  const counted = await firstRow(tx.query<{ wrongVerifiers: number }>`
    update authorization_codes set wrong_verifiers = wrong_verifiers + 1
     where citizen_id = ${citizenId} and code_hash = ${codeHash} and spent_at is null
    returning wrong_verifiers as "wrongVerifiers"`)
  return counted?.wrongVerifiers === MOST_WRONG_VERIFIERS
}
