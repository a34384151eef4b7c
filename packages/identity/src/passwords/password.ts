/** Most characters that a password may have; longer ones are refused before any work is done on them. */
export const MOST_PASSWORD_CHARACTERS = 256

/** A password in the one spelling that is counted, checked and hashed (NFC, NIST SP 800-63B-4 section 3.1.1.2). */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

/** Characters as people count them: code points of the normalised password. */
export function countCharacters(password: string): number {
  return [...normalisePassword(password)].length
}
