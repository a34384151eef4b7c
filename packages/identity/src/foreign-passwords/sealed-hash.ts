import { CannotUnseal, type Keyring } from '../platform/keyring.ts'

/** What stands before a sealed hash of another system, where an account has its hash. The index of the accounts that have one names it, too. */
export const FOREIGN_PREFIX = '$foreign$'

/** The id of the key is in the sealed value as well. Here statements can count by it. */
const KEY_ID_BYTES = 4

/**
 * Seals a hash of another system for the account that gets it. Some of them are weak, so a copy of the database is worth nothing to
 * whoever wants to guess: the key is not in it.
 */
export function sealHash(keyring: Keyring, citizenId: string, hash: string): string {
  const sealed = keyring.seal(Buffer.from(hash), contextOf(citizenId))
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

function contextOf(citizenId: string): string {
  return `foreign password ${citizenId}`
}
