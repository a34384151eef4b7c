import type { Awaits } from './audit/index.ts'
import type { BesideSettings } from './room-heads.ts'
import { HEADS } from './room-heads.ts'

/** Whether a room waits for events of a day. */
export function awaitsOf(settings: BesideSettings): Awaits {
  return async (db, day, now) => {
    for (const { awaits } of Object.values(HEADS)) if (await awaits?.(db, settings, { day, now })) return true
    return false
  }
}
