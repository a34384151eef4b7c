import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, findCitizenIdByEmail } from '../citizens/index.ts'
import type { PasswordHasher } from '../passwords/index.ts'
import type { Random } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { countedAddress } from '../rate-limits/index.ts'
import { isKnownDevice } from '../sessions/index.ts'
import {
  forgiveGuess,
  type GuessNeeds,
  type MustWait,
  type ReservedGuess,
  reserveGuess,
  takeGuessBack,
} from './reserve-guess.ts'

/** What proving a password needs. */
export interface ProvePasswordNeeds extends GuessNeeds {
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
export type ProofRefusal = 'wrong' | 'busy' | MustWait

/** The id that no citizen has, so that an unknown address costs the same reads as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type FailureReason = 'unknown-address' | 'suspended' | 'closed' | 'wrong-password'

/**
 * Finds the active citizen that a password belongs to. The same reads, the same one hash and the same writes happen
 * for an address that nobody has, for a suspended or closed account and for a wrong password, and the answer is the
 * same; only the audit tells them apart. The guess is counted before the password is compared.
 */
export async function provePassword(
  needs: ProvePasswordNeeds,
  claim: PasswordClaim,
): Promise<Result<Citizen, ProofRefusal>> {
  const { citizen, knownDevice } = await recognise(needs, claim)
  const network = countedAddress(claim.origin.address)
  const reserved = await reserveGuess(needs, { email: claim.email, knownDevice, network })
  if (!reserved.ok) return reserved
  const active = citizen?.standing === 'active' ? citizen : undefined
  const verdict = await needs.passwords.verify(active?.passwordHash, claim.password)
  if (verdict === 'busy') {
    await takeGuessBack(needs, reserved.value)
    return refused('busy')
  }
  if (verdict === 'right' && active) {
    await forgiveGuess(needs, reserved.value)
    return accepted(active)
  }
  await noteFailure(needs, { claim, citizen, reserved: reserved.value })
  return refused('wrong')
}

async function recognise(
  { db }: ProvePasswordNeeds,
  { email, deviceHash }: PasswordClaim,
): Promise<{ citizen: Citizen | undefined; knownDevice: Buffer | undefined }> {
  const citizenId = (await findCitizenIdByEmail(db, email)) ?? NOBODY
  const citizen = await findCitizen(db, citizenId)
  const known = await isKnownDevice(db, { citizenId, deviceHash })
  return { citizen, knownDevice: known ? deviceHash : undefined }
}

async function noteFailure(
  needs: ProvePasswordNeeds,
  failure: { claim: PasswordClaim; citizen: Citizen | undefined; reserved: ReservedGuess },
): Promise<void> {
  const { claim, citizen, reserved } = failure
  const about = { origin: claim.origin, ...(citizen && { citizenId: citizen.citizenId }) }
  const { purpose } = claim
  await appendEvent(needs, {
    ...about,
    name: 'sign-in-failed',
    details: { reason: reasonOf(citizen), purpose },
  })
  const { nextDelaySeconds: seconds } = reserved
  if (seconds > 0)
    await appendEvent(needs, { ...about, name: 'sign-in-slowed', details: { seconds, purpose } })
}

function reasonOf(citizen: Citizen | undefined): FailureReason {
  if (!citizen) return 'unknown-address'
  return citizen.standing === 'active' ? 'wrong-password' : citizen.standing
}
