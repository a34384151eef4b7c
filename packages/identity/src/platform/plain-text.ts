import { countCharacters, normalForm } from './normal-form.ts'
import { accepted, type Result, refused } from './result.ts'

/** Blanks, and what nobody sees: marks that turn text around, joiners, the soft hyphen, fillers. All are in the first plane. */
const EDGE = /[\s[\p{Cf}&&\p{Default_Ignorable_Code_Point}]\u2800\u3164\uffa0]/v

/** Signs after which a joiner changes what is seen: vowel marks and viramas of a script, and letters that join (compare RFC 5892, A.1 and A.2). */
const JOINING = '[[\\p{M}--\\p{sc=Zinh}]\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Nkoo}\\p{sc=Mong}]'
const BEFORE_JOINER = new RegExp(`${JOINING}$`, 'v')
const JOINERS_IN_PLACE = new RegExp(`(?<=${JOINING})[\\u200c\\u200d]`, 'gv')

/** Control and invisible characters, those that turn text around, and those that no font has. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u

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
