import { isListed, isListedRepeated } from './blocklist.ts'
import { findGuessable, type Guessable } from './guessable.ts'
import type { PasswordHasher } from './hasher.ts'
import { listedWords } from './listed-words.ts'
import { type OwnNames, ownWords } from './own-words.ts'
import { countCharacters, isTooLong, normalisePassword } from './password.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Why a password that a citizen chooses is refused. */
export type PasswordProblem = 'blank' | 'too_short' | 'too_long' | 'common' | Guessable

/** The owner of the password, where it is used, and its least length. */
export interface PasswordContext extends OwnNames {
  readonly minLength: number
}

/** The settings and the hasher for a new password. */
export interface NewPasswordNeeds {
  readonly passwords: PasswordHasher
  readonly passwordMinLength: number
  /** The names of the service and of the programs. No password may consist of them. */
  namesHere(): Promise<readonly string[]>
}

/** Shorter names are in many good passwords by chance. They count only where they are the whole password. */
const LEAST_TELLING_CHARACTERS = 5

/** Checks a new password. Nothing where it is good. */
export async function checkNewPassword(
  { passwordMinLength: minLength, namesHere }: NewPasswordNeeds,
  password: string,
  citizen: Omit<OwnNames, 'namesHere'>,
): Promise<PasswordProblem | undefined> {
  const context = { ...citizen, minLength, namesHere: await namesHere() }
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
  if (password.trim() === '') return 'blank'
  if (isTooLong(password)) return 'too_long'
  if (countCharacters(password) < context.minLength) return 'too_short'
  const normalised = normalisePassword(password)
  if (isPersonal(normalised, context)) return 'personal'
  if (isListed(normalised, listed)) return 'common'
  const guessable = findGuessable(normalised, { own: ownWords(context), listed }, context.minLength)
  return guessable ?? (isListedRepeated(normalised, listed) ? 'repeated' : undefined)
}

function isPersonal(password: string, { email, fullName }: PasswordContext): boolean {
  const localPart = email.slice(0, email.lastIndexOf('@'))
  const name = normalisePassword(fullName)
  const terms = [email, localPart, name, name.replaceAll(/\s/gu, '')].map((term) => term.toLowerCase())
  const lower = password.toLowerCase()
  return terms.some(
    (term) => lower === term || (term.length >= LEAST_TELLING_CHARACTERS && containsWhole(lower, term)),
  )
}

const LETTER_BEFORE = /\p{L}$/u
const LETTER_AFTER = /^\p{L}/u

/** Whether the text contains the term as a word of its own, and not inside a longer word. */
function containsWhole(text: string, term: string): boolean {
  for (let at = text.indexOf(term); at >= 0; at = text.indexOf(term, at + 1)) {
    if (!LETTER_BEFORE.test(text.slice(0, at)) && !LETTER_AFTER.test(text.slice(at + term.length)))
      return true
  }
  return false
}
