import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'

/** The seconds of a day in UTC. */
export const DAY_SECONDS = 24 * 60 * 60

/** A day of the audit, in UTC. */
export interface AuditDay {
  /** Such as 2026-03-01. */
  readonly name: string
  readonly beginsAt: UnixSeconds
  readonly endsAt: UnixSeconds
}

/** The day of an instant. */
export function dayOf(instant: UnixSeconds): AuditDay {
  const beginsAt = unixSeconds(instant - (instant % DAY_SECONDS))
  const name = new Date(beginsAt * 1000).toISOString().slice(0, 10)
  return { name, beginsAt, endsAt: plusSeconds(beginsAt, DAY_SECONDS) }
}

/** The day of this name; undefined for what is no day. */
export function readDay(name: string): AuditDay | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(name)) return undefined
  const milliseconds = Date.parse(name)
  const day =
    Number.isNaN(milliseconds) || milliseconds < 0 ? undefined : dayOf(unixSeconds(milliseconds / 1000))
  return day?.name === name ? day : undefined
}
