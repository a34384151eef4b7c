/** Bytes in an ArrayBuffer, which WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>

/** 32 bytes in base64url without padding: 43 characters. The last one has four bits. */
export const BASE64URL_256_BITS = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/** Encodes as UTF-8. */
export function textToBytes(text: string): Bytes {
  return new TextEncoder().encode(text)
}

/** Decodes UTF-8. Throws for bytes that are not UTF-8. */
export function bytesToText(bytes: Bytes): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/** Encodes as base64url without padding (RFC 4648 section 5). */
export function bytesToBase64Url(bytes: Bytes): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64 or base64url. Null for anything else. */
export function base64ToBytes(text: string): Bytes | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

/** Joins the pieces in their order. */
export function joinedBytes(pieces: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
