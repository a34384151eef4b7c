import { type Bytes, bytesToBase64Url, joinedBytes, textToBytes } from './bytes.ts'

/** Bytes to encrypt or decrypt, with the nonce and the additional data (AAD). */
export interface AesText {
  readonly nonce: Bytes
  readonly additionalData: Bytes
  readonly bytes: Bytes
}

/** AES-256-GCM (NIST SP 800-38D). A sealed value is the ciphertext and a tag of 16 bytes. */
export interface AesGcm {
  seal(plain: AesText): Promise<Bytes>
  /** Returns the plaintext. Throws if the key, the nonce or the additional data differ, or the bytes were changed. */
  open(sealed: AesText): Promise<Bytes>
}

const TAG_BYTES = 16

/**
 * Makes it from a key of 32 bytes. Uses Node's crypto module where there is one, and WebCrypto otherwise. Each opens
 * what the other sealed.
 */
export function createAesGcm(key: Bytes, node: typeof nodeCrypto | null = nodeCrypto): AesGcm {
  return node ? nodeAesGcm(key, node) : webAesGcm(key)
}

function nodeAesGcm(key: Bytes, node: NonNullable<typeof nodeCrypto>): AesGcm {
  const options = { authTagLength: TAG_BYTES }
  return {
    async seal({ nonce, additionalData, bytes }) {
      const cipher = node.createCipheriv('aes-256-gcm', key, nonce, options).setAAD(additionalData)
      return joinedBytes([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    async open({ nonce, additionalData, bytes }) {
      const tagAt = Math.max(0, bytes.length - TAG_BYTES)
      const decipher = node.createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(additionalData)
      decipher.setAuthTag(bytes.subarray(tagAt))
      return joinedBytes([decipher.update(bytes.subarray(0, tagAt)), decipher.final()])
    },
  }
}

function webAesGcm(key: Bytes): AesGcm {
  const usable = crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt'])
  const algorithm = ({ nonce: iv, additionalData }: AesText) => ({ name: 'AES-GCM', iv, additionalData })
  return {
    seal: async (plain) =>
      new Uint8Array(await crypto.subtle.encrypt(algorithm(plain), await usable, plain.bytes)),
    open: async (sealed) =>
      new Uint8Array(await crypto.subtle.decrypt(algorithm(sealed), await usable, sealed.bytes)),
  }
}

/** SHA-256 of a text, in base64url. The store holds states, codes and tokens only as this hash. */
export async function sha256Base64Url(text: string): Promise<string> {
  if (nodeCrypto?.hash) return nodeCrypto.hash('sha256', text, 'base64url')
  return bytesToBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', textToBytes(text))))
}

/** HMAC-SHA-256 of a text under a key of raw bytes, in base64url. */
export async function hmacBase64Url(key: Bytes, text: string): Promise<string> {
  const usable = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return bytesToBase64Url(new Uint8Array(await crypto.subtle.sign('HMAC', usable, textToBytes(text))))
}

/**
 * Node's crypto module, or undefined on other platforms. WebCrypto gives the same results, but hands each piece of work
 * to another thread. For a digest or a sealed row, that takes many times as long as the work.
 */
export const nodeCrypto = globalThis.process?.getBuiltinModule?.('node:crypto')
