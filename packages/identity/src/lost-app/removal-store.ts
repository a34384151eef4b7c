import type { AccountMark } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** The apps of an account that their citizen has lost: they go after a waiting period. */
export interface Removal extends AccountMark {
  readonly citizenId: string
  readonly askedAt: UnixSeconds
  /** When the next step is due: the reminder, and after it the removal. */
  readonly nextAt: UnixSeconds
  readonly dueAt: UnixSeconds
}

/**
 * Stores a removal. One that waits for the account as it is now stays, and its time does not begin anew. False for that: of
 * several requests at the same time, one gets true.
 */
export async function insertRemoval(tx: Database, removal: Removal): Promise<boolean> {
  return anyRow(tx.query`
    insert into app_removals as r (citizen_id, security_version, password_mark, asked_at, next_at, due_at)
    values (${removal.citizenId}, ${removal.securityVersion}, ${removal.passwordMark}, to_timestamp(${removal.askedAt}),
            to_timestamp(${removal.nextAt}), to_timestamp(${removal.dueAt}))
    on conflict (citizen_id) do update
       set security_version = excluded.security_version, password_mark = excluded.password_mark,
           asked_at = excluded.asked_at, next_at = excluded.next_at, due_at = excluded.due_at
     where (r.security_version, r.password_mark) <> (excluded.security_version, excluded.password_mark)
    returning citizen_id`)
}

/** Finds the removal of a citizen. */
export async function findRemoval(db: Database, citizenId: string): Promise<Removal | undefined> {
  return firstRow(db.query<Removal>`
    select citizen_id as "citizenId", security_version as "securityVersion", password_mark as "passwordMark",
           extract(epoch from asked_at)::bigint as "askedAt", extract(epoch from next_at)::bigint as "nextAt",
           extract(epoch from due_at)::bigint as "dueAt"
      from app_removals where citizen_id = ${citizenId}`)
}

/** The citizens for whom a step is due, the longest first, and at most so many. On all servers, for housekeeping. */
export async function findDueRemovals(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<readonly string[]> {
  const due = await db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from app_removals
     where next_at <= to_timestamp(${now}) order by next_at limit ${most}`
  return due.map(({ citizenId }) => citizenId)
}

/** Stores that the reminder was written, and when the apps go. */
export async function setReminded(tx: Database, citizenId: string, dueAt: UnixSeconds): Promise<void> {
  await tx.query`
    update app_removals set next_at = to_timestamp(${dueAt}), due_at = to_timestamp(${dueAt})
     where citizen_id = ${citizenId}`
}

/** Deletes the removal of a citizen. True for one of several concurrent callers. */
export async function deleteRemoval(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`delete from app_removals where citizen_id = ${citizenId} returning citizen_id`)
}
