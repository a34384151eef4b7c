import type { Schema } from '../platform/operation.ts'
import { readText } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TextProblem } from './name.ts'

const MOST_CHARACTERS = 320
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LOCAL = `${ATOM}(?:\\.${ATOM})*`
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const LOCAL_PART = new RegExp(`^${LOCAL}$`)
const DOMAIN_LABEL = new RegExp(`^${LABEL}$`)

/** RFC 5321 section 4.5.3.1: no server takes mail for a longer name or domain. */
const MOST_LOCAL_CHARACTERS = 64
const MOST_DOMAIN_CHARACTERS = 255

/** What `readEmail` accepts, for the API document. */
export const EMAIL_SCHEMA: Schema = {
  type: 'string',
  format: 'email',
  description:
    'Blanks and invisible characters around it are removed, and capital letters become small ones. At most 64 characters before the @.',
  maxLength: MOST_CHARACTERS,
  pattern: `^${LOCAL}@(?:${LABEL}\\.)+${LABEL}$`.replaceAll('a-z', 'A-Za-z'),
}

/**
 * Reads an email address into its one spelling, for storing, counting and sending: without blanks and invisible characters around it, NFC, lower case, then validated.
 * Only ASCII dot-atoms (RFC 5321 section 4.1.2 without quoted strings and comments), so that each address has one meaning.
 */
export function readEmail(given: unknown): Result<string, TextProblem> {
  if (given === undefined) return refused('required')
  if (typeof given !== 'string') return refused('invalid')
  const text = readText(given, MOST_CHARACTERS)
  if (!text.ok) return text
  if (text.value === '') return refused('blank')
  const email = text.value.toLowerCase()
  return isAddress(email) ? accepted(email) : refused('invalid')
}

function isAddress(email: string): boolean {
  const at = email.lastIndexOf('@')
  if (at < 0) return false
  const local = email.slice(0, at)
  const domain = email.slice(at + 1)
  if (local.length > MOST_LOCAL_CHARACTERS || domain.length > MOST_DOMAIN_CHARACTERS) return false
  const labels = domain.split('.')
  return LOCAL_PART.test(local) && labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label))
}
