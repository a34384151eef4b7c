import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { hashOf, isGenuine, type Seal } from './seal.ts'
import { findLetGoOf, findSealAt } from './seal-store.ts'

/**
 * Whether a key of this service has signed this seal as it stands in the table. A signature that was copied from another seal is none, so the seal before is read, too.
 */
export async function isTrusted(
  { db, keyring }: { readonly db: Database; readonly keyring: Pick<Keyring, 'isSigned'> },
  seal: Seal,
): Promise<boolean> {
  if (!isGenuine(keyring, seal)) return false
  if (seal.kind === 'begun') return hashOf(seal, undefined).equals(seal.hash)
  const before = await findSealAt(db, { number: seal.number - 1, chain: seal.chain })
  return before !== undefined && hashOf(seal, before).equals(seal.hash)
}

/** Whether a signed seal lets go of the events of a day. */
export async function isLetGo(
  { db, keyring }: { readonly db: Database; readonly keyring: Pick<Keyring, 'isSigned'> },
  day: string,
): Promise<boolean> {
  return (await findLetGoOf(db, day)).some((seal) => isGenuine(keyring, seal))
}
