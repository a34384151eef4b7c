import type { UnixSeconds } from '../../platform/clock.ts'
import { dateWords } from '../../platform/date-words.ts'

/** An instant in words, in UTC, because the reader's time zone is unknown. */
export function moment(locale: string, at: UnixSeconds): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  return `${dateWords(format, new Date(at * 1000))} (UTC)`
}
