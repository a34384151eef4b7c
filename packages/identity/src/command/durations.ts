import { LAST_SECOND, plusSeconds, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { UsageFault } from './command.ts'

const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 }
const DURATION = /^([1-9]\d{0,6})([smhdw])$/
const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Reads a duration such as 30d, 12h, 90m, 2w or 45s. Throws UsageFault. */
export function readDuration(option: string, given: string): number {
  const [, count, unit = ''] = DURATION.exec(given.trim()) ?? []
  const seconds = Number(count) * (UNIT_SECONDS[unit] ?? Number.NaN)
  if (Number.isNaN(seconds))
    throw new UsageFault(`${option} '${given}' is not a duration: write 30d, 12h, 90m or 2w.`)
  return seconds
}

/**
 * Reads an instant in the past: a duration ago, or a date or time in ISO 8601. Returns it in ISO 8601, in UTC with microseconds, so that the end of one look is exactly the beginning of the next, and that two are
 * compared as texts. Throws UsageFault.
 */
export function readSince(option: string, given: string, now: UnixSeconds): string {
  const words = given.trim()
  if (!DURATION.test(words)) return readInstant(option, given)
  return instantOf(Math.max(0, now - readDuration(option, words)) * 1000)
}

/** Reads an instant in the future: after a duration, or a date or time in ISO 8601. Throws UsageFault. */
export function readUntil(option: string, given: string, now: UnixSeconds): UnixSeconds {
  const words = given.trim()
  const until = DURATION.test(words)
    ? plusSeconds(now, readDuration(option, words))
    : secondOf(readInstant(option, given))
  if (until <= now) throw new UsageFault(`${option} '${given}' is over already.`, 'time-over')
  requireNear(option, given, until)
  return until
}

/** The second of an instant in ISO 8601, rounded down. */
export function secondOf(instant: string): UnixSeconds {
  return unixSeconds(Date.parse(instant) / 1000)
}

function readInstant(option: string, given: string): string {
  const words = given.trim()
  const milliseconds = ISO.test(words) && isDay(words.slice(0, DAY_LENGTH)) ? Date.parse(words) : Number.NaN
  if (Number.isNaN(milliseconds) || milliseconds < 0) {
    throw new UsageFault(
      `${option} '${given}' is not a time: write 30d, 12h, 2026-03-01 or 2026-03-01T12:00:00Z.`,
      'bad-time',
    )
  }
  requireNear(option, given, unixSeconds(milliseconds / 1000))
  const [, fraction = ''] = /\.(\d+)/.exec(words) ?? []
  return instantOf(milliseconds, fraction)
}

const DAY_LENGTH = 'YYYY-MM-DD'.length
const SECOND_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length
const MICROSECOND_DIGITS = 6

function instantOf(milliseconds: number, fraction = ''): string {
  const second = new Date(milliseconds).toISOString().slice(0, SECOND_LENGTH)
  return `${second}.${fraction.slice(0, MICROSECOND_DIGITS).padEnd(MICROSECOND_DIGITS, '0')}Z`
}

/** JavaScript takes the 30th of February for a day of March. */
function isDay(day: string): boolean {
  const milliseconds = Date.parse(day)
  return !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(day)
}

function requireNear(option: string, given: string, at: UnixSeconds): void {
  if (at > LAST_SECOND) throw new UsageFault(`${option} '${given}' is too far away.`, 'time-too-far')
}
