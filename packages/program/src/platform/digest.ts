import { type Bytes, bytesToBase64Url, textToBytes } from './bytes.ts'
import { nodeCrypto } from './node-crypto.ts'

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
