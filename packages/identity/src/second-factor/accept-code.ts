import type { UnixSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { openSecret, sealSecret } from './authenticator.ts'
import { advanceStep, selectAuthenticators } from './authenticator-store.ts'
import { readRecoveryCode, recoveryCodeHash } from './recovery-code.ts'
import { spendRecoveryCode } from './recovery-code-store.ts'
import { readTimeCode, stepOfCode } from './time-code.ts'

/** What a typed text was: a code of an app, a recovery code, or none that counts. */
export type CodeVerdict = 'app' | 'recovery' | 'wrong-code' | 'replayed-code' | 'wrong-recovery-code'

/** The open transaction, and the keys of the secrets. */
export interface AcceptNeeds {
  readonly db: Database
  readonly keyring: Keyring
}

/** Accepts what a citizen typed, once: six digits are a code of an app, and every other text is a recovery code. */
export async function acceptCode(
  needs: AcceptNeeds,
  citizenId: string,
  typed: string,
  now: UnixSeconds,
): Promise<CodeVerdict> {
  const code = readTimeCode(typed)
  if (code !== undefined) return acceptTimeCode(needs, citizenId, code, now)
  const recovery = readRecoveryCode(typed)
  if (recovery === undefined) return 'wrong-code'
  const isSpent = await spendRecoveryCode(needs.db, citizenId, recoveryCodeHash(citizenId, recovery))
  return isSpent ? 'recovery' : 'wrong-recovery-code'
}

/** The secret is sealed anew, so that an older key of the keyring is needed no more by apps that are in use. */
async function acceptTimeCode(
  { db, keyring }: AcceptNeeds,
  citizenId: string,
  code: string,
  now: UnixSeconds,
): Promise<CodeVerdict> {
  let verdict: CodeVerdict = 'wrong-code'
  for (const authenticator of await selectAuthenticators(db, citizenId)) {
    const secret = openSecret(keyring, authenticator)
    const step = stepOfCode(secret, code, now)
    if (step === undefined) continue
    const sealedSecret = sealSecret(keyring, authenticator, secret)
    if (await advanceStep(db, { ...authenticator, step, sealedSecret }, now)) return 'app'
    verdict = 'replayed-code'
  }
  return verdict
}
