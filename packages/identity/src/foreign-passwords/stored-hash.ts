import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { HashRefusal } from './forms/form.ts'
import { spellKeycloak } from './forms/keycloak.ts'
import { readForeignHash } from './read-hash.ts'

/** What stands before a sealed hash of another system, where an account has its hash. The index of the accounts that have one names it, too. */
export const FOREIGN_PREFIX = '$foreign$'

/** The id of the key is in the sealed value as well. Here statements can count by it. */
const KEY_ID_BYTES = 4

/**
 * Seals a hash of another system for the account that gets it. Some of them are weak, so a copy of the database is worth nothing to
 * whoever wants to guess: the key is not in it.
 */
export function sealHash(keyring: Keyring, citizenId: string, hash: string): string {
  return storedForm(keyring.seal(Buffer.from(hash), contextOf(citizenId)))
}

/** A sealed hash as it stands where an account has its hash. */
export function storedForm(sealed: Buffer): string {
  return `${FOREIGN_PREFIX}${sealed.subarray(0, KEY_ID_BYTES).toString('hex')}$${sealed.toString('base64')}`
}

/** Opens it. Undefined where its key is missing, it was changed, or it was made for another account. */
export function unsealHash(keyring: Keyring, citizenId: string, stored: string): string | undefined {
  const sealed = stored.slice(stored.indexOf('$', FOREIGN_PREFIX.length) + 1)
  try {
    return keyring.unseal(Buffer.from(sealed, 'base64'), contextOf(citizenId)).toString()
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}

/** The hash of a citizen as another system could read it, whoever made it; `''` where there is none, or it cannot be opened. */
export function openHash(
  keyring: Keyring,
  { citizenId, passwordHash }: { readonly citizenId: string; readonly passwordHash: string },
): string {
  if (!passwordHash.startsWith(FOREIGN_PREFIX)) return passwordHash
  return unsealHash(keyring, citizenId, passwordHash) ?? ''
}

/** What the seal of a hash names. */
export function contextOf(citizenId: string): string {
  return `foreign password ${citizenId}`
}

/** A hash to keep; `''` where there is none, or where it is too weak. */
export interface BroughtHash {
  readonly text: string
  readonly isWeak: boolean
}

const SAYS: Readonly<Record<Exclude<HashRefusal, 'too-weak'>, string>> = {
  unknown: 'password_hash is of no kind that is known, or it is damaged',
  'too-costly': 'password_hash would take more work at each sign-in than a password may',
}

/**
 * Reads the hash that a citizen brings: a text, or what Keycloak has of a password. One that is too weak is none, and the citizen sets a new
 * password by mail. For any other that is not taken, the refusal says why.
 */
export function readBroughtHash(given: unknown): Result<BroughtHash, string> {
  const text = textOf(given)
  if (text === '') return accepted({ text, isWeak: false })
  const read = readForeignHash(text ?? '')
  if (read.ok && text !== undefined) return accepted({ text, isWeak: false })
  const refusal = read.ok ? 'unknown' : read.refusal
  return refusal === 'too-weak' ? accepted({ text: '', isWeak: true }) : refused(SAYS[refusal])
}

function textOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given.trim()
  if (typeof given !== 'object' || given === null) return undefined
  const { credentialData, secretData } = Object.fromEntries(Object.entries(given))
  return spellKeycloak({ credentialData, secretData })
}
