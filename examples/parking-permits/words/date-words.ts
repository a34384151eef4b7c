/** A date in words. In French the first day of a month is "1er", which the format does not know. */
export const dateWords = (format: Intl.DateTimeFormat, instant: Date): string =>
  format
    .formatToParts(instant)
    .map(({ type, value }) =>
      type === 'day' && value === '1' && languageOf(format) === 'fr' ? '1er' : value,
    )
    .join('')

/** A date and a time in words. The format does not know "8:55 Uhr" and "a la 1:05", and no time is broken from its word. */
export function momentWords(format: Intl.DateTimeFormat, instant: Date): string {
  const words = dateWords(format, instant)
  switch (languageOf(format)) {
    case 'de':
      return `${words}\u00a0Uhr`
    case 'es':
      return words.replace(/ a las (?=1:)/, ' a la ').replace(/ (a las?) (?=\d)/, ' $1\u00a0')
    default:
      return words
  }
}

/** A number and its unit, on one line. */
export const unitWords = (locale: string, count: number, unit: 'second' | 'minute'): string =>
  count.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' }).replace(/(?<=\d) /, '\u00a0')

const languageOf = (format: Intl.DateTimeFormat): string => format.resolvedOptions().locale.slice(0, 2)
