import {
  countFailure,
  forgiveGuess,
  type GuessRefusal,
  MOST_FAILURES_IN_A_ROW,
  type ReservedGuess,
  reserveGuess,
  takeGuessBack,
} from '../attempts/index.ts'
import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import type { Citizen } from '../citizens/index.ts'
import type { PasswordHasher } from '../passwords/index.ts'
import type { Foundation } from '../platform/foundation.ts'
import type { Random } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { countedNetworks } from '../rate-limits/index.ts'

/** What proving a password needs. */
export interface ProvePasswordNeeds extends Pick<Foundation, 'db' | 'clock'> {
  readonly random: Random
  readonly passwords: PasswordHasher
}

/** A password that somebody claims to be an account's. */
export interface PasswordClaim {
  /** The address in its stored spelling, or whatever else was typed: it is counted just the same. */
  readonly email: string
  readonly password: string
  /** `idHash` of the browser. */
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin & { readonly address: string }
  readonly purpose: 'sign-in' | 'change-password' | 'confirm-address'
}

/** Why a password was not taken; `wrong` stands for every state of the account too. */
export type ProofRefusal = 'wrong' | 'busy' | GuessRefusal

/** An active citizen whose password was given. */
export interface Proof {
  readonly citizen: Citizen
  /** The guess that proved it, which counts as a failure until it is forgiven. */
  readonly guess: ReservedGuess
}

type FailureReason = 'unknown-address' | 'suspended' | 'closed' | 'wrong-password'

/** Finds the active citizen that a password belongs to, and forgives the guess (see `comparePassword`). */
export async function provePassword(
  needs: ProvePasswordNeeds,
  claim: PasswordClaim,
): Promise<Result<Citizen, ProofRefusal>> {
  const proof = await comparePassword(needs, claim)
  if (!proof.ok) return proof
  await forgiveGuess(needs, proof.value.guess)
  return accepted(proof.value.citizen)
}

/**
 * Finds the active citizen that a password belongs to. The same reads, the same one hash and the same writes happen
 * for an address that nobody has, for a suspended or closed account and for a wrong password, and the answer is the
 * same; only the audit tells them apart. The guess is counted before the password is compared, and whoever asks forgives
 * it when it was right.
 */
export async function comparePassword(
  needs: ProvePasswordNeeds,
  claim: PasswordClaim,
): Promise<Result<Proof, ProofRefusal>> {
  const { email, deviceHash, origin } = claim
  const guess = await reserveGuess(needs, { email, deviceHash, networks: countedNetworks(origin.address) })
  if (!guess.ok) return guess
  const { citizen } = guess.value
  const active = citizen?.standing === 'active' ? citizen : undefined
  const verdict = await needs.passwords.verify(active?.passwordHash, claim.password)
  if (verdict === 'busy') {
    await takeGuessBack(needs, guess.value)
    return refused('busy')
  }
  if (verdict === 'right' && active) return accepted({ citizen: active, guess: guess.value })
  await noteFailure(needs, claim, guess.value)
  return refused('wrong')
}

async function noteFailure(
  needs: ProvePasswordNeeds,
  claim: PasswordClaim,
  guess: ReservedGuess,
): Promise<void> {
  const { citizen, nextDelaySeconds: seconds } = guess
  const about = { origin: claim.origin, ...(citizen && { citizenId: citizen.citizenId }) }
  const { purpose } = claim
  await appendEvent(needs, {
    ...about,
    name: 'sign-in-failed',
    details: { reason: reasonOf(citizen), purpose },
  })
  if (seconds > 0)
    await appendEvent(needs, { ...about, name: 'sign-in-slowed', details: { seconds, purpose } })
  const closed = await closedBy(needs, guess)
  if (closed)
    await appendEvent(needs, { ...about, name: 'sign-in-closed-to-browser', details: { closed, purpose } })
}

/** Which browsers may not try any more since this failure: all that are unknown to the account, or the one it was made in. */
async function closedBy(
  { db, clock }: ProvePasswordNeeds,
  { citizen, knowsDevice, strangersFailures, ...from }: ReservedGuess,
): Promise<'unknown-browsers' | 'this-browser' | undefined> {
  const isKnown = citizen && knowsDevice
  const failures = isKnown
    ? await countFailure(db, { ...from, citizenId: citizen.citizenId }, clock.now())
    : { ofAddress: strangersFailures, ofDevice: 0 }
  if (failures.ofDevice === MOST_FAILURES_IN_A_ROW) return 'this-browser'
  return failures.ofAddress === MOST_FAILURES_IN_A_ROW ? 'unknown-browsers' : undefined
}

function reasonOf(citizen: Citizen | undefined): FailureReason {
  if (!citizen) return 'unknown-address'
  return citizen.standing === 'active' ? 'wrong-password' : citizen.standing
}
