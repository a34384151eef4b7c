import type { Part } from './part.ts'
import type { Signs } from './signs.ts'

const DAY_OR_MONTH = '(?:[12]\\d|3[01]|0?[1-9])'
const YEAR = '(?:19|20)\\d\\d'
const SEPARATOR = '([-/._ ]?)'

/**
 * The dates that are tried at each place, with the decimal logarithm of their number: the years of a lifetime, and the
 * days on which most people with a password were born.
 */
const DATES: readonly { readonly shape: RegExp; readonly magnitude: number }[] = [
  { shape: new RegExp(YEAR, 'y'), magnitude: 1.8 },
  {
    shape: new RegExp(`${DAY_OR_MONTH}${SEPARATOR}${DAY_OR_MONTH}\\1(?:${YEAR}|\\d\\d)`, 'y'),
    magnitude: 4,
  },
  { shape: new RegExp(`${YEAR}${SEPARATOR}${DAY_OR_MONTH}\\1${DAY_OR_MONTH}`, 'y'), magnitude: 4 },
]

/** Replaces a character of more than one UTF-16 unit, so that positions in the text are positions of characters. */
const ANY_SIGN = '\uFFFD'

/** Every part that is a year or a date. */
export function dateParts({ plain }: Signs): Part[] {
  const text = plain.map((sign) => (sign.length === 1 ? sign : ANY_SIGN)).join('')
  return plain.flatMap((_, from) => datesAt(text, from))
}

function datesAt(text: string, from: number): Part[] {
  return DATES.flatMap(({ shape, magnitude }) => {
    shape.lastIndex = from
    const found = shape.exec(text)?.[0]
    return found === undefined ? [] : [{ kind: 'date' as const, from, until: from + found.length, magnitude }]
  })
}
