import type { RedeemedCode } from '../central/index.ts'
import { asDate, sha256Base64Url } from '../platform/index.ts'
import type { Service } from '../service.ts'
import type { PendingRow } from '../store/index.ts'
import { LIMITS } from '../wire.ts'
import { placeOf } from './central-tokens.ts'

type HandoffNeeds = Pick<Service, 'clock' | 'keyring' | 'store'>

/** Stores the result of the callback, encrypted, for a one-use code. The code works only with the verifier of the app's challenge. */
export async function createHandoff(
  service: HandoffNeeds,
  { pending, code }: { pending: PendingRow; code: string },
  redeemed: RedeemedCode,
): Promise<void> {
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
}
