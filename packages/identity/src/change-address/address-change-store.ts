import type { AccountMark } from '../citizens/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'

/** A change of address that waits, or that was carried out and can still be undone. */
export interface AddressChange extends AccountMark {
  readonly citizenId: string
  readonly oldEmail: string
  readonly newEmail: string
  /** Whether a mailed link has proven the new address. An operator's order has not. */
  readonly isProven: boolean
  /** The hash of the link in the first letter to the old address. */
  readonly stopHash: Buffer
  /** The hash of the link in the letter after the change. Nothing before it. */
  readonly undoHash: Buffer | null
  readonly askedAt: UnixSeconds
  /** When the change is due; after it, when it can be undone no longer. */
  readonly nextAt: UnixSeconds
  readonly doneAt: UnixSeconds | null
}

/**
 * Stores a change that waits, in place of an earlier one that waits. False, and nothing is stored, while an earlier change can still
 * be undone: whoever has taken over an account must not end that by another change.
 */
export async function saveChange(
  tx: Database,
  change: Omit<AddressChange, 'undoHash' | 'doneAt'>,
): Promise<boolean> {
  return anyRow(tx.query`
    insert into address_changes as c (citizen_id, security_version, password_mark, old_email, new_email, is_proven,
                                      stop_hash, asked_at, next_at)
    values (${change.citizenId}, ${change.securityVersion}, ${change.passwordMark}, ${change.oldEmail}, ${change.newEmail},
            ${change.isProven}, ${change.stopHash}, to_timestamp(${change.askedAt}), to_timestamp(${change.nextAt}))
    on conflict (citizen_id) do update
       set security_version = excluded.security_version, password_mark = excluded.password_mark,
           old_email = excluded.old_email, new_email = excluded.new_email, is_proven = excluded.is_proven,
           stop_hash = excluded.stop_hash, asked_at = excluded.asked_at, next_at = excluded.next_at
     where c.done_at is null
    returning citizen_id`)
}

/** Finds the change of a citizen. */
export async function findChange(db: Database, citizenId: string): Promise<AddressChange | undefined> {
  return firstRow(db.query<AddressChange>`
    select citizen_id as "citizenId", security_version as "securityVersion", password_mark as "passwordMark",
           old_email as "oldEmail", new_email as "newEmail", is_proven as "isProven", stop_hash as "stopHash",
           undo_hash as "undoHash", extract(epoch from asked_at)::bigint as "askedAt",
           extract(epoch from next_at)::bigint as "nextAt", extract(epoch from done_at)::bigint as "doneAt"
      from address_changes where citizen_id = ${citizenId}`)
}

/** The citizens for whom a step is due, the longest first, and at most so many. On all servers, for housekeeping. */
export async function findDueChanges(
  db: Database,
  now: UnixSeconds,
  most: number,
): Promise<readonly string[]> {
  const due = await db.query<{ citizenId: string }>`
    select citizen_id as "citizenId" from address_changes
     where next_at <= to_timestamp(${now}) order by next_at limit ${most}`
  return due.map(({ citizenId }) => citizenId)
}

/** Stores that the change was carried out, by which link it can be undone, and until when. */
export async function setDone(
  tx: Database,
  citizenId: string,
  done: { readonly undoHash: Buffer; readonly doneAt: UnixSeconds; readonly nextAt: UnixSeconds },
): Promise<void> {
  await tx.query`
    update address_changes
       set undo_hash = ${done.undoHash}, done_at = to_timestamp(${done.doneAt}), next_at = to_timestamp(${done.nextAt})
     where citizen_id = ${citizenId}`
}

/** Deletes a change that waits. True for one of several concurrent callers. */
export async function deleteWaiting(tx: Database, citizenId: string): Promise<boolean> {
  return anyRow(tx.query`
    delete from address_changes where citizen_id = ${citizenId} and done_at is null returning citizen_id`)
}

/** Deletes the change of a citizen, whether it waits or not. */
export async function deleteChange(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from address_changes where citizen_id = ${citizenId}`
}

/** Until when the old address can take the account back. Nothing where it has not been changed, or not lately. */
export async function earliestClosing(db: Database, citizenId: string): Promise<UnixSeconds | undefined> {
  const change = await findChange(db, citizenId)
  return change === undefined || change.doneAt === null ? undefined : change.nextAt
}
