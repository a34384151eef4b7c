import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** An account that its citizen wants to close. */
export interface Closing {
  readonly citizenId: string
  /** The security version that the request began. With any other one, the account stays. */
  readonly securityVersion: number
  readonly askedAt: UnixSeconds
  readonly dueAt: UnixSeconds
}

/** Stores a request, in place of an earlier one. */
export async function saveClosing(tx: Database, closing: Closing): Promise<void> {
  await tx.query`
    insert into closings (citizen_id, security_version, asked_at, due_at)
    values (${closing.citizenId}, ${closing.securityVersion}, to_timestamp(${closing.askedAt}), to_timestamp(${closing.dueAt}))
    on conflict (citizen_id) do update
       set security_version = excluded.security_version, asked_at = excluded.asked_at, due_at = excluded.due_at`
}

/** Finds the request of a citizen. */
export async function findClosing(db: Database, citizenId: string): Promise<Closing | undefined> {
  return firstRow(db.query<Closing>`
    select citizen_id as "citizenId", security_version as "securityVersion",
           extract(epoch from asked_at)::bigint as "askedAt", extract(epoch from due_at)::bigint as "dueAt"
      from closings where citizen_id = ${citizenId}`)
}

/** The citizens whose waiting period is over, the longest first, and at most so many. On all servers, for housekeeping. */
export async function findDueClosings(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<readonly string[]> {
  const due = await db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from closings
     where due_at <= to_timestamp(${now}) order by due_at limit ${most}`
  return due.map(({ citizenId }) => citizenId)
}

/** Puts a closing off to this instant. False where none waits, or it waits as long. */
export function putOff(tx: Database, citizenId: string, until: UnixSeconds): Promise<boolean> {
  return anyRow(tx.query`
    update closings set due_at = to_timestamp(${until})
     where citizen_id = ${citizenId} and due_at < to_timestamp(${until})
    returning citizen_id`)
}

/** Deletes a request that is due. One of several concurrent callers gets it. Citus accepts only immutable functions in RETURNING. */
export async function takeDueClosing(
  tx: Database,
  citizenId: string,
  now: UnixSeconds,
): Promise<Closing | undefined> {
  return firstRow(tx.query<Closing>`
    delete from closings where citizen_id = ${citizenId} and due_at <= to_timestamp(${now})
    returning citizen_id as "citizenId", security_version as "securityVersion",
              extract(epoch from asked_at at time zone 'UTC')::bigint as "askedAt", extract(epoch from due_at at time zone 'UTC')::bigint as "dueAt"`)
}

/** Deletes the request of a citizen whose account is closed, in that transaction. */
export async function deleteClosing(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from closings where citizen_id = ${citizenId}`
}

/**
 * Whether somebody has signed in since the request. Every session before it has an earlier security version. A session that is
 * over may be deleted, so the browsers of the account are asked, too. Reads sessions and known_devices of the rooms below.
 */
export function wasEnteredSince(
  tx: Database,
  { citizenId, securityVersion, askedAt }: Closing,
): Promise<boolean> {
  return anyRow(tx.query`
    select 1 as entered where exists (
        select 1 from sessions where citizen_id = ${citizenId} and security_version = ${securityVersion})
      or exists (
        select 1 from known_devices where citizen_id = ${citizenId} and last_seen_at > to_timestamp(${askedAt}))`)
}
