import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, setEmailVerified } from '../citizens/index.ts'
import { endLinks, type OwnedLink, spendLink } from '../mailed-links/index.ts'
import type { TokenKey } from '../platform/opaque-token.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import {
  lockProvenCitizen,
  type MayAskForCode,
  type ProofRefusal,
  type ProvePasswordNeeds,
  provePassword,
} from '../sign-in/index.ts'

/** The form of the page behind a mailed link. */
export interface AddressVerification {
  readonly password: string
  readonly deviceHash: Buffer
  readonly origin: AuditOrigin & { readonly address: string }
}

/** Why an address was not verified. `link-invalid` covers everything that can be wrong with a link. */
export type VerifyAddressRefusal = 'link-invalid' | 'required' | ProofRefusal

/**
 * Verifies the address of a citizen who has the mailed link and knows the password. So neither a scanner that follows
 * links nor a person who only reads the mail can do it. One of several concurrent uses succeeds, and every other link
 * that verifies the address is deleted. A wrong password spends no link.
 */
export async function verifyAddress(
  needs: ProvePasswordNeeds & MayAskForCode,
  { key, citizen }: OwnedLink,
  verification: AddressVerification,
): Promise<Result<Citizen, VerifyAddressRefusal>> {
  if (verification.password === '') return refused('required')
  const { citizenId, email } = citizen
  const proof = await provePassword(needs, { ...verification, email, purpose: 'confirm-address' })
  if (!proof.ok) return proof
  if (proof.value.citizenId !== citizenId) return refused('link-invalid')
  const { origin } = verification
  const verified = await needs.db.transaction((tx) => spend({ ...needs, db: tx }, key, proof.value, origin))
  return verified ? accepted(proof.value) : refused('link-invalid')
}

async function spend(
  needs: ProvePasswordNeeds & MayAskForCode,
  key: TokenKey,
  proven: Citizen,
  origin: AuditOrigin,
): Promise<boolean> {
  const citizen = await lockProvenCitizen(needs.db, proven)
  if (!citizen || !(await spendLink(needs, key, citizen))) return false
  const { citizenId } = citizen
  await endLinks(needs.db, 'verification', citizenId)
  await setEmailVerified(needs.db, citizenId)
  await appendEvent(needs, { name: 'email-verified', origin: { ...origin, actor: 'citizen' }, citizenId })
  return true
}
