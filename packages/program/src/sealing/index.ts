/**
 * Keeping what the database must not be able to read: AES-256-GCM, bound to the table, row and column it was sealed
 * for, under a key that each row names. A key is replaced by putting a new one in front.
 */

export { generateEncryptionKey } from './generate-key.ts'
export { createKeyring, type EncryptionKey, type Keyring, type SealedValue } from './keyring.ts'
