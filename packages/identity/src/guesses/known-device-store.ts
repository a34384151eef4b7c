import type { UnixSeconds } from '../platform/clock.ts'
import { type Database, firstRow } from '../platform/postgres/database.ts'
import {
  type OldestRow,
  type PurgeBatch,
  type PurgedBatch,
  type PurgedSomeRow,
  purgedInSlices,
  purgedRows,
} from '../platform/postgres/purge.ts'

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

/** When each device of an account was seen first and last, the oldest first. */
export async function selectDevices(
  db: Database,
  citizenId: string,
): Promise<readonly { readonly firstSeenAt: UnixSeconds; readonly lastSeenAt: UnixSeconds }[]> {
  return db.query<{ firstSeenAt: UnixSeconds; lastSeenAt: UnixSeconds }>`
    select extract(epoch from first_seen_at)::bigint as "firstSeenAt",
           extract(epoch from last_seen_at)::bigint as "lastSeenAt"
      from known_devices where citizen_id = ${citizenId} order by first_seen_at, device_hash`
}

/** Deletes every device of an account except this one. */
export async function deleteOtherDevices(tx: Database, { citizenId, deviceHash }: DeviceKey): Promise<void> {
  await tx.query`delete from known_devices where citizen_id = ${citizenId} and device_hash <> ${deviceHash}`
}

/**
 * Looks at a batch of the devices that were not seen since, and deletes all of them that are not the last one of an account.
 * `reached` is the last one that it has looked at, because most of them may stay.
 */
// plan: on several servers it deletes a slice of seconds.
// excused: "old.last_seen_at <= to_timestamp(${before})" because what was found before says it; a row that is seen meanwhile has another place.
export async function deleteUnseenDevices(
  db: Database,
  before: UnixSeconds,
  batch: PurgeBatch,
): Promise<PurgedBatch> {
  if ((await db.layout()) === 'distributed')
    return purgedInSlices(batch, before, {
      findOldest: () => db.query<OldestRow>`
        select floor(extract(epoch from min(last_seen_at)))::bigint as at from known_devices
         where last_seen_at >= to_timestamp(${batch.from}) and last_seen_at <= to_timestamp(${before})`,
      deleteBetween: (from, until) => db.query`
        delete from known_devices old
         where last_seen_at >= to_timestamp(${from}) and last_seen_at <= to_timestamp(${until})
           and exists (select 1 from known_devices newer
                        where newer.citizen_id = old.citizen_id and newer.last_seen_at > old.last_seen_at)
        returning 1 as removed`,
    })
  const gone = db.query<PurgedSomeRow>`
    with seen as materialized (
      select ctid as place, last_seen_at from known_devices
       where last_seen_at >= to_timestamp(${batch.from}) and last_seen_at <= to_timestamp(${before})
       order by last_seen_at limit ${batch.most}
    ), gone as (
      delete from known_devices
       where ctid = any (array(select old.ctid from known_devices old
                                where old.ctid = any (array(select place from seen))
                                  and old.last_seen_at <= to_timestamp(${before})
                                  and exists (select 1 from known_devices newer
                                               where newer.citizen_id = old.citizen_id
                                                 and newer.last_seen_at > old.last_seen_at)
                                  for update of old skip locked))
      returning 1
    )
    select (select count(*) from gone)::int as removed, count(*)::int as seen,
           floor(extract(epoch from max(last_seen_at)))::bigint as reached from seen`
  return purgedRows(gone, batch)
}

/** Deletes every device of an account. */
export async function deleteDevicesOfCitizen(tx: Database, citizenId: string): Promise<void> {
  await tx.query`delete from known_devices where citizen_id = ${citizenId}`
}
