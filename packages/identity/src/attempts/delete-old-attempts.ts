import { plusSeconds } from '../platform/clock.ts'
import type { Purge } from '../platform/postgres/purge.ts'
import { deleteExpiredFailures } from './guess-store.ts'
import { deleteExpiredAddresses } from './guessed-address-store.ts'
import { deleteUnseenDevices } from './known-device-store.ts'
import { deleteExpiredWrongCodes } from './wrong-code-store.ts'

/** As long as the cookie that recognises a browser. */
const DEVICE_MEMORY_SECONDS = 365 * 24 * 60 * 60

/** Delete counters that are over. */
export const ATTEMPT_PURGES: readonly Purge[] = [
  ({ db, clock }, batch) => deleteExpiredFailures(db, clock.now(), batch),
  ({ db, clock }, batch) => deleteExpiredAddresses(db, clock.now(), batch),
  ({ db, clock }, batch) => deleteExpiredWrongCodes(db, clock.now(), batch),
]

/**
 * Deletes browsers unseen for a year, except the last one of each account. Every account that is used no more has a row that
 * stays, and each run reads all of them, so this purge runs seldom.
 */
export const purgeDevices: Purge = ({ db, clock }, batch) =>
  deleteUnseenDevices(db, plusSeconds(clock.now(), -DEVICE_MEMORY_SECONDS), batch)
