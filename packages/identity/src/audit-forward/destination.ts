import { plusSeconds, type UnixSeconds } from '../platform/clock.ts'
import { FIRST_UUID } from '../platform/uuid.ts'

/** The destinations. Each has one place in the audit: with another address it goes on where it was. */
export const DESTINATIONS = ['syslog', 'webhook'] as const

/** One of them. */
export type DestinationName = (typeof DESTINATIONS)[number]

/** How far the audit was sent. */
export interface Place {
  /** Events of before a restore are sent by their time, behind this one: ISO 8601 with microseconds. Null where they go in the order of their transactions. */
  readonly walkedAt: string | null
  /** The transaction of the last event. While `walkedAt` has a value, the one where the order of transactions begins. */
  readonly transaction: number
  /** The last event. */
  readonly event: string
}

/** A failed attempt. Its words have nothing that the receiver said, and no address. */
export interface Fault {
  readonly at: UnixSeconds
  readonly says: string
}

/** What is stored about a destination. */
export interface Destination extends Place {
  readonly name: DestinationName
  readonly version: number
  /** The server and the table in whose transactions it counts. */
  readonly history: string
  readonly reachedAt: UnixSeconds
  /** The last day (UTC) whose closing hash was delivered, or that has none. */
  readonly closedDay: string
  /** The delivery that was sent last and is not known to have arrived. Null where there is none. */
  readonly deliveryId: string | null
  readonly deliveryEvents: number | null
  readonly deliveryDay: string | null
  readonly dueAt: UnixSeconds
  /** Failed attempts since the last delivery. */
  readonly attempts: number
  /** The last ones, the newest first. */
  readonly faults: readonly Fault[]
  /** How many events were delivered. */
  readonly events: number
  readonly deliveredId: string | null
  readonly deliveredAt: UnixSeconds | null
}

/** A process that has died leaves a delivery for so long. A delivery takes less. */
export const LEASE_SECONDS = 60

const MOST_PAUSE_SECONDS = 300

/** Where the order of transactions begins: before every event of this one. */
export function beginningAt(transaction: number): Place {
  return { walkedAt: null, transaction, event: FIRST_UUID }
}

/** Whether it is time to send. An instant that is further away than any pause was written by a clock that was ahead. */
export function isDue({ dueAt }: Pick<Destination, 'dueAt'>, now: UnixSeconds): boolean {
  return dueAt <= now || dueAt > plusSeconds(now, MOST_PAUSE_SECONDS + LEASE_SECONDS)
}

/** How long to wait after so many failed attempts: twice as long after each, up to five minutes, and by chance up to half of it less. `chance` is from 0 to 255. */
export function pauseSeconds(attempts: number, chance: number): number {
  const longest = Math.min(2 ** attempts, MOST_PAUSE_SECONDS)
  return Math.max(1, Math.round(longest * (1 - chance / 512)))
}

const KEPT_FAULTS = 10

/** The faults with a new one. */
export function withFault(faults: readonly Fault[], fault: Fault): readonly Fault[] {
  return [fault, ...faults].slice(0, KEPT_FAULTS)
}
