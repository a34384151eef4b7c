import { plusSeconds } from '../platform/clock.ts'
import type { Purge } from '../platform/postgres/purge.ts'
import type { Room } from '../platform/room/room.ts'
import { GUESS_EVENTS } from './events.ts'
import { deleteDevicesOfCitizen, deleteUnseenDevices } from './known-device-store.ts'
import { ownBrowsers } from './own-browsers.ts'
import { GUESS_WORDS } from './words/index.ts'

/** As long as the cookie that recognises a browser. */
const DEVICE_MEMORY_SECONDS = 365 * 24 * 60 * 60

/** Failed sign-ins, and the browsers that have signed in. */
export const GUESSES = {
  words: GUESS_WORDS,
  events: GUESS_EVENTS,
  erase: deleteDevicesOfCitizen,
  ownData: { known_browsers: ownBrowsers },
} satisfies Room

/**
 * Deletes browsers unseen for a year, except the last one of each account. Every account that is used no more has a row that
 * stays, and each run reads all of them, so this purge runs seldom.
 */
export const purgeDevices: Purge = ({ db, clock }, batch) =>
  deleteUnseenDevices(db, plusSeconds(clock.now(), -DEVICE_MEMORY_SECONDS), batch)
