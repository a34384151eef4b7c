import { countCharacters } from '../platform/plain-text.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { isListed, isListedRepeated } from './blocklist.ts'
import { findGuessable, type Guessable } from './guessable.ts'
import type { PasswordHasher } from './hasher.ts'
import { listedWords } from './listed-words.ts'
import { type OwnNames, ownWords } from './own-words.ts'
import { normalisePassword } from './password.ts'
import type { Vocabulary } from './vocabulary.ts'
import { isWellKnown } from './well-known.ts'

/** What is wrong with a password by itself, whoever chooses it. To find it costs nothing. */
export type PlainPasswordProblem =
  | 'blank'
  | 'too_short'
  | 'too_long'
  | 'space_first'
  | 'space_last'
  | 'space_around'

/** Why a password that a citizen chooses is refused. */
export type PasswordProblem = PlainPasswordProblem | 'common' | Guessable

/** Why a new password is not taken: a problem of it, or too many were judged for this citizen or this network. */
export type NewPasswordRefusal = PasswordProblem | Wait

/** The owner of the password, where it is used, and its least length. */
export interface PasswordContext extends OwnNames {
  readonly minLength: number
}

/** The settings and the hasher for a new password. */
export interface NewPasswordNeeds extends SpendsLimits {
  readonly passwords: PasswordHasher
  readonly passwordMinLength: number
  /** The names of the service and of the programs. No password may consist of them. */
  namesHere(): Promise<readonly string[]>
}

/** A new password, whose it is, and where it was sent from. */
export interface ChosenPassword {
  readonly password: string
  /** The citizen, or the link. A thief in a session uses up none of the judgements of a recovery. */
  readonly countedFor: string
  readonly address: string
}

/** Shorter names are in many good passwords by chance. They count only where they are the whole password. */
const LEAST_TELLING_CHARACTERS = 5

/** Finds what is wrong with a new password by itself. Nothing where it may be judged. */
export function findPlainProblem(
  { passwordMinLength }: Pick<NewPasswordNeeds, 'passwordMinLength'>,
  password: string,
): PlainPasswordProblem | undefined {
  const normalised = normalisePassword(password)
  return plainProblem(password, normalised, passwordMinLength)
}

/**
 * Checks a new password. Nothing where it is good. To judge one takes a thousand times the work of any other field, so the caller has
 * asked first for everything else that the request must have, and judgements are counted for the citizen and for the network.
 */
export async function checkNewPassword(
  needs: NewPasswordNeeds,
  { password, countedFor, address }: ChosenPassword,
  citizen: Omit<OwnNames, 'namesHere'>,
): Promise<NewPasswordRefusal | undefined> {
  const plain = findPlainProblem(needs, password)
  if (plain) return plain
  const ofCitizen = await needs.limits.spend('new-password-per-citizen', countedFor)
  if (!ofCitizen.allowed) return ofCitizen
  const ofNetwork = await needs.limits.spend('new-password-per-ip', address)
  if (!ofNetwork.allowed) return ofNetwork
  const context = { ...citizen, minLength: needs.passwordMinLength, namesHere: await needs.namesHere() }
  return findPasswordProblem(password, context, await listedWords())
}

/**
 * Finds what is wrong with a new password. The greatest length of a password limits the work. Existing passwords are
 * never checked again, and a sign-in does not call this.
 */
export function findPasswordProblem(
  password: string,
  context: PasswordContext,
  listed: Vocabulary,
): PasswordProblem | undefined {
  const normalised = normalisePassword(password)
  const plain = plainProblem(password, normalised, context.minLength)
  if (plain || normalised === undefined) return plain
  if (isPersonal(normalised, context)) return 'personal'
  if (isListed(normalised, listed)) return 'common'
  const guessable = findGuessable(normalised, { own: ownWords(context), listed }, context.minLength)
  if (guessable) return guessable
  if (isWellKnown(normalised)) return 'decorated'
  return isListedRepeated(normalised, listed) ? 'repeated' : undefined
}

/** Blanks, and characters of no width. Marks and tags are none: emoji end with them. */
const UNSEEN = '[\\s\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069]'
const UNSEEN_FIRST = new RegExp(`^${UNSEEN}`)
const UNSEEN_LAST = new RegExp(`${UNSEEN}$`)

/** A password is never trimmed. What cannot be seen at its ends is refused, because it is pasted unnoticed and then not typed. */
function plainProblem(
  password: string,
  normalised: string | undefined,
  minLength: number,
): PlainPasswordProblem | undefined {
  if (password.trim() === '') return 'blank'
  if (normalised === undefined) return 'too_long'
  const [isFirst, isLast] = [UNSEEN_FIRST.test(normalised), UNSEEN_LAST.test(normalised)]
  if (isFirst && isLast) return 'space_around'
  if (isFirst) return 'space_first'
  if (isLast) return 'space_last'
  return countCharacters(normalised) < minLength ? 'too_short' : undefined
}

function isPersonal(password: string, { email, fullName }: PasswordContext): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const name = fullName.normalize('NFC')
  const terms = [email, localPart, name, name.replaceAll(/\s/gu, '')].map((term) => term.toLowerCase())
  const lower = password.toLowerCase()
  return terms.some(
    (term) => lower === term || (term.length >= LEAST_TELLING_CHARACTERS && containsWhole(lower, term)),
  )
}

const LETTER_AT_END = /\p{L}$/u
const LETTER_AT_START = /^\p{L}/u

/** The most UTF-16 units of one character. */
const MOST_UNITS = 2

/** Whether the text contains the term as a word of its own, and not inside a longer word. */
function containsWhole(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    const until = at + term.length
    const before = text.slice(Math.max(0, at - MOST_UNITS), at)
    const after = text.slice(until, until + MOST_UNITS)
    if (!LETTER_AT_END.test(before) && !LETTER_AT_START.test(after)) return true
  }
  return false
}
