import type { UnixSeconds } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { openSecret, sealSecret } from './authenticator.ts'
import { advanceStep, selectAuthenticators } from './authenticator-store.ts'
import { readRecoveryCode, recoveryCodeHash } from './recovery-code.ts'
import { spendRecoveryCode } from './recovery-code-store.ts'
import { readTimeCode, stepOfCode } from './time-code.ts'

/** A code that was right, once. */
export interface AcceptedCode {
  readonly kind: 'app' | 'recovery'
  /** Since when the app, or the recovery code, can be trusted. Null where a recovery code of an earlier release has no app. */
  readonly trustedSince: UnixSeconds | null
}

/** Why a code does not count. */
export type CodeFault = 'wrong-code' | 'replayed-code' | 'wrong-recovery-code'

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
): Promise<Result<AcceptedCode, CodeFault>> {
  const code = readTimeCode(typed)
  if (code !== undefined) return acceptTimeCode(needs, citizenId, code, now)
  const recovery = readRecoveryCode(typed)
  if (recovery === undefined) return refused('wrong-code')
  const spent = await spendRecoveryCode(needs.db, citizenId, recoveryCodeHash(citizenId, recovery))
  if (!spent) return refused('wrong-recovery-code')
  // A code of an earlier release came with the first app.
  const [app] = spent.trustedSince === null ? await selectAuthenticators(needs.db, citizenId) : []
  return accepted({ kind: 'recovery', trustedSince: spent.trustedSince ?? app?.trustedSince ?? null })
}

/** The secret is sealed anew, so that an older key of the keyring is needed no more by apps that are in use. */
async function acceptTimeCode(
  { db, keyring }: AcceptNeeds,
  citizenId: string,
  code: string,
  now: UnixSeconds,
): Promise<Result<AcceptedCode, CodeFault>> {
  let fault: CodeFault = 'wrong-code'
  for (const authenticator of await selectAuthenticators(db, citizenId)) {
    const secret = openSecret(keyring, authenticator)
    const step = secret && stepOfCode(secret, code, now)
    if (!secret || step === undefined) continue
    const sealedSecret = sealSecret(keyring, authenticator, secret)
    if (await advanceStep(db, { ...authenticator, step, sealedSecret }, now))
      return accepted({ kind: 'app', trustedSince: authenticator.trustedSince })
    fault = 'replayed-code'
  }
  return refused(fault)
}
