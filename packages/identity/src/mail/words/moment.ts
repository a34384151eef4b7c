import type { UnixSeconds } from '../../platform/clock.ts'
import { dateWords } from '../../platform/date-words.ts'

/** An instant in words, in UTC, because the reader's time zone is unknown. Pages without their script write the same. */
export function moment(locale: string, at: UnixSeconds): string {
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  })
  return dateWords(format, new Date(at * 1000))
}
