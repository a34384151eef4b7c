import { BLANK_CLASS, isLongerInAnyCase } from '../platform/normal-form.ts'
import type { Schema } from '../platform/operation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TextProblem } from './read-fields.ts'

const MOST_NAME_CHARACTERS = 150
const MOST_PHONE_CHARACTERS = 20

/** Control characters, line and paragraph separators, and characters that reorder the text around them. */
const UNFIT_CLASS = '\\p{Cc}\\p{Cs}\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const UNFIT = new RegExp(`[${UNFIT_CLASS}]`, 'u')

/** Invisible characters: blanks, default ignorable characters, the Braille pattern without dots. */
const UNSEEN_CLASS = '\\s\\p{Default_Ignorable_Code_Point}\\p{Cf}\\p{M}\\u2800'
const UNSEEN = new RegExp(`[${UNSEEN_CLASS}]`, 'gu')

const FIT = `[^${UNFIT_CLASS}]`
/** One character that is neither unseen nor unfit. */
const VISIBLE = `[^${UNSEEN_CLASS}${UNFIT_CLASS}]`

/** What `readFullName` accepts, for the API document. */
export const NAME_SCHEMA: Schema = {
  type: 'string',
  description:
    'At least one visible character. No control characters, and none that reorder the text around them.',
  minLength: 1,
  maxLength: MOST_NAME_CHARACTERS,
  pattern: `^${BLANK_CLASS}*${FIT}*${VISIBLE}${FIT}*${BLANK_CLASS}*$`,
}

/** What `readPhoneNumber` accepts, for the API document. */
export const PHONE_SCHEMA: Schema = {
  type: 'string',
  description: 'Any notation. It is not verified, and proves nothing.',
  maxLength: MOST_PHONE_CHARACTERS,
  pattern: `^${BLANK_CLASS}*${FIT}*${BLANK_CLASS}*$`,
}

/** Reads a full name: trimmed, NFC, 1 to 150 characters, at least one visible, none that breaks the line or reorders text. */
export function readFullName(given: unknown): Result<string, TextProblem> {
  if (given === undefined) return refused('required')
  if (typeof given !== 'string') return refused('invalid')
  const trimmed = given.trim()
  if (trimmed.replaceAll(UNSEEN, '') === '') return refused('blank')
  if (isLongerInAnyCase(trimmed, MOST_NAME_CHARACTERS)) return refused('max_length')
  const name = trimmed.normalize('NFC')
  if ([...name].length > MOST_NAME_CHARACTERS) return refused('max_length')
  return UNFIT.test(name) ? refused('invalid') : accepted(name)
}

/** Reads a phone number: optional, trimmed, at most 20 characters. It is not verified, and nobody signs in with it. */
export function readPhoneNumber(given: unknown): Result<string, TextProblem> {
  if (given === undefined) return accepted('')
  if (typeof given !== 'string') return refused('invalid')
  const trimmed = given.trim()
  if (isLongerInAnyCase(trimmed, MOST_PHONE_CHARACTERS)) return refused('max_length')
  const phone = trimmed.normalize('NFC')
  if ([...phone].length > MOST_PHONE_CHARACTERS) return refused('max_length')
  return UNFIT.test(phone) ? refused('invalid') : accepted(phone)
}
