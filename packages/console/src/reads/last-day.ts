import { type HourlyEvents, plusSeconds, type UnixSeconds, unixSeconds } from '@portico/identity/parts'

const HOUR_SECONDS = 60 * 60
const HOURS = 24

/** The events of letters that are not sent any more. */
export const GIVEN_UP = ['letter-given-up'] as const

/** The beginnings of the last 24 hours, the oldest first. The one that runs now is the newest. */
export function lastHours(now: UnixSeconds): readonly [oldest: UnixSeconds, ...later: UnixSeconds[]] {
  const newest = unixSeconds(Math.floor(now / HOUR_SECONDS) * HOUR_SECONDS)
  const later = Array.from({ length: HOURS - 1 }, (_, index) =>
    plusSeconds(newest, (index - HOURS + 2) * HOUR_SECONDS),
  )
  return [plusSeconds(newest, (1 - HOURS) * HOUR_SECONDS), ...later]
}

/** How many there were. Where a part of what happened was not looked at, there may also be what nobody has seen. */
export interface Counted {
  readonly events: number
  readonly isEstimate: boolean
}

/** How many of these are of these names. */
export function countedOf(found: readonly HourlyEvents[], names: readonly string[]): Counted {
  const ours = found.filter((one) => names.includes(one.name))
  return {
    events: ours.reduce((sum, { events }) => sum + events, 0),
    isEstimate: found.some(({ isEstimate }) => isEstimate),
  }
}

/** A number as it is shown. */
export function shownCount({ events, isEstimate }: Counted): string {
  return isEstimate ? `≈ ${events}` : String(events)
}
