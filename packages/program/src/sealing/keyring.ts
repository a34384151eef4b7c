import {
  type Bytes,
  base64ToBytes,
  bytesToText,
  hmacBase64Url,
  type Random,
  type Secret,
  textToBytes,
} from '../platform/index.ts'

/** A key with the name that rows call it by: 32 bytes in base64. */
export interface EncryptionKey {
  readonly id: string
  readonly key: Secret
}

/** A sealed value and the name of its key. */
export interface SealedValue {
  readonly sealed: Uint8Array
  readonly keyId: string
}

/** Seals, opens and derives with the program's keys. */
export interface Keyring {
  /** Seals for one place (`table|row|column`); what is sealed for another place does not open here. */
  seal(place: string, value: unknown): Promise<SealedValue>
  /** The value, or null where the key is missing or the bytes were not sealed for this place. */
  open(place: string, sealed: SealedValue): Promise<unknown>
  /** One value per key, newest key first, that nobody without the key can compute. */
  derive(label: string): Promise<readonly string[]>
}

const NONCE_BYTES = 12

type AesKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>

interface LoadedKey {
  readonly id: string
  readonly raw: Bytes
  aes: Promise<AesKey> | null
}

/** Makes the keyring: the first key seals, all of them open. */
export function createKeyring(keys: readonly EncryptionKey[], random: Random): Keyring {
  const loaded = keys.map(({ id, key }): LoadedKey => ({ id, raw: keyBytes(id, key), aes: null }))
  const [first] = loaded
  if (!first) throw new Error('a keyring needs a key')
  return {
    seal: (place, value) => seal(first, { place, value, nonce: random.bytes(NONCE_BYTES) }),
    open: (place, sealed) => open(loaded, place, sealed),
    derive: (label) => Promise.all(loaded.map(({ raw }) => deriveFrom(raw, label))),
  }
}

function keyBytes(id: string, key: Secret): Bytes {
  const raw = base64ToBytes(key.reveal())
  if (raw?.length !== 32) throw new Error(`encryption key ${id} is not 32 bytes in base64`)
  return raw
}

async function seal(
  key: LoadedKey,
  what: { place: string; value: unknown; nonce: Bytes },
): Promise<SealedValue> {
  const plain = textToBytes(JSON.stringify(what.value))
  const algorithm = { name: 'AES-GCM', iv: what.nonce, additionalData: textToBytes(what.place) }
  const box = new Uint8Array(await crypto.subtle.encrypt(algorithm, await aesOf(key), plain))
  const sealed = new Uint8Array(NONCE_BYTES + box.length)
  sealed.set(what.nonce)
  sealed.set(box, NONCE_BYTES)
  return { sealed, keyId: key.id }
}

async function open(keys: readonly LoadedKey[], place: string, value: SealedValue): Promise<unknown> {
  const key = keys.find(({ id }) => id === value.keyId)
  if (!key || value.sealed.length <= NONCE_BYTES) return null
  const bytes = Uint8Array.from(value.sealed)
  const algorithm = {
    name: 'AES-GCM',
    iv: bytes.slice(0, NONCE_BYTES),
    additionalData: textToBytes(place),
  }
  try {
    const plain = await crypto.subtle.decrypt(algorithm, await aesOf(key), bytes.slice(NONCE_BYTES))
    return JSON.parse(bytesToText(new Uint8Array(plain)))
  } catch {
    return null
  }
}

function aesOf(key: LoadedKey): Promise<AesKey> {
  key.aes ??= crypto.subtle.importKey('raw', key.raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  return key.aes
}

/** A key of its own for deriving, so that sealing and deriving never share one. */
async function deriveFrom(raw: Bytes, label: string): Promise<string> {
  const own = base64ToBytes(await hmacBase64Url(raw, 'portico program: derived values'))
  return hmacBase64Url(own ?? raw, label)
}
