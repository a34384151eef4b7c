const BASE64 = /^[A-Za-z0-9+/_.-]+={0,2}$/

/**
 * Reads Base64 of any system: both alphabets, and the one of passlib with dots, with or without signs at the end. Undefined for anything
 * else, and for nothing.
 */
export function readBase64(text: string): Buffer | undefined {
  if (!BASE64.test(text)) return undefined
  const bytes = Buffer.from(text.replaceAll('.', '+'), 'base64')
  return bytes.length > 0 ? bytes : undefined
}

/** Base64 without signs at the end, as in the PHC string format. */
export function plainBase64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
