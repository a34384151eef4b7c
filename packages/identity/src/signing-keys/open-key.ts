import { createPrivateKey, type KeyObject } from 'node:crypto'
import { isTokenUri, type KeyToken } from '../platform/key-token.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'
import { type StoredSigningKey, sealingContext } from './signing-key.ts'

/** A stored key cannot be opened. The service must not start, because a new key would lock out every program. */
export class UnreadableSigningKey extends Error {
  override readonly name = 'UnreadableSigningKey'
}

/** A stored private key and its name. */
export type SealedSigningKey = Pick<StoredSigningKey, 'kid' | 'sealedPrivate'>

/** What was sealed: a private key, or the place of one in a token (RFC 7512). */
export type OpenedKey = KeyObject | { readonly uri: string }

/** Opens what is stored of a private key. Throws UnreadableSigningKey. */
export function openSigningKey(keyring: Keyring, { kid, sealedPrivate }: SealedSigningKey): OpenedKey {
  try {
    const opened = keyring.unseal(sealedPrivate, sealingContext(kid))
    if (isTokenUri(opened)) return { uri: opened.toString() }
    return createPrivateKey({ key: opened, format: 'der', type: 'pkcs8' })
  } catch (error) {
    if (!(error instanceof CannotUnseal)) throw error
    throw new UnreadableSigningKey(
      `Signing key ${kid} cannot be opened: PORTICO_SECRET_KEY (or the secret-key file in PORTICO_DATA_DIR) is not the key that sealed it. Set the old key again; if there is a newer one, set both: new,old.`,
      { cause: error },
    )
  }
}

/** Whether the key is in a token. */
export function isInToken(key: OpenedKey): key is { readonly uri: string } {
  return 'uri' in key
}

/** Throws UnreadableSigningKey where the key is in a token and there is none. */
export function requireToken(
  kid: string,
  key: OpenedKey,
  { keyToken }: { readonly keyToken?: KeyToken | undefined },
): void {
  if (!isInToken(key) || keyToken) return
  throw new UnreadableSigningKey(
    `Signing key ${kid} is in a token of PKCS#11: set PORTICO_PKCS11_MODULE, PORTICO_PKCS11_TOKEN and PORTICO_PKCS11_PIN as they were when it was made.`,
  )
}
