/** A date or a moment in words. In French the first day of a month is "1er", which the format does not know. */
export const dateWords = (format: Intl.DateTimeFormat, instant: Date): string =>
  format
    .formatToParts(instant)
    .map(({ type, value }) => (type === 'day' && value === '1' && isFrench(format) ? '1er' : value))
    .join('')

const isFrench = (format: Intl.DateTimeFormat): boolean => /^fr\b/.test(format.resolvedOptions().locale)

const INSTANT: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
  timeZoneName: 'short',
}

/** An instant in words, in UTC, because the server does not know the reader's time zone. It always names its time zone. */
export const instantWords = (locale: string, instant: Date): string =>
  dateWords(new Intl.DateTimeFormat(locale, INSTANT), instant)
