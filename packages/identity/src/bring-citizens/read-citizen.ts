import {
  type Citizen,
  type NewSuspension,
  readCause,
  readEmail,
  readFields,
  readFullName,
  readPhoneNumber,
  type SuspensionCause,
} from '../citizens/index.ts'
import { readBroughtHash } from '../foreign-passwords/index.ts'
import { LAST_SECOND, type UnixSeconds, unixSeconds } from '../platform/clock.ts'
import { languageWith } from '../platform/languages.ts'
import { isPrintable } from '../platform/plain-text.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { isUuid } from '../platform/uuid.ts'

/** A citizen as another system has it. */
export interface BroughtCitizen
  extends Pick<Citizen, 'email' | 'emailVerified' | 'fullName' | 'phoneNumber' | 'language'> {
  readonly standing: 'active' | 'suspended'
  /** What is known of the suspension. Undefined where nothing is, or where there is none. */
  readonly suspension: NewSuspension | undefined
  /** Undefined where programs knew none. */
  readonly subject: string | undefined
  readonly createdAt: UnixSeconds
  /** `''` for none; `isWeak`: there was one that nothing is kept of. */
  readonly hash: string
  readonly isWeak: boolean
}

/** When it is read, and what becomes of a citizen whose hash cannot be kept, other than because it is too weak. */
export interface ReadingOrder {
  readonly now: UnixSeconds
  readonly unfitHashes: 'refuse' | 'forget'
}

const WITHOUT_HASH = { hash: '', isWeak: true }

/** Whether a name is what a reject is told, in a file that has been mended. */
export function isNote(name: string): boolean {
  return name.startsWith('_')
}

/** Reads a record by the rules of the registration. Otherwise says what is wrong with each field. */
export function readCitizen(
  fields: ReadonlyMap<string, unknown>,
  { now, unfitHashes }: ReadingOrder,
): Result<BroughtCitizen, string> {
  const own = new Map([...fields].filter(([name, value]) => !isNote(name) && value !== null))
  const read = readFields({ fields: own, duplicates: new Set() }, readersAt(now))
  if (!read.ok) return refused([...read.refusal].map(([name, problem]) => SAYS[problem](name)).join('; '))
  const hash = readBroughtHash(own.get('password_hash') ?? '')
  if (!hash.ok && unfitHashes === 'refuse') return refused(hash.refusal)
  const { name: fullName, email_verified: emailVerified, phone_number: phoneNumber, ...rest } = read.value
  const { email, language, subject, created_at: createdAt, standing } = rest
  const suspension = standing === 'suspended' ? suspensionOf(read.value, now) : undefined
  const person = { fullName, email, emailVerified, phoneNumber, language, subject, createdAt }
  const kept = { ...person, standing, suspension }
  return accepted({
    ...kept,
    ...(hash.ok ? { hash: hash.value.text, isWeak: hash.value.isWeak } : WITHOUT_HASH),
  })
}

const SAYS = {
  required: (name: string) => `${name} is missing`,
  blank: (name: string) => `${name} is blank`,
  max_length: (name: string) => `${name} has too many characters`,
  invalid: (name: string) => `${name} is not valid`,
  unknown_field: (name: string) => `there is no field ${sayable(name)}`,
  duplicate_field: (name: string) => `${name} is there twice`,
}

const MOST_SAID_CHARACTERS = 100

/** A name out of a file, where a terminal can show it. */
export function sayable(name: string): string {
  return name.length <= MOST_SAID_CHARACTERS && isPrintable(name) ? name : 'of the name that it has'
}

function readersAt(now: UnixSeconds) {
  return {
    name: readFullName,
    email: readEmail,
    email_verified: readYesOrNo,
    phone_number: readPhoneNumber,
    language: readLanguage,
    subject: readSubject,
    created_at: (given: unknown) => readInstant(given, now),
    standing: readStanding,
    suspended_since: (given: unknown) => readOptional(given, (one) => readInstant(one, now)),
    suspended_until: (given: unknown) => readOptional(given, (one) => readInstant(one, LAST_SECOND)),
    suspension_cause: (given: unknown) => readOptional(given, readSuspensionCause),
    password_hash: (given: unknown) => accepted(given),
  }
}

const YES_OR_NO: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, '1': true, t: true },
  ...{ false: false, no: false, '0': false, f: false },
}

function readYesOrNo(given: unknown): Result<boolean, 'invalid'> {
  if (given === undefined) return accepted(false)
  const text = String(given).trim().toLowerCase()
  const value = Object.hasOwn(YES_OR_NO, text) ? YES_OR_NO[text] : undefined
  return value === undefined ? refused('invalid') : accepted(value)
}

/** A language that the pages do not have is none: the citizen chooses one. */
function readLanguage(given: unknown): Result<string, 'invalid'> {
  if (given === undefined) return accepted('')
  if (typeof given !== 'string') return refused('invalid')
  const tag = given.trim().replaceAll('_', '-')
  return accepted(languageWith(tag) ?? languageWith(tag.split('-')[0]?.toLowerCase() ?? '') ?? '')
}

function readSubject(given: unknown): Result<string | undefined, 'invalid'> {
  if (given === undefined || given === '') return accepted(undefined)
  const subject = typeof given === 'string' ? given.toLowerCase() : ''
  return isUuid(subject) ? accepted(subject) : refused('invalid')
}

function readStanding(given: unknown): Result<'active' | 'suspended', 'invalid'> {
  if (given === undefined || given === '' || given === 'active') return accepted('active')
  return given === 'suspended' ? accepted(given) : refused('invalid')
}

/** Everything that a record may say. */
export const FIELDS: readonly string[] = Object.keys(readersAt(LAST_SECOND))

/** What every record says. */
export const NEEDED = ['email', 'name'] as const satisfies readonly (keyof ReturnType<typeof readersAt>)[]

function readOptional<Value>(
  given: unknown,
  read: (given: unknown) => Result<Value, 'invalid'>,
): Result<Value | undefined, 'invalid'> {
  return given === undefined || given === '' ? accepted(undefined) : read(given)
}

function readSuspensionCause(given: unknown): Result<SuspensionCause, 'invalid'> {
  const cause = readCause(String(given))
  return cause === undefined ? refused('invalid') : accepted(cause)
}

interface SuspensionRead {
  readonly suspended_since: UnixSeconds | undefined
  readonly suspended_until: UnixSeconds | undefined
  readonly suspension_cause: SuspensionCause | undefined
}

/** An end, a beginning or a cause makes one known. */
function suspensionOf(read: SuspensionRead, now: UnixSeconds): NewSuspension | undefined {
  const { suspended_since: since, suspended_until: endsAt, suspension_cause: cause } = read
  if (since === undefined && endsAt === undefined && cause === undefined) return undefined
  return { since: since ?? now, endsAt: endsAt ?? null, cause: cause ?? 'other' }
}

/** Numbers from here on are milliseconds: as seconds they would be after the year 5000. */
const LEAST_MILLISECONDS = 1e11

/** An instant in ISO 8601, or in seconds or milliseconds since 1970. None is in the future, or before that. */
function readInstant(given: unknown, now: UnixSeconds): Result<UnixSeconds, 'invalid'> {
  if (given === undefined || given === '') return accepted(now)
  const seconds = secondsOf(given)
  const isPast = Number.isFinite(seconds) && seconds >= 0 && seconds <= now
  return isPast ? accepted(unixSeconds(Math.floor(seconds))) : refused('invalid')
}

function secondsOf(given: unknown): number {
  const number = typeof given === 'string' && /^\d{1,16}$/.test(given) ? Number(given) : given
  if (typeof number === 'number') return number >= LEAST_MILLISECONDS ? number / 1000 : number
  return typeof given === 'string' && /^\d{4}-\d\d-\d\d/.test(given) ? Date.parse(given) / 1000 : Number.NaN
}
