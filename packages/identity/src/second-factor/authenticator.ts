import type { UnixSeconds } from '../platform/clock.ts'
import { CannotUnseal, type Keyring } from '../platform/keyring.ts'

/** The most apps of one citizen. Each one that makes codes also makes a guess more likely to be right. */
export const MOST_AUTHENTICATORS = 5

/** The primary key of an app that makes codes. */
export interface AuthenticatorKey {
  readonly citizenId: string
  readonly authenticatorId: string
}

/** An app that makes codes, as stored. */
export interface Authenticator extends AuthenticatorKey {
  /** The secret that the app has, too, sealed by the keyring for this row. */
  readonly sealedSecret: Buffer
  readonly name: string
  /** The step of 30 seconds of the last code that was accepted. No code of this step or an earlier one counts again. */
  readonly lastStep: number
  readonly createdAt: UnixSeconds
  /** Since when it can be trusted: as long as the key whose session added it, or since `createdAt` where the password alone did. */
  readonly trustedSince: UnixSeconds
  readonly lastUsedAt: UnixSeconds | null
}

/** Seals the secret of an app. It cannot be opened for another row. */
export function sealSecret(keyring: Keyring, key: AuthenticatorKey, secret: Buffer): Buffer {
  return keyring.seal(secret, contextOf(key))
}

/** Opens the secret of an app. Nothing where no key of the keyring opens it: this app makes no code that counts, and the others do. */
export function openSecret(keyring: Keyring, authenticator: Authenticator): Buffer | undefined {
  try {
    return keyring.unseal(authenticator.sealedSecret, contextOf(authenticator))
  } catch (error) {
    if (error instanceof CannotUnseal) return undefined
    throw error
  }
}

/** What the seal of an app's secret names. */
export function contextOf({ citizenId, authenticatorId }: AuthenticatorKey): string {
  return `authenticator ${citizenId} ${authenticatorId}`
}
