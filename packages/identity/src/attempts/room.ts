import { plusSeconds } from '../platform/clock.ts'
import type { Purge } from '../platform/postgres/purge.ts'
import { purgeExpired } from '../platform/postgres/purge-expired.ts'
import { BY_CITIZEN } from '../platform/postgres/table.ts'
import type { Room } from '../platform/room/room.ts'
import { eraseAttempts } from './erase-attempts.ts'
import { ATTEMPT_EVENTS } from './events.ts'
import { deleteUnseenDevices } from './known-device-store.ts'
import { tellBrowsers } from './tell-browsers.ts'
import { ATTEMPT_WORDS } from './words/index.ts'

/** As long as the cookie that recognises a browser. */
const DEVICE_MEMORY_SECONDS = 365 * 24 * 60 * 60

/** Failed sign-ins, and the browsers that have signed in. */
export const ATTEMPTS = {
  words: ATTEMPT_WORDS,
  events: ATTEMPT_EVENTS,
  tables: {
    known_devices: { placement: BY_CITIZEN, backup: 'kept' },
    wrong_codes: {
      placement: BY_CITIZEN,
      backup: 'left-out',
      purge: purgeExpired({ table: 'wrong_codes', overAt: 'forget_at' }),
    },
    sign_in_failures: {
      placement: { by: 'attempt_key' },
      backup: 'left-out',
      purge: purgeExpired({ table: 'sign_in_failures', overAt: 'forget_at' }),
    },
    guessed_addresses: {
      placement: { by: 'address_hash' },
      backup: 'left-out',
      purge: purgeExpired({ table: 'guessed_addresses', overAt: 'forget_at' }),
    },
  },
  erase: eraseAttempts,
  tell: { known_browsers: tellBrowsers },
} satisfies Room

/**
 * Deletes browsers unseen for a year, except the last one of each account. Every account that is used no more has a row that
 * stays, and each run reads all of them, so this purge runs seldom.
 */
export const purgeDevices: Purge = ({ db, clock }, batch) =>
  deleteUnseenDevices(db, plusSeconds(clock.now(), -DEVICE_MEMORY_SECONDS), batch)
