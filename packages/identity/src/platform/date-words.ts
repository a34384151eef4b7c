import type { UnixSeconds } from './clock.ts'

/**
 * A date or a moment in words. In French the first day of a month is "1er", and in German a time ends with "Uhr", which the format does
 * not know.
 */
export const dateWords = (format: Intl.DateTimeFormat, instant: Date): string => {
  const [language = ''] = format.resolvedOptions().locale.split('-')
  const mended = MENDED[language]
  return format
    .formatToParts(instant)
    .map((part) => mended?.(part) ?? part.value)
    .join('')
}

const MENDED: Readonly<Record<string, (part: Intl.DateTimeFormatPart) => string | undefined>> = {
  fr: ({ type, value }) => (type === 'day' && value === '1' ? '1er' : undefined),
  de: ({ type, value }) => (type === 'minute' ? `${value}\u00a0Uhr` : undefined),
}

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

/** The format of each language of the catalogues. Making one costs far more than using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>()

/** An instant in words, in UTC, because the server does not know the reader's time zone. It always names its time zone. */
export function instantWords(locale: string, instant: Date): string {
  const format = FORMATS.get(locale) ?? new Intl.DateTimeFormat(locale, INSTANT)
  FORMATS.set(locale, format)
  return dateWords(format, instant)
}

/** An instant in the words of a letter. Pages without their script write the same. */
export const momentWords = (locale: string, at: UnixSeconds): string =>
  instantWords(locale, new Date(at * 1000))
