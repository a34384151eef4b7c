import { plusSeconds } from '../platform/clock.ts'
import type { Purge } from '../platform/postgres/purge.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { deleteUnseenDevices } from './known-device-store.ts'

/** As long as the cookie that recognises a browser. */
const DEVICE_MEMORY_SECONDS = 365 * 24 * 60 * 60

/** Delete counters that are over. */
export const ATTEMPT_PURGES: readonly Purge[] = [
  purgeExpired({ table: 'sign_in_failures', overAt: 'forget_at' }),
  purgeExpired({ table: 'guessed_addresses', overAt: 'forget_at' }),
  purgeExpired({ table: 'wrong_codes', overAt: 'forget_at' }),
]

/**
 * Deletes browsers unseen for a year, except the last one of each account. Every account that is used no more has a row that
 * stays, and each run reads all of them, so this purge runs seldom.
 */
export const purgeDevices: Purge = ({ db, clock }, batch) =>
  deleteUnseenDevices(db, plusSeconds(clock.now(), -DEVICE_MEMORY_SECONDS), batch)
