import type { UnixSeconds } from '../../platform/clock.ts'

/** An instant in words, in UTC, because the reader's time zone is unknown. */
export function moment(locale: string, at: UnixSeconds): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${format.format(new Date(at * 1000))} (UTC)`
}
