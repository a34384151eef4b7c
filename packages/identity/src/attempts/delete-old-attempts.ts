import { plusSeconds } from '../platform/clock.ts'
import type { Foundation } from '../platform/foundation.ts'
import { deleteExpiredFailures } from './guess-store.ts'
import { deleteExpiredAddresses } from './guessed-address-store.ts'
import { deleteUnseenDevices } from './known-device-store.ts'

/** As long as the cookie that recognises a browser. */
const DEVICE_MEMORY_SECONDS = 365 * 24 * 60 * 60

/** Deletes counters that are over and browsers unseen for a year, at most `most` of each; returns how many rows it deleted. */
export async function deleteOldAttempts(
  { db, clock }: Pick<Foundation, 'db' | 'clock'>,
  most: number,
): Promise<number> {
  const now = clock.now()
  const failures = await deleteExpiredFailures(db, now, most)
  const devices = await deleteUnseenDevices(db, plusSeconds(now, -DEVICE_MEMORY_SECONDS), most)
  return failures + devices + (await deleteExpiredAddresses(db, now, most))
}
