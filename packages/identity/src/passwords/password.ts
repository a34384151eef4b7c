import { isLongerInAnyCase } from '../platform/normal-form.ts'

/** The most characters of a password. Longer ones are refused before any other work. */
export const MOST_PASSWORD_CHARACTERS = 256

/** The one spelling of a password that is counted, checked and hashed (NFC, NIST SP 800-63B-4 section 3.1.1.2). */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

/** Whether a password has too many characters. */
export function isTooLong(password: string): boolean {
  return (
    isLongerInAnyCase(password, MOST_PASSWORD_CHARACTERS) ||
    countCharacters(password) > MOST_PASSWORD_CHARACTERS
  )
}

/** The number of code points of the normalised password. */
export function countCharacters(password: string): number {
  return [...normalisePassword(password)].length
}
