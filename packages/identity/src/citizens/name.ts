import { BLANKS, isLongerInAnyCase } from '../platform/normal-form.ts'
import type { Schema } from '../platform/operation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TextProblem } from './read-fields.ts'

const MOST_NAME_CHARACTERS = 150
const MOST_PHONE_CHARACTERS = 20

/** Control characters, line and paragraph separators, and characters that reorder the text around them. */
const UNFIT_ANYWHERE = '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069'
const UNFIT = new RegExp(`[\\p{Cs}${UNFIT_ANYWHERE}]`, 'u')

/** Invisible characters: blanks, default ignorable characters, the Braille pattern without dots. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800]/gu

const FIT = `[^${UNFIT_ANYWHERE}]`
const NOT_BLANK = `[^${UNFIT_ANYWHERE}${BLANKS}]`
/** Few languages have properties of characters, so the most frequent invisible ones are listed. */
const VISIBLE = `[^${UNFIT_ANYWHERE}${BLANKS}\\u00ad\\u0300-\\u036f\\u200b-\\u200f\\u2060-\\u206f\\u2800]`

/** What `readFullName` accepts, for the API document. It also accepts blanks around it, and rarer characters at its start. */
export const NAME_SCHEMA: Schema = {
  type: 'string',
  description:
    'No control characters, and none that reorder the text around them. Blanks around it are removed.',
  minLength: 1,
  maxLength: MOST_NAME_CHARACTERS,
  pattern: `^${VISIBLE}(?:${FIT}*${NOT_BLANK})?$`,
}

/** What `readPhoneNumber` accepts, for the API document. It also accepts blanks around it. */
export const PHONE_SCHEMA: Schema = {
  type: 'string',
  description:
    'Any notation, or empty. It is not verified, and proves nothing. Blanks around it are removed.',
  maxLength: MOST_PHONE_CHARACTERS,
  pattern: `^(?:${NOT_BLANK}(?:${FIT}*${NOT_BLANK})?)?$`,
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
