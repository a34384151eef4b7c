import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import { deleteForgottenAddresses } from '../attempts/guessed-address-store.ts'
import { deleteUnseenDevices } from '../attempts/known-device-store.ts'
import { deleteExpiredSessions } from './statements/sessions.ts'

/** As long as the cookie that a browser is recognised by. */
const DEVICE_MEMORY_SECONDS = 365 * 24 * 60 * 60

/** What tidying up needs. */
export interface ForgetOldSessionsNeeds {
  readonly db: Database
  readonly clock: Clock
}

/** Removes sessions that are over, devices unseen for a year and failures that are forgotten, at most so many of each; tells how many went. */
export async function forgetOldSessions(
  { db, clock }: ForgetOldSessionsNeeds,
  most: number,
): Promise<number> {
  const now = clock.now()
  const sessions = await deleteExpiredSessions(db, now, most)
  const devices = await deleteUnseenDevices(db, plusSeconds(now, -DEVICE_MEMORY_SECONDS), most)
  return sessions + devices + (await deleteForgottenAddresses(db, now, most))
}
