/** A date or a moment in words. In French the first day of a month is "1er", which the format does not know. */
export const dateWords = (format: Intl.DateTimeFormat, instant: Date): string =>
  format
    .formatToParts(instant)
    .map(({ type, value }) => (type === 'day' && value === '1' && isFrench(format) ? '1er' : value))
    .join('')

const isFrench = (format: Intl.DateTimeFormat): boolean => /^fr\b/.test(format.resolvedOptions().locale)
