import type { RedeemedCode } from '../central/index.ts'
import { asDate, sha256Base64Url } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { PendingRow } from '../store/index.ts'
import { LIMITS } from '../wire.ts'
import { handoffCodeFor } from './local-tokens.ts'
import { placeOf } from './sealed-place.ts'

type HandoffNeeds = Pick<Service, 'random' | 'clock' | 'keyring' | 'store'>

/**
 * Stores the result of the callback, encrypted, and returns a one-use code. The code works only with the verifier of
 * the app's challenge. It begins with the first signs of that challenge, so that an app with many sign-ins under way knows
 * which one has come back. They are no secret: the verifier does not follow from them. 210 random bits are left.
 */
export async function createHandoff(
  service: HandoffNeeds,
  pending: PendingRow,
  redeemed: RedeemedCode,
): Promise<string> {
  const code = handoffCodeFor(service.random, pending.challenge)
  const codeHash = await sha256Base64Url(code)
  const now = service.clock.now()
  const { issuer, subject } = redeemed.identity
  await service.store.createHandoff({
    codeHash,
    challenge: pending.challenge,
    issuer,
    subject,
    link: pending.link,
    ...(await service.keyring.seal(placeOf({ kind: 'handoff', id: codeHash }), redeemed)),
    createdAt: now,
    expiresAt: asDate(now, LIMITS.handoffMs),
  })
  return code
}
