import type { Random } from '../platform/random.ts'
import { type Secret, sha256 } from '../platform/secret.ts'
import { newSignCode, readSignCode } from '../platform/sign-code.ts'

/** How many recovery codes a citizen gets. */
export const RECOVERY_CODES = 10

const SIGNS = 16

/** Makes one recovery code: 80 random bits in four groups. So much cannot be guessed, and its SHA-256 can be stored. */
export function newRecoveryCode(random: Random): Secret {
  return newSignCode(random, { signs: SIGNS, group: 4 })
}

/** Reads a typed recovery code. Nothing for any other text. */
export function readRecoveryCode(typed: string): string | undefined {
  return readSignCode(typed, SIGNS)
}

/** The stored hash of a recovery code, which is of this citizen alone. */
export function recoveryCodeHash(citizenId: string, code: string): Buffer {
  return sha256(`recovery code ${citizenId} ${code}`)
}
