import type { Keyring } from '../platform/keyring.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import type { Random } from '../platform/random.ts'
import { Secret } from '../platform/secret.ts'
import { plainCode } from '../platform/typed-code.ts'

/** How often the code of a link may be tried. After that only the link works. */
export const CODE_TRIES = 5

const DIGITS = 6
const CODES = 10 ** DIGITS
const NUMBER_BYTES = 4

/** The largest multiple of the number of codes that fits into four bytes. Larger numbers would favour some codes. */
const FAIR_NUMBERS = Math.floor(2 ** 32 / CODES) * CODES

/** A new code, and what the table keeps of it. */
export interface MintedCode {
  readonly code: Secret
  readonly codeHash: Buffer
}

/** The keys and the randomness of codes. */
export interface CodeNeeds {
  readonly keyring: Keyring
  readonly random: Random
}

/**
 * Makes the code of a link. Its hash needs the secret key: a plain hash of six digits is guessed at once. A code that is mailed to
 * nobody has a hash that no code fits.
 */
export function mintCode(
  { keyring, random }: CodeNeeds,
  link: TokenKey,
  mailed: 'mailed' | 'unmailed',
): MintedCode {
  const code = randomCode(random)
  const fitsNothing = mailed === 'mailed' ? '' : ` ${random.bytes(NUMBER_BYTES).toString('hex')}`
  return { code: new Secret(code), codeHash: keyring.sign(wordsOf(link, code) + fitsNothing) }
}

/** Whether this is the code of the link. */
export function isCodeOf(keyring: Keyring, link: TokenKey, code: string, codeHash: Buffer): boolean {
  return keyring.isSigned(wordsOf(link, code), codeHash)
}

/**
 * Reads a typed code: six digits, with spaces and hyphens between them as people write them, in the digits of any script.
 * Nothing for any other text.
 */
export function readCode(typed: string): string | undefined {
  const digits = plainCode(typed)
  return /^\d{6}$/.test(digits) ? digits : undefined
}

function randomCode(random: Random): string {
  const number = random.bytes(NUMBER_BYTES).readUInt32BE()
  return number < FAIR_NUMBERS ? String(number % CODES).padStart(DIGITS, '0') : randomCode(random)
}

function wordsOf({ citizenId, hash }: TokenKey, code: string): string {
  return `mailed code ${citizenId} ${hash.toString('hex')} ${code}`
}
