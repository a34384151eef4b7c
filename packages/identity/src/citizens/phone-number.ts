import { type CountryCode, isSupportedCountry, validatePhoneNumberLength } from 'libphonenumber-js'
import { normalForm } from '../platform/normal-form.ts'
import type { Schema } from '../platform/operation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { UNFIT } from './name.ts'
import type { FieldProblem } from './read-fields.ts'

const MOST_CHARACTERS = 20

/** At least five digits, with a + before them and at most two separators before each. */
const SHAPE = '(?:\\+?(?:[ ()./-]{0,2}[0-9]){5,20}\\)?)?'
const SHAPED = new RegExp(`^${SHAPE}$`)

/** What `readPhoneNumber` accepts, for the API document. It also accepts blanks around it. */
export const PHONE_SCHEMA: Schema = {
  type: 'string',
  description:
    'At least five digits with separators, or empty. It is not verified, and proves nothing. Blanks around it are removed.',
  maxLength: MOST_CHARACTERS,
  pattern: `^${SHAPE}$`,
}

/** What is wrong with a phone number. */
export type PhoneProblem = Extract<FieldProblem, 'invalid' | 'max_length' | 'not_a_phone_number'>

/** A country of ISO 3166 whose national numbers a form takes, such as `ES`. */
export type PhoneCountry = CountryCode

/** Whether phone numbers of this country are known. */
export function isPhoneCountry(text: string): text is PhoneCountry {
  return isSupportedCountry(text)
}

/**
 * Reads a phone number of the API: optional, trimmed, at most 20 characters, in the shape of a number. It is not verified, and
 * nobody signs in with it. A national number is taken as it is: the caller does not say of which country it is.
 */
export function readPhoneNumber(given: unknown): Result<string, PhoneProblem> {
  const read = readShort(given)
  return !read.ok || SHAPED.test(read.value) ? read : refused('not_a_phone_number')
}

/**
 * Reads a phone number that a person typed. It must be possible in its country: with + and the country's code, or, where the
 * deployment names its own country, as people write it there. It is kept as it was typed.
 */
export function readTypedPhoneNumber(
  country: PhoneCountry | undefined,
): (given: unknown) => Result<string, PhoneProblem> {
  return (given) => {
    const read = readShort(given)
    if (!read.ok || read.value === '') return read
    const options = { extract: false, ...(country && { defaultCountry: country }) }
    return validatePhoneNumberLength(read.value, options) === undefined ? read : refused('not_a_phone_number')
  }
}

function readShort(given: unknown): Result<string, PhoneProblem> {
  if (given === undefined) return accepted('')
  if (typeof given !== 'string') return refused('invalid')
  const trimmed = given.trim()
  const phone = normalForm(trimmed, MOST_CHARACTERS)
  if (phone === undefined) return refused('max_length')
  return UNFIT.test(phone) ? refused('invalid') : accepted(phone)
}
