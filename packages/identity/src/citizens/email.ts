import { BLANK_CLASS } from '../platform/normal-form.ts'
import type { Schema } from '../platform/operation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TextProblem } from './read-fields.ts'

const MOST_CHARACTERS = 320
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LOCAL = `${ATOM}(?:\\.${ATOM})*`
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const LOCAL_PART = new RegExp(`^${LOCAL}$`)
const DOMAIN_LABEL = new RegExp(`^${LABEL}$`)

const ADDRESS = `${LOCAL}@(?:${LABEL}\\.)+${LABEL}`.replaceAll('a-z', 'A-Za-z')

/** What `readEmail` accepts, for the API document. */
export const EMAIL_SCHEMA: Schema = {
  type: 'string',
  format: 'email',
  description: 'Spaces around it are removed, and capital letters become small ones.',
  maxLength: MOST_CHARACTERS,
  pattern: `^${BLANK_CLASS}*${ADDRESS}${BLANK_CLASS}*$`,
}

/**
 * Reads an email address into its one spelling, for storing, counting and sending: trimmed, NFC, lower case, then validated.
 * Only ASCII dot-atoms (RFC 5321 section 4.1.2 without quoted strings and comments), so that each address has one meaning.
 */
export function readEmail(given: unknown): Result<string, TextProblem> {
  if (given === undefined) return refused('required')
  if (typeof given !== 'string') return refused('invalid')
  const trimmed = given.trim()
  if (trimmed === '') return refused('blank')
  // Before NFC, which takes long for a row of marks. It makes no good address shorter.
  if (trimmed.length > MOST_CHARACTERS) return refused('max_length')
  const email = trimmed.normalize('NFC').toLowerCase()
  return isAddress(email) ? accepted(email) : refused('invalid')
}

function isAddress(email: string): boolean {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  const labels = domain.split('.')
  return LOCAL_PART.test(local) && labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label))
}
