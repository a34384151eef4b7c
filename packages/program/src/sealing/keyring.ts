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

interface LoadedKey {
  readonly id: string
  readonly raw: Bytes
  readonly aes: AesGcm
}

/** Makes the keyring: the first key seals, all of them open. */
export function createKeyring(keys: readonly EncryptionKey[], random: Random): Keyring {
  const loaded = keys.map(({ id, key }): LoadedKey => {
    const raw = keyBytes(id, key)
    return { id, raw, aes: createAesGcm(raw) }
  })
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
  const box = await key.aes.seal({
    nonce: what.nonce,
    additionalData: textToBytes(what.place),
    bytes: textToBytes(JSON.stringify(what.value)),
  })
  return { sealed: joinedBytes([what.nonce, box]), keyId: key.id }
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

/** A key of its own for deriving, so that sealing and deriving never share one. */
async function deriveFrom(raw: Bytes, label: string): Promise<string> {
  const own = base64ToBytes(await hmacBase64Url(raw, 'portico program: derived values'))
  return hmacBase64Url(own ?? raw, label)
}
