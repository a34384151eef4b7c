import { type AuditEvent, type AuditOrigin, appendEvent, appendRepeated } from '../audit/index.ts'
import { asOfNow, type Citizen, replacePasswordHash } from '../citizens/index.ts'
import {
  cancelGuess,
  countFailure,
  forgiveGuess,
  type GuessRefusal,
  IN_A_ROW,
  type ReservedGuess,
  reserveGuess,
} from '../guesses/index.ts'
import type { PasswordHasher, Place, Verdict } from '../passwords/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { countedNetworks } from '../rate-limits/index.ts'
import { SIGN_IN_EVENTS } from './events.ts'
import type { MayHaveForeignPasswords } from './foreign-passwords.ts'
import type { MayAskForCode } from './second-factor-entry.ts'

/** The database, the hasher, and what the audit event needs. */
export interface ProvePasswordNeeds extends Basics, MayHaveForeignPasswords {
  readonly passwords: PasswordHasher
}

/** An address and a password to check. */
export interface PasswordAttempt {
  /** The address in its stored spelling, or the typed text, which is counted the same. */
  readonly email: string
  readonly password: string
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin & { readonly address: string }
  readonly purpose: 'sign-in' | 'change-password' | 'confirm-address' | 'lost-app'
}

/** Why a password was refused. `wrong` also covers every state of the account. */
export type ProofRefusal = 'wrong' | 'busy' | GuessRefusal

/** An active citizen whose password was right. */
export interface Proof {
  readonly citizen: Citizen
  /** The guess that was right. It counts as a failure until it is forgiven. */
  readonly guess: ReservedGuess
}

/**
 * Why a guess failed, as the audit says it. `unreadable-hash`: no password is right until the citizen has set a new one by mail. The last
 * three are of a code after a right password.
 */
export type FailureReason =
  | 'unknown-address'
  | 'suspended'
  | 'closed'
  | 'wrong-password'
  | 'unreadable-hash'
  | 'wrong-code'
  | 'replayed-code'
  | 'wrong-recovery-code'

/**
 * Finds the active citizen with this password, and forgives earlier failures (see `comparePassword`). Where the account asks for a
 * code, only this guess is taken back: wrong codes are among the failures, and whoever has the password could reset the count
 * before each code.
 */
export async function provePassword(
  needs: ProvePasswordNeeds & MayAskForCode,
  attempt: PasswordAttempt,
): Promise<Result<Citizen, ProofRefusal>> {
  const proof = await comparePassword(needs, attempt)
  if (!proof.ok) return proof
  const { citizen, guess } = proof.value
  const asksForCode = await needs.secondFactor?.isAsked(needs.db, citizen.citizenId)
  await (asksForCode ? cancelGuess(needs, guess) : forgiveGuess(needs, guess))
  return accepted(citizen)
}

/**
 * Finds the active citizen with this password. An unknown address, a suspended or closed account, a stored hash that cannot be read and
 * a wrong password cause the same reads, one hash and the same writes, and get the same answer. Only the audit distinguishes them. The
 * guess is counted before the password is compared; the caller forgives it where it was right. Where too many passwords wait, the
 * database is asked nothing.
 */
export async function comparePassword(
  needs: ProvePasswordNeeds,
  attempt: PasswordAttempt,
): Promise<Result<Proof, ProofRefusal>> {
  const network = countedNetworks(attempt.origin.address).at(-1)?.who ?? ''
  const place = needs.passwords.reserve(network)
  if (!place) return refused('busy')
  return compare(needs, attempt, place).finally(place.giveBack)
}

async function compare(
  needs: ProvePasswordNeeds,
  attempt: PasswordAttempt,
  place: Place,
): Promise<Result<Proof, ProofRefusal>> {
  const { email, deviceHash, origin } = attempt
  const begunAt = performance.now()
  const guess = await reserveGuess(needs, { email, deviceHash, networks: countedNetworks(origin.address) })
  if (!guess.ok) return guess
  const citizen = await asOfNow(needs, guess.value.citizen)
  const active = citizen?.standing === 'active' ? citizen : undefined
  const compared = await compareStored(needs, active, attempt, place)
  if (compared.ok) return accepted({ citizen: compared.value, guess: guess.value })
  if (compared.refusal === 'turned-away') return refused('busy')
  if (compared.refusal === 'busy') {
    await cancelGuess(needs, guess.value)
    return refused('busy')
  }
  await noteFailure(needs, attempt, guess.value, reasonOf(citizen, compared.refusal))
  await needs.foreignPasswords?.evenOut(begunAt, active?.passwordHash ?? '')
  return refused('wrong')
}

/**
 * Compares a password with what is stored. A hash of another system has queues of its own, and needs no place in ours. `turned-away`: these
 * are full. The answer then says that there is such a hash, so it stays a guess: whoever tries addresses comes to an end.
 */
async function compareStored(
  needs: ProvePasswordNeeds,
  active: Citizen | undefined,
  attempt: PasswordAttempt,
  place: Place,
): Promise<Result<Citizen, Exclude<Verdict, 'right'> | 'turned-away'>> {
  const { foreignPasswords } = needs
  if (active && foreignPasswords?.isForeign(active.passwordHash)) {
    place.giveBack()
    const foreign = await foreignPasswords.verify(active, attempt.password)
    if (foreign === 'right') return replaceHash(needs, active, attempt)
    if (foreign === 'right-beginning') return accepted(active)
    return refused(foreign === 'busy' ? 'turned-away' : foreign)
  }
  const verdict = await needs.passwords.verify(active?.passwordHash, attempt.password, place)
  if (verdict !== 'right') return refused(verdict)
  return active ? accepted(active) : refused('wrong')
}

/**
 * Stores a right password as a hash of our own, in place of that of another system. Where too many hashes wait, the old one stays until the
 * next time. `busy`: the account has another hash by now, perhaps by the same citizen in another browser.
 */
async function replaceHash(
  needs: ProvePasswordNeeds,
  citizen: Citizen,
  { password, origin }: PasswordAttempt,
): Promise<Result<Citizen, 'busy'>> {
  const hashed = await needs.passwords.hash(password)
  if (!hashed.ok) return accepted(citizen)
  const { citizenId } = citizen
  const isReplaced = await needs.db.transaction(async (db) => {
    const isStored = await replacePasswordHash(db, citizen, hashed.value)
    if (isStored) await appendEvent({ ...needs, db }, { name: 'password-hash-replaced', origin, citizenId })
    return isStored
  })
  return isReplaced ? accepted({ ...citizen, passwordHash: hashed.value }) : refused('busy')
}

/** Writes the events of a failed guess, and counts it among the failures in a row. */
export async function noteFailure(
  needs: Basics,
  attempt: Pick<PasswordAttempt, 'origin'> & { readonly purpose: PasswordAttempt['purpose'] | 'code' },
  guess: ReservedGuess,
  reason: FailureReason,
): Promise<void> {
  const { citizen, nextDelaySeconds: seconds } = guess
  const about = (details: AuditEvent['details']) => ({
    origin: attempt.origin,
    ...(citizen && { citizenId: citizen.citizenId }),
    details: { ...details, purpose: attempt.purpose },
  })
  const note = (name: 'sign-in-failed' | 'sign-in-slowed', details: AuditEvent['details']) =>
    appendRepeated(needs, { name, ...about(details) }, SIGN_IN_EVENTS[name].bound)
  await note('sign-in-failed', { reason })
  if (seconds > 0) await note('sign-in-slowed', { seconds })
  const closed = await closedBy(needs, guess)
  if (closed) await appendEvent(needs, { name: 'sign-in-closed-to-browser', ...about({ closed }) })
}

/** Which browsers may not try again after this failure: all that the account does not know, or only this one. */
async function closedBy(
  { db, clock }: Basics,
  { citizen, knowsDevice, strangersFailures, ...from }: ReservedGuess,
): Promise<'unknown-browsers' | 'this-browser' | undefined> {
  const isKnown = citizen && knowsDevice
  const failures = isKnown
    ? await countFailure(db, { ...from, citizenId: citizen.citizenId }, clock.now())
    : { ofAddress: strangersFailures, ofDevice: 0 }
  if (failures.ofDevice === IN_A_ROW.most) return 'this-browser'
  return failures.ofAddress === IN_A_ROW.most ? 'unknown-browsers' : undefined
}

function reasonOf(citizen: Citizen | undefined, verdict: 'wrong' | 'unreadable'): FailureReason {
  if (!citizen) return 'unknown-address'
  if (citizen.standing !== 'active') return citizen.standing
  return verdict === 'unreadable' ? 'unreadable-hash' : 'wrong-password'
}
