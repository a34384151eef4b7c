import { countCharacters, normalForm } from '../platform/plain-text.ts'

/** The most characters of a password. Longer ones are refused before any other work. */
export const MOST_PASSWORD_CHARACTERS = 256

/**
 * The one spelling of a password that is counted, checked and hashed (NFC, NIST SP 800-63B-4 section 3.1.1.2). Nothing for a
 * password that is too long.
 */
export function normalisePassword(password: string): string | undefined {
  return normalForm(password, MOST_PASSWORD_CHARACTERS)
}

/** A password as it was typed, where that is not too long either; otherwise its one spelling. Other systems may have hashed it so. */
export function typedPassword(typed: string, normalised: string | undefined): string | undefined {
  return countCharacters(typed) > MOST_PASSWORD_CHARACTERS ? normalised : typed
}
