/** The most characters of a password. Longer ones are refused before any other work. */
export const MOST_PASSWORD_CHARACTERS = 256

/** The one spelling of a password that is counted, checked and hashed (NFC, NIST SP 800-63B-4 section 3.1.1.2). */
export function normalisePassword(password: string): string {
  return password.normalize('NFC')
}

/** The number of code points of the normalised password. */
export function countCharacters(password: string): number {
  return [...normalisePassword(password)].length
}
