import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import type { Random } from './random.ts'
import { constantTimeEqual, sha256 } from './secret.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_ID_BYTES = 4

/** No key of the keyring opens this value: its key is missing, or the value was changed. */
export class CannotUnseal extends Error {
  override readonly name = 'CannotUnseal'
}

/** Seals what is stored in the database, signs what goes through a browser, and derives values that need not be stored. */
export interface Keyring {
  /** Encrypts by AES-256-GCM with the first key. `context` names the row; `unseal` needs the same one. */
  seal(plain: Buffer, context: string): Buffer
  /** Opens a value that any of the keys sealed. Throws CannotUnseal. */
  unseal(sealed: Buffer, context: string): Buffer
  /** HMAC-SHA256 with the first key. */
  sign(words: string): Buffer
  /** Whether any of the keys signed these words. */
  isSigned(words: string, signature: Buffer): boolean
  /** 64 bytes derived from these words with the first key (HMAC-SHA512). Without the key they look random. */
  derive(words: string): Buffer
  /** The same with each key, so that values of earlier first keys are among them. */
  deriveWithEach(words: string): readonly Buffer[]
}

interface Key {
  readonly id: Buffer
  readonly sealing: Buffer
  readonly signing: Buffer
  readonly deriving: Buffer
}

/** Opens a value that a browser returns as text. Nothing where it was changed, or its key was removed. */
export function tryUnseal(keyring: Keyring, sealed: Buffer, context: string): string | undefined {
  try {
    return keyring.unseal(sealed, context).toString()
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}

/** Makes a keyring of 32-byte keys. The first key seals, signs and derives; all keys open and verify. */
export function keyring(keys: readonly Buffer[], random: Random): Keyring {
  const ring = keys.map(deriveKey)
  const [first] = ring
  if (!first) throw new Error('A keyring needs at least one key')
  return {
    seal: (plain, context) => seal(first, random.bytes(NONCE_BYTES), plain, context),
    unseal: (sealed, context) => unseal(ring, sealed, context),
    sign: (words) => signature(first, words),
    isSigned: (words, candidate) => ring.some((key) => constantTimeEqual(signature(key, words), candidate)),
    derive: (words) => derivation(first, words),
    deriveWithEach: (words) => ring.map((key) => derivation(key, words)),
  }
}

/** The first bytes of what a key has sealed. They name the key and say nothing of it. */
export function sealingKeyId(key: Buffer): Buffer {
  return sha256(key).subarray(0, KEY_ID_BYTES)
}

/** The same of the key that seals now. */
export function firstKeyId(keyring: Keyring): Buffer {
  return keyring.seal(Buffer.alloc(0), 'key id').subarray(0, KEY_ID_BYTES)
}

function deriveKey(master: Buffer): Key {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', `portico ${purpose}`, 32))
  return {
    id: sealingKeyId(master),
    sealing: derive('sealing'),
    signing: derive('signing'),
    deriving: derive('deriving'),
  }
}

function signature(key: Key, words: string): Buffer {
  return createHmac('sha256', key.signing).update(words).digest()
}

function derivation(key: Key, words: string): Buffer {
  return createHmac('sha512', key.deriving).update(words).digest()
}

function seal(key: Key, nonce: Buffer, plain: Buffer, context: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key.sealing, nonce).setAAD(Buffer.from(context))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([key.id, nonce, body, cipher.getAuthTag()])
}

function unseal(ring: readonly Key[], sealed: Buffer, context: string): Buffer {
  const key = ring.find((candidate) => candidate.id.equals(sealed.subarray(0, KEY_ID_BYTES)))
  if (!key || sealed.length < KEY_ID_BYTES + NONCE_BYTES + TAG_BYTES)
    throw new CannotUnseal('No key of the keyring opens this')
  const nonce = sealed.subarray(KEY_ID_BYTES, KEY_ID_BYTES + NONCE_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key.sealing, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const body = sealed.subarray(KEY_ID_BYTES + NONCE_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(body), decipher.final()])
  } catch (error) {
    throw new CannotUnseal('This was changed after it was sealed', { cause: error })
  }
}
