import type { Clock } from '../platform/clock.ts'
import type { KeyToken } from '../platform/key-token.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Log } from '../platform/log.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSigningKey, requireToken, UnreadableSigningKey } from './open-key.ts'
import { type PrivateKey, privateKeyOf } from './private-key.ts'
import {
  KEY_RELOAD_SECONDS,
  type KeyStage,
  mayStillSign,
  type PublicJwk,
  type StoredSigningKey,
  stagesOf,
} from './signing-key.ts'
import { findSigningKeys } from './signing-key-store.ts'

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
  hasKey(): Promise<boolean>
  /** Whether it could sign now: where it is in a token, that token answers. */
  canSign(): Promise<boolean>
}

/** The stored keys, what opens them, and the clock. */
export interface SignerNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly keyring: Keyring
  readonly keyToken?: KeyToken | undefined
  /** Logs a later key that cannot be opened. */
  readonly log?: Pick<Log, 'error'>
}

/**
 * Opens the keys. Throws UnreadableSigningKey where the secret keys cannot open one, or one is in a token and no setting names one. A key that another
 * process adds later is published in any case, because that process signs with it; if it cannot be opened here, that is only logged.
 */
export async function openSigner(needs: SignerNeeds): Promise<Signer> {
  const complain = complainOnce(needs)
  let loaded = await load(needs, (_, error) => {
    throw error
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
    return { kid, key: opened.get(kid) }
  }
  return {
    hasKey: async () => (await signingKey()).key !== undefined,
    canSign: async () => (await (await signingKey()).key?.canSign()) === true,
    async sign(claims) {
      const { kid, key } = await signingKey()
      if (!key) throw new UnreadableSigningKey('There is no signing key that can be opened')
      return compactJws({ alg: 'RS256', typ: 'JWT', kid }, claims, key)
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

/** Logs each key that cannot be opened, once. */
function complainOnce({ log }: Pick<SignerNeeds, 'log'>): OnUnreadable {
  const complained = new Set<string>()
  return (kid, error) => {
    if (!complained.has(kid))
      log?.error('signing-key-unreadable', { 'portico.kid': kid, 'error.message': error.message })
    complained.add(kid)
  }
}

/** A JWT in compact form (RFC 7515 section 7.1): header and claims as base64url of JSON, then the signature of both. */
async function compactJws(header: object, claims: object, key: PrivateKey): Promise<string> {
  const signed = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`
  return `${signed}.${base64url(await key.sign(signed))}`
}

function base64url(content: string | Buffer): string {
  return Buffer.from(content).toString('base64url')
}

interface LoadedKeys {
  readonly keys: readonly StoredSigningKey[]
  readonly opened: ReadonlyMap<string, PrivateKey>
  readonly atMilliseconds: number
}

type OnUnreadable = (kid: string, error: UnreadableSigningKey) => void

async function load(
  needs: SignerNeeds,
  onUnreadable: OnUnreadable,
  known: LoadedKeys['opened'] = new Map(),
): Promise<LoadedKeys> {
  const keys = await findSigningKeys(needs.db)
  const stages = stagesOf(keys, needs.clock.now())
  const opened = new Map<string, PrivateKey>()
  for (const stored of keys) {
    const key =
      known.get(stored.kid) ?? tryOpen(needs, stored, { stage: stages.get(stored.kid), onUnreadable })
    if (key) opened.set(stored.kid, key)
  }
  return { keys, opened, atMilliseconds: performance.now() }
}

function tryOpen(
  { keyring, keyToken }: SignerNeeds,
  stored: StoredSigningKey,
  { stage, onUnreadable }: { readonly stage: KeyStage | undefined; readonly onUnreadable: OnUnreadable },
): PrivateKey | undefined {
  try {
    const key = openSigningKey(keyring, stored)
    if (mayStillSign(stage)) requireToken(stored.kid, key, { keyToken })
    return privateKeyOf(key, { publicJwk: stored.publicJwk, token: keyToken })
  } catch (error) {
    if (!(error instanceof UnreadableSigningKey)) throw error
    onUnreadable(stored.kid, error)
    return undefined
  }
}
