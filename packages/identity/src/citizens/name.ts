import { isLongerInAnyCase } from '../platform/normal-form.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TextProblem } from './read-fields.ts'

const MOST_NAME_CHARACTERS = 150
const MOST_PHONE_CHARACTERS = 20

/** Control characters, line and paragraph separators, and characters that reorder the text around them. */
const UNFIT = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** Invisible characters: blanks, default ignorable characters, the Braille pattern without dots. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\p{M}\u2800]/gu

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
