import type { UnixSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { AuditDay } from './audit-day.ts'

/** Whether events of a day must stay, because somebody waits for them. */
export type Awaits = (db: Database, day: AuditDay, now: UnixSeconds) => Promise<boolean>

/** A day that is to be deleted now. */
export interface AwaitedDay {
  readonly day: AuditDay
  readonly now: UnixSeconds
}

/** A room that may wait for events before they are deleted. */
export interface RoomAwaits<Settings = never> {
  readonly awaits?: (db: Database, settings: Settings, when: AwaitedDay) => Promise<boolean>
}
