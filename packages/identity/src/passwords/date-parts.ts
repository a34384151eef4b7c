import type { PartFinder } from './part.ts'
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
const ONE_UNIT = 0xffff

/** Every part that is a year or a date. */
export function dateParts({ plain }: Signs): PartFinder {
  const text = plain.map((sign) => (sign > ONE_UNIT ? ANY_SIGN : String.fromCharCode(sign))).join('')
  return {
    kind: 'date',
    partsFrom: (from, take) => {
      for (const { shape, magnitude } of DATES) {
        shape.lastIndex = from
        const found = shape.exec(text)?.[0]
        if (found !== undefined) take(from + found.length, magnitude)
      }
    },
  }
}
