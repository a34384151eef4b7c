import {
  type AesGcm,
  type Bytes,
  base64ToBytes,
  bytesToText,
  createAesGcm,
  hmacBase64Url,
  joinedBytes,
  type Random,
  type Secret,
  textToBytes,
} from '../platform/index.ts'

/** A key: 32 bytes in base64, and the name by which rows refer to it. */
export interface EncryptionKey {
  readonly id: string
  readonly key: Secret
}

/** A sealed value and the name of its key. */
export interface SealedValue {
  readonly sealed: Uint8Array
  readonly keyId: string
}

/** The program's keys: seals, opens and derives values. */
export interface Keyring {
  /** Encrypts a value. `place` is the additional data: `table|row|column`. */
  seal(place: string, value: unknown): Promise<SealedValue>
  /** Decrypts a value. Null if the key is missing, or the value was sealed for another place or changed. */
  open(place: string, sealed: SealedValue): Promise<unknown>
  /** Derives one value per key, newest key first. Nobody can compute a value without its key. */
  derive(label: string): Promise<readonly [string, ...string[]]>
}

const NONCE_BYTES = 12

interface LoadedKey {
  readonly id: string
  readonly raw: Bytes
  readonly aes: AesGcm
}

/** Makes a keyring. The first key seals. All keys open. */
export function createKeyring(keys: readonly EncryptionKey[], random: Random): Keyring {
  const loaded = keys.map(({ id, key }): LoadedKey => {
    const raw = keyBytes(id, key)
    return { id, raw, aes: createAesGcm(raw) }
  })
  const [first, ...older] = loaded
  if (!first) throw new Error('a keyring needs a key')
  return {
    seal: (place, value) => seal(first, { place, value, nonce: random.bytes(NONCE_BYTES) }),
    open: (place, sealed) => open(loaded, place, sealed),
    derive: async (label) => [
      await deriveFrom(first.raw, label),
      ...(await Promise.all(older.map(({ raw }) => deriveFrom(raw, label)))),
    ],
  }
}

function keyBytes(id: string, key: Secret): Bytes {
  const raw = base64ToBytes(key.reveal())
  if (raw?.length !== 32) throw new Error(`encryption key ${id} is not 32 bytes in base64`)
  return raw
}

async function seal(
  key: LoadedKey,
  { place, value, nonce }: { place: string; value: unknown; nonce: Bytes },
): Promise<SealedValue> {
  const encrypted = await key.aes.seal({
    nonce,
    additionalData: textToBytes(place),
    bytes: textToBytes(JSON.stringify(value)),
  })
  return { sealed: joinedBytes([nonce, encrypted]), keyId: key.id }
}

async function open(keys: readonly LoadedKey[], place: string, value: SealedValue): Promise<unknown> {
  const key = keys.find(({ id }) => id === value.keyId)
  if (!key || value.sealed.length <= NONCE_BYTES) return null
  const bytes = Uint8Array.from(value.sealed)
  try {
    const plain = await key.aes.open({
      nonce: bytes.slice(0, NONCE_BYTES),
      additionalData: textToBytes(place),
      bytes: bytes.slice(NONCE_BYTES),
    })
    return JSON.parse(bytesToText(plain))
  } catch {
    return null
  }
}

/** Derives with a separate key, so that no key serves both AES and HMAC. */
async function deriveFrom(raw: Bytes, label: string): Promise<string> {
  const own = base64ToBytes(await hmacBase64Url(raw, 'portico program: derived values'))
  return hmacBase64Url(own ?? raw, label)
}
