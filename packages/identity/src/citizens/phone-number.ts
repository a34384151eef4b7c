import type { Schema } from '../platform/operation.ts'
import { readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { FIT, UNFIT } from './name.ts'
import type { TextProblem } from './read-fields.ts'

const MOST_CHARACTERS = 20

/** What `readPhoneNumber` accepts, for the API document. It also accepts blanks and invisible characters around it. */
export const PHONE_SCHEMA: Schema = {
  type: 'string',
  description:
    'Any text of at most 20 characters, or empty. It is not verified, and proves nothing. Blanks around it are removed.',
  maxLength: MOST_CHARACTERS,
  pattern: `^${FIT}{0,${MOST_CHARACTERS}}$`,
}

/** What is wrong with a phone number. */
export type PhoneProblem = Extract<TextProblem, 'invalid' | 'max_length'>

/**
 * Reads a phone number of the API or of a form: optional, at most 20 characters, none that breaks the line or reorders text. It need not look like a
 * number: it is not verified, and nobody signs in with it (contract section 2.1).
 */
export function readPhoneNumber(given: unknown): Result<string, PhoneProblem> {
  if (given === undefined) return accepted('')
  if (typeof given !== 'string') return refused('invalid')
  const phone = readText(given, MOST_CHARACTERS)
  return phone.ok && UNFIT.test(phone.value) ? refused('invalid') : phone
}
