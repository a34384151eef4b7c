import type { UnixSeconds } from '../platform/clock.ts'
import { anyRow, type Database, firstRow } from '../platform/postgres/database.ts'
import { sha256 } from '../platform/secret.ts'
import type { DeviceKey } from './known-device-store.ts'

/** Failures in a row. */
export const IN_A_ROW = {
  /** As many are allowed to unknown browsers at an address, and each known browser has as many of its own (NIST SP 800-63B-4 section 3.2.2). */
  most: 100,
  /**
   * How long each counts after the latest one: four days. So somebody who waits for them to end gets about ninety guesses a year, and
   * addresses that were typed once do not stay for ever.
   */
  secondsEach: 4 * 24 * 60 * 60,
} as const

/** No number of failures keeps those of a known browser from being counted at the address. */
const MORE_THAN_THERE_CAN_BE = 2 ** 31 - 1

/** A browser of a citizen, and the address that was typed in it. */
export type GuessedFrom = DeviceKey & { readonly email: string }

/** Failures in a row so far, with this one. */
export interface FailuresInARow {
  readonly ofAddress: number
  readonly ofDevice: number
}

/** The key of an address, whether or not somebody owns it. The typed text is not stored in readable form. */
export function addressHash(email: string): Buffer {
  return sha256(email)
}

/** Counts a failure in a browser that the account knows: at the browser and at the address. */
export async function countFailure(
  db: Database,
  { citizenId, deviceHash, email }: GuessedFrom,
  now: UnixSeconds,
): Promise<FailuresInARow> {
  const device = await firstRow(db.query<{ failures: number }>`
    update known_devices set failures = failures + 1
     where citizen_id = ${citizenId} and device_hash = ${deviceHash}
    returning failures`)
  const ofAddress = await countAddressFailure(db, email, now, MORE_THAN_THERE_CAN_BE)
  return { ofAddress: ofAddress ?? 1, ofDevice: device?.failures ?? 0 }
}

/** Whether an account knows a browser, with fewer than the most failures in a row. */
export function hasTriesLeft(db: Database, { citizenId, deviceHash }: DeviceKey): Promise<boolean> {
  return anyRow(db.query`
    select 1 from known_devices
     where citizen_id = ${citizenId} and device_hash = ${deviceHash} and failures < ${IN_A_ROW.most}`)
}

/** Whether browsers that the account does not know may not try at this address. */
export async function isAddressClosed(db: Database, email: string, now: UnixSeconds): Promise<boolean> {
  return anyRow(db.query`
    select 1 from guessed_addresses
     where address_hash = ${addressHash(email)} and failures >= ${IN_A_ROW.most}
       and forget_at > to_timestamp(${now})`)
}

/** Counts a failure at an address. Returns the failures in a row, or nothing where the most were reached before. */
export async function countAddressFailure(
  db: Database,
  email: string,
  now: UnixSeconds,
  most: number = IN_A_ROW.most,
): Promise<number | undefined> {
  const counted = await firstRow(db.query<{ failures: number }>`
    insert into guessed_addresses as held (address_hash, failures, forget_at)
    values (${addressHash(email)}, 1, to_timestamp(${now + IN_A_ROW.secondsEach}))
    on conflict (address_hash) do update
       set failures = case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end,
           forget_at = to_timestamp(${now}::bigint + ${IN_A_ROW.secondsEach}
             * case when held.forget_at <= to_timestamp(${now}) then 1 else held.failures + 1 end)
     where held.failures < ${most} or held.forget_at <= to_timestamp(${now})
    returning failures`)
  return counted?.failures
}

/** Takes back a failure of an unknown browser that did not happen. */
export async function cancelAddressFailure(db: Database, email: string): Promise<void> {
  await db.query`
    update guessed_addresses set failures = failures - 1
     where address_hash = ${addressHash(email)} and failures > 0`
}

/** Deletes the failures at an address and in the browser that gave the right password, where the account knows it. */
export async function forgiveFailures(
  db: Database,
  citizenId: string | undefined,
  { deviceHash, email }: Omit<GuessedFrom, 'citizenId'>,
): Promise<void> {
  const inBrowser = db.query`
    update known_devices set failures = 0
     where citizen_id = ${citizenId ?? null} and device_hash = ${deviceHash} and failures > 0`
  await Promise.all([inBrowser, deleteFailures(db, email)])
}

/** Deletes the failures at an address. */
export async function deleteFailures(db: Database, email: string): Promise<void> {
  await db.query`delete from guessed_addresses where address_hash = ${addressHash(email)}`
}

/** Deletes the failures at a citizen's address and in every browser that the account knows. False where there were none. */
export async function deleteFailuresOf(
  tx: Database,
  { citizenId, email }: Omit<GuessedFrom, 'deviceHash'>,
): Promise<boolean> {
  const inBrowsers = await anyRow(tx.query`
    update known_devices set failures = 0 where citizen_id = ${citizenId} and failures > 0 returning 1`)
  const atAddress = await anyRow(tx.query`
    delete from guessed_addresses where address_hash = ${addressHash(email)} returning 1`)
  return inBrowsers || atAddress
}
