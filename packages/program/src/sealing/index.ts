/**
 * Encrypts what the database must not be able to read: AES-256-GCM, with the table, row and column as additional data.
 * Each row names its key. To replace a key, put a new one in front.
 */

export { generateEncryptionKey } from './generate-key.ts'
export { createKeyring, type EncryptionKey, type Keyring, type SealedValue } from './keyring.ts'
