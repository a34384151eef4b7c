import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** When a link was made, and when it expires. */
export interface LinkTimes {
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** What the row of a new link has of its code. */
export interface LinkCodeHash {
  readonly codeHash: Buffer | null
}

/** The row of a link to an account. It is not valid with another security version of the citizen. */
export interface AccountLink {
  readonly securityVersion: number
  /** The address that the link proves, and when somebody asked for it. Nothing for a link that proves the address of the account. */
  readonly newEmail?: string | null
  readonly askedAt?: UnixSeconds
}

/** The row of a registration link; `phoneNumber` is `''` for none. */
export interface Registration {
  readonly email: string
  readonly fullName: string
  readonly phoneNumber: string
  readonly language: string
}

/** The statements on one table of links, with `Content` in each row. */
export interface LinkTable<Content> {
  insert(tx: Database, link: TokenKey & LinkTimes & LinkCodeHash & Content): Promise<unknown>
  /** Reads the row of a link that has not expired. The link stays valid. */
  find(db: Database, key: TokenKey, now: UnixSeconds): Promise<Content | undefined>
  /** Deletes a link that has not expired. One of several concurrent callers gets the row. */
  spend(tx: Database, key: TokenKey, now: UnixSeconds): Promise<Content | undefined>
}

/** The statements on a table of links to accounts. */
export interface AccountLinkTable extends LinkTable<AccountLink> {
  /** Deletes all links of a citizen. */
  deleteOfCitizen(tx: Database, citizenId: string): Promise<unknown>
}

/** Registrations that wait for their links to be used. */
export const REGISTRATIONS: LinkTable<Registration> = {
  insert: (tx, link) => tx.query`
    insert into registrations (citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at, code_hash)
    values (${link.citizenId}, ${link.hash}, ${link.email}, ${link.fullName}, ${link.phoneNumber},
            ${link.language}, to_timestamp(${link.createdAt}), to_timestamp(${link.expiresAt}), ${link.codeHash})`,
  find: (db, { citizenId, hash }, now) =>
    firstRow(db.query<Registration>`
      select email, full_name as "fullName", phone_number as "phoneNumber", language
        from registrations
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`),
  spend: (tx, { citizenId, hash }, now) =>
    firstRow(tx.query<Registration>`
      delete from registrations
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
      returning email, full_name as "fullName", phone_number as "phoneNumber", language`),
}

/** Links to an account of every other kind. The prefix of the bearer value says which kind one is. */
export const RECOVERY_LINKS: AccountLinkTable = {
  insert: (tx, link) => tx.query`
    insert into recovery_links (citizen_id, link_hash, security_version, created_at, expires_at, code_hash, new_email)
    values (${link.citizenId}, ${link.hash}, ${link.securityVersion}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}), ${link.codeHash}, ${link.newEmail ?? null})`,
  find: (db, { citizenId, hash }, now) =>
    firstRow(db.query<AccountLink>`
      select security_version as "securityVersion", new_email as "newEmail",
             extract(epoch from created_at)::bigint as "askedAt"
        from recovery_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`),
  spend: (tx, { citizenId, hash }, now) =>
    firstRow(tx.query<Pick<AccountLink, 'securityVersion' | 'newEmail'>>`
      delete from recovery_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
      returning security_version as "securityVersion", new_email as "newEmail"`),
  deleteOfCitizen: (tx, citizenId) => tx.query`delete from recovery_links where citizen_id = ${citizenId}`,
}

/** Links that verify an address again. */
export const VERIFICATION_LINKS: AccountLinkTable = {
  insert: (tx, link) => tx.query`
    insert into verification_links (citizen_id, link_hash, security_version, created_at, expires_at, code_hash)
    values (${link.citizenId}, ${link.hash}, ${link.securityVersion}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}), ${link.codeHash})`,
  find: (db, { citizenId, hash }, now) =>
    firstRow(db.query<Pick<AccountLink, 'securityVersion'>>`
      select security_version as "securityVersion"
        from verification_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`),
  spend: (tx, { citizenId, hash }, now) =>
    firstRow(tx.query<Pick<AccountLink, 'securityVersion'>>`
      delete from verification_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
      returning security_version as "securityVersion"`),
  deleteOfCitizen: (tx, citizenId) =>
    tx.query`delete from verification_links where citizen_id = ${citizenId}`,
}
