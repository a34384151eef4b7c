import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database } from '../platform/postgres/database.ts'

/**
 * Notes that a citizen is asked to add a passkey, if this is due: the citizen has none, and was not asked since the
 * password was set. False where it is not due. Reads citizens of the room below.
 */
export async function noteOffer(db: Database, citizenId: string, now: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    insert into passkey_offers (citizen_id, offered_at)
    select c.citizen_id, to_timestamp(${now})
      from citizens c
     where c.citizen_id = ${citizenId}
       and not exists (select 1 from passkeys p where p.citizen_id = c.citizen_id)
       and not exists (select 1 from passkey_offers o
                        where o.citizen_id = c.citizen_id and o.offered_at >= c.password_changed_at)
    on conflict (citizen_id) do update set offered_at = excluded.offered_at
    returning citizen_id`)
}

/** Deletes the note about a citizen. */
export async function deleteOffer(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from passkey_offers where citizen_id = ${citizenId}`
}
