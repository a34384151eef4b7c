import { bytesToBase64Url, type Random } from '../platform/index.ts'

/** Makes a new key for SSO_ENCRYPTION_KEYS: a short name, a colon, and 32 random bytes in base64url. */
export function generateEncryptionKey(random: Random, now: Date): string {
  const day = now.toISOString().slice(0, 10).replaceAll('-', '')
  return `k${day}-${bytesToBase64Url(random.bytes(3))}:${bytesToBase64Url(random.bytes(32))}`
}
