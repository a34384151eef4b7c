import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** A code that was tried, with this try. */
export interface TriedCode {
  readonly codeHash: Buffer
  readonly tries: number
}

/** A right code, and the hash of the link that takes the place of the mailed one. */
export interface SpentCode {
  readonly codeHash: Buffer
  readonly newHash: Buffer
}

/** The statements on the codes of one table of links. A code is in the row of its link. */
export interface CodeTable {
  /** Counts a try, before anything is compared. Nothing where the link is used or too old, or its code is over. */
  countTry(db: Database, link: TokenKey, most: number, now: UnixSeconds): Promise<TriedCode | undefined>
  /** Spends code and link together: the row gets another link. True for one of several concurrent callers. */
  spend(tx: Database, link: TokenKey, spent: SpentCode, now: UnixSeconds): Promise<boolean>
  /** Ends the code. The link stays valid. */
  end(tx: Database, link: TokenKey): Promise<unknown>
}

/** The codes of registrations. */
export const REGISTRATION_CODES: CodeTable = {
  countTry: (db, { citizenId, hash }, most, now) =>
    firstRow(db.query<TriedCode>`
      update registrations set code_tries = code_tries + 1
       where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash is not null and code_tries < ${most}
         and expires_at > to_timestamp(${now})
      returning code_hash as "codeHash", code_tries as "tries"`),
  spend: (tx, { citizenId, hash }, { codeHash, newHash }, now) =>
    anyRow(tx.query`
      update registrations set link_hash = ${newHash}, code_hash = null
       where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash = ${codeHash}
         and expires_at > to_timestamp(${now})
      returning 1`),
  end: (tx, { citizenId, hash }) => tx.query`
    update registrations set code_hash = null where citizen_id = ${citizenId} and link_hash = ${hash}`,
}

/** The codes of the other links to an account. */
export const RECOVERY_CODES: CodeTable = {
  countTry: (db, { citizenId, hash }, most, now) =>
    firstRow(db.query<TriedCode>`
      update recovery_links set code_tries = code_tries + 1
       where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash is not null and code_tries < ${most}
         and expires_at > to_timestamp(${now})
      returning code_hash as "codeHash", code_tries as "tries"`),
  spend: (tx, { citizenId, hash }, { codeHash, newHash }, now) =>
    anyRow(tx.query`
      update recovery_links set link_hash = ${newHash}, code_hash = null
       where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash = ${codeHash}
         and expires_at > to_timestamp(${now})
      returning 1`),
  end: (tx, { citizenId, hash }) => tx.query`
    update recovery_links set code_hash = null where citizen_id = ${citizenId} and link_hash = ${hash}`,
}

/** The codes of links that verify an address again. */
export const VERIFICATION_CODES: CodeTable = {
  countTry: (db, { citizenId, hash }, most, now) =>
    firstRow(db.query<TriedCode>`
      update verification_links set code_tries = code_tries + 1
       where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash is not null and code_tries < ${most}
         and expires_at > to_timestamp(${now})
      returning code_hash as "codeHash", code_tries as "tries"`),
  spend: (tx, { citizenId, hash }, { codeHash, newHash }, now) =>
    anyRow(tx.query`
      update verification_links set link_hash = ${newHash}, code_hash = null
       where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash = ${codeHash}
         and expires_at > to_timestamp(${now})
      returning 1`),
  end: (tx, { citizenId, hash }) => tx.query`
    update verification_links set code_hash = null where citizen_id = ${citizenId} and link_hash = ${hash}`,
}
