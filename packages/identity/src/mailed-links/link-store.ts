import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { arrayOf } from '../platform/postgres/values.ts'
import type { Ended } from './link-kinds.ts'

/** When a link was made, and when it expires. */
export interface LinkTimes {
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** What the row of a new link has of its code. */
export interface LinkCodeHash {
  readonly codeHash: Buffer | null
}

/** What the row of a link says beside its key, its times and its code. */
export interface LinkContent {
  /** The security version of the citizen that the link is valid with. Nothing for a registration, which has no citizen yet. */
  readonly securityVersion: number | null
  /** The address that the link proves. Nothing where it is the address of the account. */
  readonly email: string | null
  /** The account that a registration makes. Nothing for every other kind. */
  readonly fullName: string | null
  readonly phoneNumber: string | null
  readonly language: string | null
}

/** A new link. */
export interface NewLink extends TokenKey, LinkTimes, LinkCodeHash, LinkContent {
  readonly kind: string
}

/** A link that has not expired, and when it was asked for. */
export interface KeptLink extends LinkContent {
  readonly askedAt: UnixSeconds
}

/** Stores a link. */
export async function insertLink(tx: Database, link: NewLink): Promise<void> {
  await tx.query`
    insert into mailed_links (citizen_id, link_hash, kind, security_version, email, full_name, phone_number, language,
                              code_hash, created_at, expires_at)
    values (${link.citizenId}, ${link.hash}, ${link.kind}, ${link.securityVersion}, ${link.email}, ${link.fullName},
            ${link.phoneNumber}, ${link.language}, ${link.codeHash}, to_timestamp(${link.createdAt}),
            to_timestamp(${link.expiresAt}))`
}

/** Reads a link that has not expired. It stays valid. Its hash is that of a value whose prefix says the kind. */
export async function findLink(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<KeptLink | undefined> {
  return firstRow(db.query<KeptLink>`
    select security_version as "securityVersion", email, full_name as "fullName", phone_number as "phoneNumber", language,
           extract(epoch from created_at)::bigint as "askedAt"
      from mailed_links
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`)
}

/** A link that was mailed, and that nobody has used. */
export interface AskedLink extends Pick<TokenKey, 'hash'> {
  readonly kind: string
  readonly askedAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** The registrations with an address that nobody has finished, the newest first, with those that expired a few days ago. For supporters. */
export async function findAskedRegistrations(db: Database, email: string): Promise<readonly AskedLink[]> {
  return db.query<AskedLink>`
    select link_hash as hash, kind, extract(epoch from created_at)::bigint as "askedAt",
           extract(epoch from expires_at)::bigint as "expiresAt"
      from mailed_links where kind = 'registration' and email = ${email} order by created_at desc`
}

/** What a registration says that nobody has finished. */
export type AskedRegistration = {
  readonly [Field in 'email' | 'fullName' | 'phoneNumber' | 'language']: string
} & Pick<AskedLink, 'hash'>

/** What the newest registration with an address says that nobody has finished, also one that expired a few days ago. */
export async function findNewestRegistration(
  db: Database,
  email: string,
): Promise<AskedRegistration | undefined> {
  return firstRow(db.query<AskedRegistration>`
    select link_hash as hash, coalesce(email, '') as email, coalesce(full_name, '') as "fullName", coalesce(phone_number, '') as "phoneNumber",
           coalesce(language, '') as language
      from mailed_links where kind = 'registration' and email = ${email} order by created_at desc limit 1`)
}

/** The same of a citizen, of every kind. */
export async function findAskedLinks(db: Database, citizenId: string): Promise<readonly AskedLink[]> {
  return db.query<AskedLink>`
    select link_hash as hash, kind, extract(epoch from created_at)::bigint as "askedAt",
           extract(epoch from expires_at)::bigint as "expiresAt"
      from mailed_links where citizen_id = ${citizenId} order by created_at desc`
}

/** Uses a link that has not expired: its row is gone. One of several concurrent callers gets the row. */
export async function takeLink(
  tx: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<(LinkContent & { readonly kind: string }) | undefined> {
  return firstRow(tx.query<LinkContent & { readonly kind: string }>`
    delete from mailed_links
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
    returning kind, security_version as "securityVersion", email, full_name as "fullName", phone_number as "phoneNumber", language`)
}

/** Deletes the links of a citizen and kind that have expired. */
export async function deleteExpired(
  tx: Database,
  { citizenId, kind }: { readonly citizenId: string; readonly kind: string },
  now: UnixSeconds,
): Promise<void> {
  await tx.query`
    delete from mailed_links where citizen_id = ${citizenId} and kind = ${kind} and expires_at <= to_timestamp(${now})`
}

/** Deletes the links of a citizen that this names. */
export async function deleteLinks(tx: Database, citizenId: string, ended: Ended): Promise<void> {
  if ('only' in ended)
    await tx.query`
      delete from mailed_links where citizen_id = ${citizenId} and kind = any (${arrayOf(ended.only)}::text::text[])`
  else
    await tx.query`
      delete from mailed_links where citizen_id = ${citizenId} and kind <> all (${arrayOf(ended.but)}::text::text[])`
}

/** A code that was tried, with this try. */
export interface TriedCode {
  readonly codeHash: Buffer
  readonly tries: number
}

/** Counts a try of the code of a link, before anything is compared. Nothing where the link is used or too old, or its code is over. */
export async function countTry(
  db: Database,
  { citizenId, hash }: TokenKey,
  most: number,
  now: UnixSeconds,
): Promise<TriedCode | undefined> {
  return firstRow(db.query<TriedCode>`
    update mailed_links set code_tries = code_tries + 1
     where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash is not null and code_tries < ${most}
       and expires_at > to_timestamp(${now})
    returning code_hash as "codeHash", code_tries as "tries"`)
}

/** Spends code and link together: the row gets another link in place of the mailed one. True for one of several concurrent callers. */
export async function spendCode(
  tx: Database,
  { citizenId, hash }: TokenKey,
  { codeHash, newHash }: { readonly codeHash: Buffer; readonly newHash: Buffer },
  now: UnixSeconds,
): Promise<boolean> {
  return anyRow(tx.query`
    update mailed_links set link_hash = ${newHash}, code_hash = null
     where citizen_id = ${citizenId} and link_hash = ${hash} and code_hash = ${codeHash}
       and expires_at > to_timestamp(${now})
    returning 1`)
}

/** Ends the code of a link. The link stays valid. */
export async function endCode(tx: Database, { citizenId, hash }: TokenKey): Promise<void> {
  await tx.query`
    update mailed_links set code_hash = null where citizen_id = ${citizenId} and link_hash = ${hash}`
}
