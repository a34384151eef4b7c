import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { isInToken, openSigningKey } from './open-key.ts'
import { mayStillSign, stagesOf } from './signing-key.ts'
import { findSigningKeys } from './signing-key-store.ts'

/** Where a private key is. */
export type KeptIn = 'database' | 'token'

/** Opens what is stored of every signing key, to see that the secret keys can, and says by its kid where each private key is. A token is not asked. Throws UnreadableSigningKey. */
export async function requireReadableKeys({
  db,
  keyring,
}: {
  readonly db: Database
  readonly keyring: Keyring
}): Promise<ReadonlyMap<string, KeptIn>> {
  const keys = await findSigningKeys(db)
  return new Map(keys.map((key) => [key.kid, isInToken(openSigningKey(keyring, key)) ? 'token' : 'database']))
}

/** The keys in a token that sign now or later. Throws UnreadableSigningKey. */
export async function findKeysInToken({
  db,
  clock,
  keyring,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
}): Promise<readonly { readonly kid: string; readonly uri: string }[]> {
  const keys = await findSigningKeys(db)
  const stages = stagesOf(keys, clock.now())
  return keys.flatMap((stored) => {
    const key = openSigningKey(keyring, stored)
    return isInToken(key) && mayStillSign(stages.get(stored.kid)) ? [{ kid: stored.kid, uri: key.uri }] : []
  })
}
