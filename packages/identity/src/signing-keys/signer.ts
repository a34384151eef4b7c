import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Clock } from '../platform/clock.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import {
  KEY_RELOAD_SECONDS,
  type PublicJwk,
  type StoredSigningKey,
  sealingContext,
  stagesOf,
} from './signing-key.ts'
import { findSigningKeys } from './signing-key-store.ts'

/** A stored key cannot be opened. The service must not start, because a new key would lock out every program. */
export class UnreadableSigningKey extends Error {
  override readonly name = 'UnreadableSigningKey'
}

/** The public keys (RFC 7517 section 5). */
export interface PublicKeySet {
  readonly keys: readonly PublicJwk[]
}

/** Signs ID tokens, and publishes the keys that verify them. */
export interface Signer {
  /** Signs claims as a compact JWT (RS256, RFC 7515) with the key's `kid`. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** The keys that verify now: announced, signing and retiring. */
  publicKeys(): Promise<PublicKeySet>
  /** Whether the key that signs now can be opened. */
  canSign(): Promise<boolean>
}

/** The stored keys, the keyring that opens them, and the clock. */
export interface SignerNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  /** Logs a later key that cannot be opened. */
  readonly log?: Pick<Log, 'error'>
}

/**
 * Opens the keys. Throws UnreadableSigningKey where the secret keys cannot open one. A key that another process adds
 * later is published in any case, because that process signs with it; if it cannot be opened here, that is only logged.
 */
export async function openSigner(needs: SignerNeeds): Promise<Signer> {
  const complained = new Set<string>()
  const complain = (kid: string) => {
    if (!complained.has(kid))
      needs.log?.error('signing-key-unreadable', {
        'portico.kid': kid,
        'portico.setting': 'PORTICO_SECRET_KEY',
      })
    complained.add(kid)
  }
  let loaded = await load(needs, (kid, error) => {
    throw unreadable(kid, error)
  })
  let reloading: Promise<void> | undefined

  const reload = async () => {
    loaded = await load(needs, complain, loaded.opened).catch(() => loaded)
  }
  const fresh = async () => {
    const age = performance.now() - loaded.atMilliseconds
    if (age > KEY_RELOAD_SECONDS * 1000) reloading ??= reload().finally(() => (reloading = undefined))
    if (reloading && age > 2 * KEY_RELOAD_SECONDS * 1000) await reloading
    return loaded
  }
  const signingKey = async () => {
    const { keys, opened } = await fresh()
    const stages = stagesOf(keys, needs.clock.now())
    const kid = keys.find((key) => stages.get(key.kid)?.stage === 'signing')?.kid ?? ''
    return { kid, privateKey: opened.get(kid) }
  }
  return {
    canSign: async () => (await signingKey()).privateKey !== undefined,
    async sign(claims) {
      const { kid, privateKey } = await signingKey()
      if (!privateKey) throw new UnreadableSigningKey('There is no signing key that can be opened')
      return compactJws({ alg: 'RS256', typ: 'JWT', kid }, claims, privateKey)
    },
    async publicKeys() {
      const { keys } = await fresh()
      const stages = stagesOf(keys, needs.clock.now())
      return {
        keys: keys.filter((key) => stages.get(key.kid)?.stage !== 'withdrawn').map((key) => key.publicJwk),
      }
    },
  }
}

/** Opens a stored private key, to see that the secret keys can. Throws UnreadableSigningKey. */
export function requireReadable(keyring: Keyring, key: SealedSigningKey): void {
  open(keyring, key, (kid, error) => {
    throw unreadable(kid, error)
  })
}

const signInBackground = promisify(sign)

/** A JWT in compact form (RFC 7515 section 7.1): header and claims as base64url of JSON, then the RS256 signature of both. */
async function compactJws(header: object, claims: object, key: KeyObject): Promise<string> {
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`
  const signature = await signInBackground('RSA-SHA256', Buffer.from(signed), key)
  return `${signed}.${base64url(signature)}`
}

function base64url(content: string | Buffer): string {
  return Buffer.from(content).toString('base64url')
}

interface LoadedKeys {
  readonly keys: readonly StoredSigningKey[]
  readonly opened: ReadonlyMap<string, KeyObject>
  readonly atMilliseconds: number
}

/** A stored private key and its name. */
export type SealedSigningKey = Pick<StoredSigningKey, 'kid' | 'sealedPrivate'>

type Unreadable = (kid: string, error: CannotUnseal) => void

async function load(
  { db, keyring }: SignerNeeds,
  onUnreadable: Unreadable,
  known: ReadonlyMap<string, KeyObject> = new Map(),
): Promise<LoadedKeys> {
  const keys = await findSigningKeys(db)
  const opened = new Map<string, KeyObject>()
  for (const key of keys) {
    const privateKey = known.get(key.kid) ?? open(keyring, key, onUnreadable)
    if (privateKey) opened.set(key.kid, privateKey)
  }
  return { keys, opened, atMilliseconds: performance.now() }
}

function open(keyring: Keyring, key: SealedSigningKey, onUnreadable: Unreadable): KeyObject | undefined {
  try {
    const pkcs8 = keyring.unseal(key.sealedPrivate, sealingContext(key.kid))
    return createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  } catch (error) {
    if (!(error instanceof CannotUnseal)) throw error
    onUnreadable(key.kid, error)
    return undefined
  }
}

function unreadable(kid: string, cause: CannotUnseal): UnreadableSigningKey {
  return new UnreadableSigningKey(
    `Signing key ${kid} cannot be opened: PORTICO_SECRET_KEY (or the secret-key file in PORTICO_DATA_DIR) is not the key that sealed it. Set the old key again; if there is a newer one, set both: new,old.`,
    { cause },
  )
}
