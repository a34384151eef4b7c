import type { StartedSession } from '../access/index.ts'
import { appendEvent } from '../audit/index.ts'
import { asOfNow, lockCitizen } from '../citizens/index.ts'
import type { WakesMail } from '../mail/index.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { Wait } from '../platform/room/limit.ts'
import type { RateLimits } from '../rate-limits/index.ts'
import { type EnterNeeds, type Entrant, enterCitizen } from '../sign-in/index.ts'
import { endCeremony } from './ceremony.ts'
import { citizenOfHandle, type Passkey } from './passkey.ts'
import { findPasskey, notePasskeyUse } from './passkey-store.ts'
import type { Assertion } from './read-answer.ts'
import { type ProvenUse, type Question, verifyUse } from './verify-answer.ts'

/** Everything that a sign-in with a passkey uses. */
export interface PasskeySignInNeeds extends EnterNeeds, WakesMail {
  readonly limits: RateLimits
}

/** The answer of an authenticator to our question, and the browser that brings it. */
export interface PasskeyAttempt {
  readonly question: Question
  readonly answer: Assertion
  readonly entrant: Omit<Entrant, 'proof' | 'trustedSince'>
}

/** Why nobody was signed in. `refused` is the same for every fault of the answer, the passkey and the account. */
export type PasskeySignInRefusal = 'too-late' | 'refused' | Wait

/** The same as the audit says it. */
type Fault =
  | 'replayed'
  | 'unknown-passkey'
  | 'not-fitting'
  | 'counter-did-not-rise'
  | 'backup-eligibility-changed'
  | 'suspended'
  | 'closed'

/**
 * Signs in the citizen who owns a passkey. The challenge is spent first, so an answer counts once, whatever else is wrong. The
 * account is the one that the user handle names, and only its own passkeys are looked for. Nobody can guess a signature, so
 * wrong answers delay no account; a limit for each network bounds the work.
 */
export async function signInWithPasskey(
  needs: PasskeySignInNeeds,
  attempt: PasskeyAttempt,
): Promise<Result<StartedSession, PasskeySignInRefusal>> {
  const { question, answer, entrant } = attempt
  const limit = await needs.limits.spend('passkey-per-ip', entrant.origin.address)
  if (!limit.allowed) return refused(limit)
  if (!(await endCeremony(needs, question.challenge))) return refuse(needs, attempt, 'replayed')
  const passkey = await findOwned(needs, answer)
  if (!passkey) return refuse(needs, attempt, 'unknown-passkey')
  const use = await verifyUse(question, answer, passkey)
  if (!use) return refuse(needs, attempt, 'not-fitting', passkey.citizenId)
  const entered = await needs.db.transaction((tx) => enter({ ...needs, db: tx }, passkey, use, attempt))
  if (!entered.ok) return refuse(needs, attempt, entered.refusal, passkey.citizenId)
  needs.mail.wake()
  return entered
}

async function findOwned({ db }: PasskeySignInNeeds, answer: Assertion): Promise<Passkey | undefined> {
  const citizenId = citizenOfHandle(Buffer.from(answer.userHandle, 'base64url'))
  const credentialId = Buffer.from(answer.credentialId, 'base64url')
  return citizenId === undefined ? undefined : findPasskey(db, { citizenId, credentialId })
}

async function enter(
  needs: PasskeySignInNeeds,
  { citizenId, credentialId, trustedSince }: Passkey,
  use: ProvenUse,
  { entrant }: PasskeyAttempt,
): Promise<Result<StartedSession, Fault>> {
  const found = await lockCitizen(needs.db, citizenId)
  // Only the holder of the passkey comes here, and may learn from the time of an answer how the account stands.
  const citizen = found?.standing === 'suspended' ? await asOfNow(needs, found) : found
  if (!citizen) return refused('unknown-passkey')
  if (citizen.standing !== 'active') return refused(citizen.standing)
  const isUsable = await notePasskeyUse(needs.db, { citizenId, credentialId, ...use }, needs.clock.now())
  if (!isUsable) return refused(faultOf(await findPasskey(needs.db, { citizenId, credentialId }), use))
  return accepted(await enterCitizen(needs, citizen, { ...entrant, proof: 'passkey', trustedSince }))
}

/** Why the statement stored no use of a passkey that was verified. */
function faultOf(known: Passkey | undefined, { backupEligible }: ProvenUse): Fault {
  if (!known) return 'unknown-passkey'
  const isChanged = known.backupEligible !== null && known.backupEligible !== backupEligible
  return isChanged ? 'backup-eligibility-changed' : 'counter-did-not-rise'
}

async function refuse(
  needs: PasskeySignInNeeds,
  { entrant: { origin } }: PasskeyAttempt,
  reason: Fault,
  citizenId?: string,
): Promise<Result<StartedSession, PasskeySignInRefusal>> {
  const about = citizenId === undefined ? {} : { citizenId }
  await appendEvent(needs, { name: 'passkey-refused', origin, ...about, details: { reason } })
  return refused(reason === 'replayed' ? 'too-late' : 'refused')
}
