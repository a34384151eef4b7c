import { alikeKey } from './signs.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Units this short are guessed in no time, however often they are repeated. */
const TRIVIAL_UNIT_CHARACTERS = 4

/** Whether the whole password is listed, in whatever capitals and look-alikes. */
export function isListed(password: string, listed: Vocabulary): boolean {
  return listed.magnitudeOf(alikeKey(password)) !== undefined
}

/** Whether the password is nothing but a listed one, or a very short one, repeated. */
export function isListedRepeated(password: string, listed: Vocabulary): boolean {
  const lower = password.toLowerCase()
  const unit = lower.slice(0, shortestPeriod(lower))
  return unit.length < lower.length && (unit.length <= TRIVIAL_UNIT_CHARACTERS || isListed(unit, listed))
}

/** The length of the shortest beginning that, repeated and cut off, gives the whole text. */
function shortestPeriod(text: string): number {
  for (let length = 1; length < text.length; length += 1) {
    if (text.startsWith(text.slice(length))) return length
  }
  return text.length
}
