/** How a date is written: in which language, and in the one time zone of the program. */
export interface ReadIn {
  readonly locale: string
  readonly timeZone: string
}

/** A date in words. In French the first day of a month is "1er", which the format does not know. */
export const dateWords = ({ locale, timeZone }: ReadIn, instant: Date): string =>
  joined(new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone }), instant)

const MOMENT: Intl.DateTimeFormatOptions = {
  ...{ day: 'numeric', month: 'long', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
}

/** A date and a time in words, with the time zone: whoever is abroad must not read another time. In Spanish it is "a la 01:05", on one line. */
export const momentWords = ({ locale, timeZone }: ReadIn, instant: Date): string =>
  joined(new Intl.DateTimeFormat(locale, { ...MOMENT, timeZone }), instant)
    .replace(/ a las (?=0?1:)/, ' a la ')
    .replace(/ (a las?) (?=\d)/, ' $1\u00a0')

/** What a format does not know: in French the first day of a month is "1er", and in German a time ends with "Uhr". */
const MENDED: Readonly<Record<string, (part: Intl.DateTimeFormatPart) => string | undefined>> = {
  fr: ({ type, value }) => (type === 'day' && value === '1' ? '1er' : undefined),
  de: ({ type, value }) => (type === 'minute' ? `${value}\u00a0Uhr` : undefined),
}

function joined(format: Intl.DateTimeFormat, instant: Date): string {
  const mended = MENDED[format.resolvedOptions().locale.slice(0, 2)]
  return format
    .formatToParts(instant)
    .map((part) => mended?.(part) ?? part.value)
    .join('')
}

/** A number and its unit, on one line. */
export const unitWords = (locale: string, count: number, unit: 'second' | 'minute'): string =>
  count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }).replace(/(?<=\d) /, '\u00a0')
