import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, findCitizen, setEmailVerified } from '../citizens/index.ts'
import type { Clock } from '../platform/clock.ts'
import { readToken } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import { holdProven, type ProofRefusal, type ProvePasswordNeeds, provePassword } from '../sign-in/index.ts'
import {
  deleteVerificationLinks,
  findVerificationLink,
  spendVerificationLink,
} from './verification-link-store.ts'

/** What confirming an address needs. */
export type ConfirmAddressNeeds = ProvePasswordNeeds

/** What came from the page behind a mailed link. */
export interface AddressConfirmation {
  readonly link: string
  readonly password: string
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why an address was not confirmed; `link-invalid` stands for everything that can be wrong with a link. */
export type ConfirmAddressRefusal = 'link-invalid' | 'required' | ProofRefusal

/** The citizen whose address a link proves, as long as it works; looking changes nothing. */
export async function findVerifying(
  { db, clock }: { db: Database; clock: Clock },
  link: string,
): Promise<Citizen | undefined> {
  const key = readToken('verification-link', link)
  const found = key && (await findVerificationLink(db, key, clock.now()))
  const citizen = key && (await findCitizen(db, key.citizenId))
  if (citizen?.standing !== 'active') return undefined
  return found?.securityVersion === citizen.securityVersion ? citizen : undefined
}

/**
 * Confirms an address for a citizen who holds the mailed link and knows the password, so that neither a scanner that
 * follows links nor somebody who only reads the mail can. Of many at once one wins; every other link of the citizen
 * goes with it. A wrong password spends no link.
 */
export async function confirmAddress(
  needs: ConfirmAddressNeeds,
  confirmation: AddressConfirmation,
): Promise<Result<Citizen, ConfirmAddressRefusal>> {
  const verifying = await findVerifying(needs, confirmation.link)
  if (!verifying) return refused('link-invalid')
  if (confirmation.password === '') return refused('required')
  const { email } = verifying
  const proof = await provePassword(needs, { ...confirmation, email, purpose: 'confirm-address' })
  if (!proof.ok) return proof
  if (proof.value.citizenId !== verifying.citizenId) return refused('link-invalid')
  const confirmed = await needs.db.transaction((tx) => spend({ ...needs, db: tx }, proof.value, confirmation))
  return confirmed ? accepted(proof.value) : refused('link-invalid')
}

async function spend(
  needs: ConfirmAddressNeeds,
  proven: Citizen,
  { link, origin }: AddressConfirmation,
): Promise<boolean> {
  const key = readToken('verification-link', link)
  const citizen = await holdProven(needs.db, proven)
  if (!key || !citizen) return false
  const { citizenId, securityVersion } = citizen
  if (!(await spendVerificationLink(needs.db, { ...key, securityVersion }, needs.clock.now()))) return false
  await deleteVerificationLinks(needs.db, citizenId)
  await setEmailVerified(needs.db, citizenId)
  await appendEvent(needs, { name: 'email-verified', origin: { ...origin, actor: 'citizen' }, citizenId })
  return true
}
