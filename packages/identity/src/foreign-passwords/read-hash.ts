import { accepted, type Result, refused } from '../platform/result.ts'
import { readArgon2 } from './forms/argon2.ts'
import { readBcrypt, readBcryptSha256 } from './forms/bcrypt.ts'
import { type ForeignHash, type HashRefusal, KIB, type ReadForm } from './forms/form.ts'
import { readDjangoPbkdf2, readPbkdf2 } from './forms/pbkdf2.ts'
import { readPhpass } from './forms/phpass.ts'
import { readDjangoScrypt, readFirebaseScrypt, readScrypt } from './forms/scrypt.ts'
import { readShaCrypt } from './forms/sha-crypt.ts'
import { readSsha } from './forms/ssha.ts'

/** So long a core that does nothing else works for one request, with the longest password. */
export const MOST_MILLISECONDS = 1_500

/** A password is compared as it is stored here, and where it was typed otherwise, as it was typed. */
const MOST_SPELLINGS = 2

/** The memory of one comparison. */
const MOST_BYTES = 256 * KIB * KIB

/** A hash has no more characters. That of Firebase, which has the keys of the project, is the longest. */
const MOST_CHARACTERS = 1_000

/** What stands before a hash, and how the rest is read. */
const PREFIXES: Readonly<Record<string, { readonly put: string; readonly read: ReadForm }>> = {
  argon2$: { put: '$', read: readArgon2 },
  bcrypt$: { put: '', read: readBcrypt },
  bcrypt_sha256$: { put: '', read: readBcryptSha256 },
  '{CRYPT}': { put: '', read: (text) => readBcrypt(text) ?? readShaCrypt(text) },
  '{BCRYPT}': { put: '', read: readBcrypt },
}

const FORMS: readonly ReadForm[] = [
  readPrefixed,
  readArgon2,
  readBcrypt,
  readScrypt,
  readDjangoScrypt,
  readFirebaseScrypt,
  readPbkdf2,
  readDjangoPbkdf2,
  readShaCrypt,
  readSsha,
  readPhpass,
]

/** Digests without a salt or with one round of MD5, the old `crypt`, and passwords themselves: nothing of them is kept. */
const TOO_WEAK: readonly RegExp[] = [
  /^\{(?:MD5|SMD5|SHA|SHA256|SHA512|CLEAR|CLEARTEXT|PLAIN)\}/i,
  /^\$(?:1|apr1)\$/,
  /^(?:md5|sha1|unsalted_md5|unsalted_sha1|crypt)\$/,
  /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i,
  /^(?:\{CRYPT\})?[./0-9A-Za-z]{13}$/i,
]

/** Reads a hash of another system, whichever it is. Why it is not taken, where it is too weak, costs too much, or cannot be read. */
export function readForeignHash(text: string): Result<ForeignHash, HashRefusal> {
  if (text.length > MOST_CHARACTERS) return refused('unknown')
  if (TOO_WEAK.some((form) => form.test(text))) return refused('too-weak')
  for (const form of FORMS) {
    const read = form(text)
    if (read) return read.ok ? affordable(read.value) : read
  }
  return refused('unknown')
}

function affordable(hash: ForeignHash): Result<ForeignHash, HashRefusal> {
  const isAffordable = MOST_SPELLINGS * hash.milliseconds <= MOST_MILLISECONDS && hash.bytes <= MOST_BYTES
  return isAffordable ? accepted(hash) : refused('too-costly')
}

function readPrefixed(text: string): Result<ForeignHash, HashRefusal> | undefined {
  for (const [prefix, { put, read }] of Object.entries(PREFIXES))
    if (text.toLowerCase().startsWith(prefix.toLowerCase()))
      return read(put + text.slice(prefix.length)) ?? refused('unknown')
  return undefined
}
