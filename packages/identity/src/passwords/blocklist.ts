import { alikeKey } from './signs.ts'
import type { Vocabulary } from './vocabulary.ts'
import { hashOf } from './word-table.ts'

/** Units as short as this are guessed at once, however often they repeat. */
const TRIVIAL_UNIT_CHARACTERS = 4

/** Whether the whole password is listed, with any capitals and look-alike characters. */
export function isListed(password: string, listed: Vocabulary): boolean {
  return listed.magnitudeOf(hashOf(alikeKey(password))) !== undefined
}

/** Whether the password only repeats a listed one or a very short one. */
export function isListedRepeated(password: string, listed: Vocabulary): boolean {
  const lower = password.toLowerCase()
  const unit = lower.slice(0, shortestPeriod(lower))
  return unit.length < lower.length && (unit.length <= TRIVIAL_UNIT_CHARACTERS || isListed(unit, listed))
}

/** The length of the shortest beginning that gives the whole text when it is repeated and cut off. */
function shortestPeriod(text: string): number {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return length
  }
  return text.length
}
