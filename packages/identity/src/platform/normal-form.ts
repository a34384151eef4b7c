/** The most UTF-16 units that NFC makes one code point of (Unicode 17: three code points of two units each). */
export const MOST_UNITS_OF_CHARACTER = 6

/**
 * The characters that `trim` removes, as a class of a regular expression. `\s` has other characters in other languages,
 * and the patterns of the API document are read there.
 */
export const BLANK_CLASS = '[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]'

/**
 * Whether a text has more than this many characters in NFC, whatever they are. It looks at the length alone, because
 * to normalise a row of marks takes time by the square of their number.
 */
export function isLongerInAnyCase(text: string, mostCharacters: number): boolean {
  return text.length > mostCharacters * MOST_UNITS_OF_CHARACTER
}
