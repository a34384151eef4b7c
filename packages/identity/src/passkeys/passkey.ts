import type { UnixSeconds } from '../platform/clock.ts'
import { uuidFromBytes } from '../platform/random.ts'

/** The most passkeys of one citizen. */
export const MOST_PASSKEYS = 20

/** The primary key of a passkey. */
export interface PasskeyKey {
  readonly citizenId: string
  readonly credentialId: Buffer
}

/** A passkey, as stored. */
export interface Passkey extends PasskeyKey {
  /** The public key in COSE format (RFC 9052), as the authenticator gave it. */
  readonly publicKey: Buffer
  /** How often the authenticator says that it was used. Zero for ever where it does not count, as synced passkeys do. */
  readonly counter: number
  /** How a browser reaches the authenticator, such as `internal` or `usb`, with commas between. */
  readonly transports: string
  readonly name: string
  /** Whether the passkey can be stored outside its device at all, which never changes. Null for one of an earlier release. */
  readonly backupEligible: boolean | null
  /** Whether the passkey is also stored outside its device, so that it outlives the device. */
  readonly backedUp: boolean
  readonly createdAt: UnixSeconds
  /** Since when it can be trusted: as long as the key whose session added it, or since `createdAt` where the password alone did. */
  readonly trustedSince: UnixSeconds
  readonly lastUsedAt: UnixSeconds | null
}

const UUID_BYTES = 16

/**
 * The user handle that an authenticator stores with a passkey: the 16 bytes of the internal id of the citizen. The id is
 * random, and programs do not know it, so the handle says nothing about the person (WebAuthn level 3 section 14.6.1).
 */
export function userHandleOf(citizenId: string): string {
  return Buffer.from(citizenId.replaceAll('-', ''), 'hex').toString('base64url')
}

/** The citizen of a user handle. Nothing where it cannot be one. */
export function citizenOfHandle(handle: Buffer): string | undefined {
  return handle.length === UUID_BYTES ? uuidFromBytes(handle) : undefined
}
