import type { UnixSeconds } from '../platform/clock.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import type { Registration } from './registration.ts'

/** A registration as it waits under its link. */
export interface WaitingRegistration extends Registration {
  readonly citizenId: string
  readonly hash: Buffer
  readonly language: string
  readonly createdAt: UnixSeconds
  readonly expiresAt: UnixSeconds
}

/** Lets a registration wait under its link. */
export async function insertRegistration(tx: Database, waiting: WaitingRegistration): Promise<void> {
  await tx.query`
    insert into registrations (citizen_id, link_hash, email, full_name, phone_number, language, created_at, expires_at)
    values (${waiting.citizenId}, ${waiting.hash}, ${waiting.email}, ${waiting.fullName}, ${waiting.phoneNumber},
            ${waiting.language}, to_timestamp(${waiting.createdAt}), to_timestamp(${waiting.expiresAt}))`
}

/** Reads what waits under a link that has not expired; the link stays good. */
export async function findRegistration(
  db: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<Registration | undefined> {
  return firstRow(db.query<Registration>`
    select email, full_name as "fullName", phone_number as "phoneNumber"
      from registrations
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})`)
}

/** Uses a link up: of all who try, one gets what waited under it. */
export async function takeRegistration(
  tx: Database,
  { citizenId, hash }: TokenKey,
  now: UnixSeconds,
): Promise<Registration | undefined> {
  return firstRow(tx.query<Registration>`
    delete from registrations
     where citizen_id = ${citizenId} and link_hash = ${hash} and expires_at > to_timestamp(${now})
    returning email, full_name as "fullName", phone_number as "phoneNumber"`)
}

/** Removes registrations whose link is over, at most so many; returns how many went. */
export async function deleteExpiredRegistrations(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<number> {
  const deleted = await db.query`
    delete from registrations
     where (citizen_id, link_hash) in (select citizen_id, link_hash from registrations
                                        where expires_at <= to_timestamp(${now})
                                        order by expires_at limit ${most} for update skip locked)
    returning 1`
  return deleted.length
}
