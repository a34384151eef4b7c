/** The most UTF-16 units that NFC makes one code point of (Unicode 17: three code points of two units each). */
export const MOST_UNITS_OF_CHARACTER = 6

/**
 * The characters that `trim` removes, for a class of a regular expression. In other languages `\s` has other characters,
 * and programs in those languages read the patterns of the API document.
 */
export const BLANKS = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff'

/** How many characters are normalised at once, before it is known that the text is not too long. */
const PIECE_CHARACTERS = 256

/** More than the characters of a piece that could become one character with those around it. */
const MOST_SHARED_CHARACTERS = 8

/**
 * The text in NFC. Nothing where that has more characters. To normalise a row of marks takes time by the square of their
 * number. So the length is looked at first, and then one piece after the other, until the pieces alone have too many characters.
 */
export function normalForm(text: string, mostCharacters: number): string | undefined {
  if (text.length > mostCharacters * MOST_UNITS_OF_CHARACTER) return undefined
  let least = 0
  for (let from = 0; text.length > PIECE_CHARACTERS && from < text.length; from += PIECE_CHARACTERS) {
    const piece = text.slice(from, from + PIECE_CHARACTERS)
    least += countCharacters(piece.normalize('NFC')) - MOST_SHARED_CHARACTERS
    if (least > mostCharacters) return undefined
  }
  const normal = text.normalize('NFC')
  return countCharacters(normal) > mostCharacters ? undefined : normal
}

/** The number of code points. */
export function countCharacters(text: string): number {
  return [...text].length
}
