import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'

/** From when until when a link works. */
export interface LinkTimes {
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** What is kept under a link to an account: it dies when the citizen gets another security version. */
export interface AccountLink {
  readonly securityVersion: number
}

/** What is kept under a registration link; `phoneNumber` is `''` where there is none. */
export interface Registration {
  readonly email: string
  readonly fullName: string
  readonly phoneNumber: string
}

/** The statements on one table of links, which keeps `Content` under each of them. */
export interface LinkTable<Content> {
  /** Reads what is kept under a link that has not expired; the link stays good. */
  find(db: Database, key: TokenKey, now: UnixSeconds): Promise<Content | undefined>
  /** Deletes a link that has not expired: of all that try at once, one gets what was kept under it. */
  spend(tx: Database, key: TokenKey, now: UnixSeconds): Promise<Content | undefined>
  /** Deletes expired links, at most so many; returns one row for each. */
  deleteExpired(db: Database, now: UnixSeconds, most: number): Promise<readonly unknown[]>
}

/** The statements on a table of links to accounts. */
export interface AccountLinkTable extends LinkTable<AccountLink> {
  insert(tx: Database, link: TokenKey & LinkTimes & AccountLink): Promise<unknown>
  /** Deletes all links of a citizen. */
  deleteOfCitizen(tx: Database, citizenId: string): Promise<unknown>
}

/** Registrations that wait under their links. */
export const REGISTRATIONS: LinkTable<Registration> & {
  insert(
    tx: Database,
    link: TokenKey & LinkTimes & Registration & { readonly language: string },
  ): Promise<unknown>
} = {
  insert: (tx, link) => tx.query`
    insert into registrations (citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at)
    values (${link.citizenId}, ${link.hash}, ${link.email}, ${link.fullName}, ${link.phoneNumber},
            ${link.language}, to_timestamp(${link.createdAt}), to_timestamp(${link.expiresAt}))`,
  find: (db, { citizenId, hash }, now) =>
    firstRow(db.query<Registration>`
      select email, full_name as "fullName", phone_number as "phoneNumber"
        from registrations
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`),
  spend: (tx, { citizenId, hash }, now) =>
    firstRow(tx.query<Registration>`
      delete from registrations
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
      returning email, full_name as "fullName", phone_number as "phoneNumber"`),
  deleteExpired: (db, now, most) => db.query`
    delete from registrations
     where (citizen_id, link_hash) in (select citizen_id, link_hash from registrations
                                        where expires_at <= to_timestamp(${now})
                                        order by expires_at limit ${most} for update skip locked)
    returning 1`,
}

/** Links to a new password and links for a new browser; which of them one is, only its bearer value tells. */
export const RECOVERY_LINKS: AccountLinkTable = {
  insert: (tx, link) => tx.query`
    insert into recovery_links (citizen_id, link_hash, security_version, created_at, expires_at)
    values (${link.citizenId}, ${link.hash}, ${link.securityVersion}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}))`,
  find: (db, { citizenId, hash }, now) =>
    firstRow(db.query<AccountLink>`
      select security_version as "securityVersion"
        from recovery_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`),
  spend: (tx, { citizenId, hash }, now) =>
    firstRow(tx.query<AccountLink>`
      delete from recovery_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
      returning security_version as "securityVersion"`),
  deleteOfCitizen: (tx, citizenId) => tx.query`delete from recovery_links where citizen_id = ${citizenId}`,
  deleteExpired: (db, now, most) => db.query`
    delete from recovery_links
     where (citizen_id, link_hash) in (select citizen_id, link_hash from recovery_links
                                        where expires_at <= to_timestamp(${now})
                                        order by expires_at limit ${most} for update skip locked)
    returning 1`,
}

/** Links that prove an address anew. */
export const VERIFICATION_LINKS: AccountLinkTable = {
  insert: (tx, link) => tx.query`
    insert into verification_links (citizen_id, link_hash, security_version, created_at, expires_at)
    values (${link.citizenId}, ${link.hash}, ${link.securityVersion}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}))`,
  find: (db, { citizenId, hash }, now) =>
    firstRow(db.query<AccountLink>`
      select security_version as "securityVersion"
        from verification_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`),
  spend: (tx, { citizenId, hash }, now) =>
    firstRow(tx.query<AccountLink>`
      delete from verification_links
       where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
      returning security_version as "securityVersion"`),
  deleteOfCitizen: (tx, citizenId) =>
    tx.query`delete from verification_links where citizen_id = ${citizenId}`,
  deleteExpired: (db, now, most) => db.query`
    delete from verification_links
     where (citizen_id, link_hash) in (select citizen_id, link_hash from verification_links
                                        where expires_at <= to_timestamp(${now})
                                        order by expires_at limit ${most} for update skip locked)
    returning 1`,
}
