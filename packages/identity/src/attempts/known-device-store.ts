import type { UnixSeconds } from '../platform/clock.ts'
import { countRows, type Database, firstRow } from '../platform/postgres/database.ts'

/** A browser at one account. */
export interface DeviceKey {
  readonly citizenId: string
  readonly deviceHash: Buffer
}

/** Stores a device without failures, and returns what was stored before. */
export async function upsertDevice(
  tx: Database,
  { citizenId, deviceHash }: DeviceKey,
  now: UnixSeconds,
): Promise<{ isNew: boolean; others: boolean }> {
  const before = await firstRow(tx.query<{ isNew: boolean; others: boolean }>`
    select coalesce(bool_and(device_hash <> ${deviceHash}), true) as "isNew",
           coalesce(bool_or(device_hash <> ${deviceHash}), false) as others
      from known_devices where citizen_id = ${citizenId}`)
  await tx.query`
    insert into known_devices as known (citizen_id, device_hash, first_seen_at, last_seen_at)
    values (${citizenId}, ${deviceHash}, to_timestamp(${now}), to_timestamp(${now}))
    on conflict (citizen_id, device_hash) do update set last_seen_at = excluded.last_seen_at, failures = 0`
  return before ?? { isNew: true, others: true }
}

/** Deletes every device of an account except this one. */
export async function deleteOtherDevices(tx: Database, { citizenId, deviceHash }: DeviceKey): Promise<void> {
  await tx.query`delete from known_devices where citizen_id = ${citizenId} and device_hash <> ${deviceHash}`
}

/** Deletes devices that were not seen since, at most `most`, and never the last one of an account. */
export async function deleteUnseenDevices(db: Database, before: UnixSeconds, most: number): Promise<number> {
  if ((await db.layout()) === 'distributed')
    return countRows(db.query`
      delete from known_devices old
       where last_seen_at <= to_timestamp(${before})
         and exists (select 1 from known_devices newer
                      where newer.citizen_id = old.citizen_id and newer.last_seen_at > old.last_seen_at)
      returning 1 as removed`)
  return countRows(db.query`
    delete from known_devices where (citizen_id, device_hash) in (
      select old.citizen_id, old.device_hash from known_devices old
       where old.last_seen_at <= to_timestamp(${before})
         and exists (select 1 from known_devices newer
                      where newer.citizen_id = old.citizen_id and newer.last_seen_at > old.last_seen_at)
       order by old.last_seen_at limit ${most} for update of old skip locked)
    returning device_hash`)
}

/** Deletes every device of an account. */
export async function deleteDevicesOfCitizen(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from known_devices where citizen_id = ${citizenId}`
}
