import type { SignedIn } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import { postNews } from '../mail/index.ts'
import { actSignedIn } from '../moments/index.ts'
import type { UnixSeconds } from '../platform/clock.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { Secret } from '../platform/secret.ts'
import type { ChangeOrigin, ChangeProofsNeeds } from '../sign-in/index.ts'
import { selectAuthenticators } from './authenticator-store.ts'
import { CODE_LETTERS } from './letters.ts'
import { mayChange } from './may-change.ts'
import { newRecoveryCode, RECOVERY_CODES, readRecoveryCode, recoveryCodeHash } from './recovery-code.ts'
import { deleteRecoveryCodesOfCitizen, insertRecoveryCodes } from './recovery-code-store.ts'

/** Why no codes were made. `no-app`: recovery codes stand in for an app, so without one they are of no use. */
export type MakeRefusal = 'not-recent' | 'signed-out' | 'no-app' | Wait

/** Makes ten new recovery codes in place of those that are left. They are returned once and stored as hashes. */
export async function makeRecoveryCodes(
  needs: ChangeProofsNeeds,
  signedIn: SignedIn,
  { origin }: ChangeOrigin,
): Promise<Result<readonly Secret[], MakeRefusal>> {
  if (!mayChange(signedIn, needs.clock.now(), { hasApp: true })) return refused('not-recent')
  const limit = await needs.limits.spend('recovery-codes-per-citizen', signedIn.citizen.citizenId)
  if (!limit.allowed) return refused(limit)
  return actSignedIn(needs, signedIn, async (inTransaction, { citizen, session }) => {
    const { citizenId } = citizen
    if ((await selectAuthenticators(inTransaction.db, citizenId)).length === 0) return refused('no-app')
    const { sessionId, trustedSince } = session
    const codes = await replaceRecoveryCodes(inTransaction, citizen, trustedSince ?? needs.clock.now())
    await appendEvent(inTransaction, { name: 'recovery-codes-made', origin, citizenId, sessionId })
    await postNews(inTransaction, citizen, CODE_LETTERS.codesMade, { at: needs.clock.now() })
    return accepted(codes)
  })
}

/** Replaces the recovery codes of a citizen whose row the caller has locked. */
export async function replaceRecoveryCodes(
  { db, random }: Pick<ChangeProofsNeeds, 'db' | 'random'>,
  { citizenId }: Citizen,
  trustedSince: UnixSeconds,
): Promise<readonly Secret[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => newRecoveryCode(random))
  await deleteRecoveryCodesOfCitizen(db, citizenId)
  const hashes = codes.map((code) => recoveryCodeHash(citizenId, readRecoveryCode(code.reveal()) ?? ''))
  await insertRecoveryCodes(db, { citizenId, hashes, trustedSince })
  return codes
}
