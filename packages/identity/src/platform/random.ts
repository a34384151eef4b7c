import type { KeyObject } from 'node:crypto'

/** The source of randomness. Use cases get it as an argument, so a test can fix it. */
export interface Random {
  /** Returns unpredictable bytes. */
  bytes(length: number): Buffer
}

/** Makes an RSA key pair (RFC 8017 section 3) with a modulus of 2048 bits. It is random, so use cases get it as an argument, too. */
export type MakeKeyPair = () => Promise<{ readonly publicKey: KeyObject; readonly privateKey: KeyObject }>

/** Returns the bytes of a buffer, in order and each one once. */
export function bytesInOrder(all: Buffer): Random {
  let rest = all
  return {
    bytes(length) {
      if (length > rest.length) throw new Error(`There are ${rest.length} bytes left, not ${length}`)
      const taken = rest.subarray(0, length)
      rest = rest.subarray(length)
      return taken
    },
  }
}

/** A random UUID (version 4, RFC 9562 section 5.4), spelled as PostgreSQL does. */
export function randomUuid(random: Random): string {
  const bytes = random.bytes(16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return uuidFromBytes(bytes)
}

/** Spells sixteen bytes as a UUID in lower case. */
export function uuidFromBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** The largest multiple of 62 that is at most 256. Larger bytes would favour some characters. */
const FAIR_BYTES = 248

/** A random text of letters and digits, each equally likely: bytes of `FAIR_BYTES` and more are not used. */
export function randomLettersAndDigits(random: Random, length: number): string {
  let word = ''
  while (word.length < length) word += lettersAndDigits(random.bytes(length))
  return word.slice(0, length)
}

function lettersAndDigits(bytes: Buffer): string {
  const fair = [...bytes].filter((byte) => byte < FAIR_BYTES)
  return fair.map((byte) => LETTERS_AND_DIGITS[byte % LETTERS_AND_DIGITS.length]).join('')
}
