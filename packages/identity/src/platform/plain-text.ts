import { accepted, type Result, refused } from './result.ts'

/** Blanks, and what nobody sees: marks that turn text around, joiners, the soft hyphen, fillers. All are in the first plane. */
const EDGE = /[\s[\p{Cf}&&\p{Default_Ignorable_Code_Point}]\u2800\u3164\uffa0]/v

/** Signs after which a joiner changes what is seen: vowel marks and viramas of a script, and letters that join (compare RFC 5892, A.1 and A.2). */
const JOINING = '[[\\p{M}--\\p{sc=Zinh}]\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mong}]'
const BEFORE_JOINER = new RegExp(`${JOINING}$`, 'v')
const JOINERS_IN_PLACE = new RegExp(`(?<=${JOINING})[\\u200c\\u200d]`, 'gv')

/** Control and invisible characters, those that turn text around, and those that no font has. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

/** What ends a line without being a control character, and what turns text around, for a class of a regular expression. */
export const TURNING = '\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069'

/** A text without blanks and invisible characters around it: whoever pastes a text does not see them. */
export function withoutEdges(text: string): string {
  let end = text.length
  while (end > 0 && isEdge(text, end - 1) && !isJoinerInPlace(text, end - 1)) end -= 1
  let start = 0
  while (start < end && isEdge(text, start)) start += 1
  return text.slice(start, end)
}

/**
 * Reads a text that a person typed or pasted, or a program sent: without its edges, in NFC, of at most so many characters, which are code
 * points as in the contract. A text that only NFC makes too long is kept as it was sent.
 */
export function readText(given: string, mostCharacters: number): Result<string, 'max_length'> {
  const text = withoutEdges(given)
  const normal = normalForm(text, mostCharacters)
  if (normal !== undefined) return accepted(normal)
  return countCharacters(text) > mostCharacters ? refused('max_length') : accepted(text)
}

/** Whether every character of a name can be seen, or is a joiner that its script needs. Citizens decide by such names. */
export function isPrintable(name: string): boolean {
  return !UNPRINTABLE.test(name.replaceAll(JOINERS_IN_PLACE, ''))
}

function isEdge(text: string, at: number): boolean {
  return EDGE.test(text.charAt(at))
}

function isJoinerInPlace(text: string, at: number): boolean {
  return /[\u200c\u200d]/.test(text.charAt(at)) && BEFORE_JOINER.test(text.slice(Math.max(0, at - 2), at))
}

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
