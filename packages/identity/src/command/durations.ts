import { plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { UsageFault } from './command.ts'

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }
const DURATION = /^([1-9]\d{0,6})([smhdw])$/
/** The end of the year 9999, after which dates are written in another way. */
const LAST = unixSeconds(Date.UTC(9999, 11, 31) / 1000)
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Reads a duration such as 30d, 12h, 90m, 2w or 45s. Throws UsageFault. */
export function readDuration(option: string, given: string): number {
  const [, count, unit = ''] = DURATION.exec(given.trim()) ?? []
  const seconds = Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN)
  if (Number.isNaN(seconds))
    throw new UsageFault(`${option} '${given}' is not a duration: write 30d, 12h, 90m or 2w.`)
  return seconds
}

/** Reads an instant in the past: a duration ago, or a date or time in ISO 8601. Throws UsageFault. */
export function readSince(option: string, given: string, now: UnixSeconds): UnixSeconds {
  const words = given.trim()
  if (DURATION.test(words)) return unixSeconds(Math.max(0, now - readDuration(option, words)))
  return readInstant(option, given)
}

/** Reads an instant in the future: after a duration, or a date or time in ISO 8601. Throws UsageFault. */
export function readUntil(option: string, given: string, now: UnixSeconds): UnixSeconds {
  const words = given.trim()
  const until = DURATION.test(words)
    ? plusSeconds(now, readDuration(option, words))
    : readInstant(option, given)
  if (until <= now) throw new UsageFault(`${option} '${given}' is over already.`, 'time-over')
  if (until > LAST) throw new UsageFault(`${option} '${given}' is too far away.`, 'time-too-far')
  return until
}

function readInstant(option: string, given: string): UnixSeconds {
  const words = given.trim()
  const milliseconds = ISO.test(words) ? Date.parse(words) : Number.NaN
  if (Number.isNaN(milliseconds) || milliseconds < 0) {
    throw new UsageFault(
      `${option} '${given}' is not a time: write 30d, 12h, 2026-03-01 or 2026-03-01T12:00:00Z.`,
      'bad-time',
    )
  }
  return unixSeconds(milliseconds / 1000)
}
