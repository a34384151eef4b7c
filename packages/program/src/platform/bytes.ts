/** Bytes over a plain buffer, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** 32 bytes in base64url without padding: 43 characters, the last of which carries four bits only. */
export const BASE64URL_256_BITS = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** UTF-8 bytes of a text. */
export function textToBytes(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** The text that UTF-8 bytes spell; throws where they spell none. */
export function bytesToText(bytes: Bytes): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Base64url without padding (RFC 4648 section 5). */
export function bytesToBase64Url(bytes: Bytes): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes of a base64 or base64url text, or null where it is neither. */
export function base64ToBytes(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

/** The pieces in a row. */
export function joinedBytes(pieces: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
