/**
 * The RSA keys that sign ID tokens (RFC 7518 section 3.3, RS256). A key is announced before it signs, and stays
 * published while anything that it signed may be valid. Private keys are stored sealed and never leave this room, or are in a token. A key
 * that cannot be opened stops the service; it is never replaced silently.
 */
export { listSigningKeys, type SigningKeyView } from './list-signing-keys.ts'
export { openSigningKey, UnreadableSigningKey } from './open-key.ts'
export { findKeysInToken, type KeptIn, requireReadableKeys } from './require-readable.ts'
export { SIGNING_KEYS } from './room.ts'
export { ensureSigningKey, type KeyNeeds, rotateSigningKeys, rotateWhenDue } from './rotate-signing-keys.ts'
export { openSigner, type PublicKeySet, type Signer } from './signer.ts'
export { ID_TOKEN_LIFETIME_SECONDS, KEY_SET_MAX_AGE_SECONDS } from './signing-key.ts'
export { watchSchedule } from './watch-schedule.ts'
