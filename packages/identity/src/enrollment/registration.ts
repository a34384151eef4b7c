import {
  type FieldProblems,
  type GivenFields,
  readEmail,
  readFields,
  readFullName,
  readPhoneNumber,
} from '../citizens/index.ts'
import { accepted, type Result } from '../platform/result.ts'

/** How long a mailed registration link works (contract section 8). */
export const REGISTRATION_LIFETIME_SECONDS = 24 * 60 * 60

/** What somebody wants an account to say; `''` where there is no phone number. */
export interface Registration {
  readonly email: string
  readonly fullName: string
  readonly phoneNumber: string
}

/** Reads a registration: these three fields and no other (contract section 2.1). */
export function readRegistration(given: GivenFields): Result<Registration, FieldProblems> {
  const read = readFields(given, { full_name: readFullName, email: readEmail, phone_number: readPhoneNumber })
  if (!read.ok) return read
  const { full_name: fullName, email, phone_number: phoneNumber } = read.value
  return accepted({ email, fullName, phoneNumber })
}
