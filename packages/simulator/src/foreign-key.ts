import type { KeyObject } from 'node:crypto'
import { systemKeyPair } from '@portico/identity/parts'
import { calculateJwkThumbprint, type JWK } from 'jose'

/** An RSA key that the service does not know. */
export interface ForeignKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicJwk: JWK
}

/** Makes a key. */
export async function makeForeignKey(): Promise<ForeignKey> {
  const { publicKey, privateKey } = await systemKeyPair()
  const bare = publicKey.export({ format: 'jwk' })
  const kid = await calculateJwkThumbprint(bare)
  return { kid, privateKey, publicJwk: { ...bare, kid, alg: 'RS256', use: 'sig' } }
}

/** Keys that are published from the moment at which they sign. */
export interface RotatedKeys {
  /** The next token is signed by a new key. */
  renew(): void
  /** The key that signs now. It is published from now on. */
  use(): Promise<ForeignKey>
  published(): readonly JWK[]
}

const MOST_PUBLISHED = 4

/** Makes the rotation, without any key yet. */
export function createRotatedKeys(): RotatedKeys {
  const published: JWK[] = []
  let current: Promise<ForeignKey> | undefined
  return {
    renew: () => void (current = undefined),
    async use() {
      const isNew = current === undefined
      const key = await (current ??= makeForeignKey())
      if (isNew) published.unshift(key.publicJwk)
      published.length = Math.min(published.length, MOST_PUBLISHED)
      return key
    },
    published: () => published,
  }
}
