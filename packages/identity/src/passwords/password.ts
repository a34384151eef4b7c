import { normalForm } from '../platform/plain-text.ts'

/** The most characters of a password. Longer ones are refused before any other work. */
export const MOST_PASSWORD_CHARACTERS = 256

/**
 * The one spelling of a password that is counted, checked and hashed (NFC, NIST SP 800-63B-4 section 3.1.1.2). Nothing for a
 * password that is too long.
 */
export function normalisePassword(password: string): string | undefined {
  return normalForm(password, MOST_PASSWORD_CHARACTERS)
}
