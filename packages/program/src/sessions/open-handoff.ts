import type { VerifiedIdentity } from '../accounts.ts'
import type { RedeemedCode } from '../central/index.ts'
import type { Service } from '../service.ts'
import type { HandoffRow } from '../store/index.ts'
import { placeOf } from './central-tokens.ts'

/** Decrypts a handoff. Null if its key is missing or the row was changed. */
export async function openHandoff(
  service: Pick<Service, 'keyring'>,
  handoff: HandoffRow,
): Promise<RedeemedCode | null> {
  const opened = await service.keyring.open(placeOf({ kind: 'handoff', id: handoff.codeHash }), handoff)
  if (typeof opened !== 'object' || opened === null) return null
  // Only createHandoff encrypts with this additional data, and AES-GCM refuses everything else. So the value is what
  // createHandoff wrote, with dates as text.
  const kept = opened as RedeemedCode
  return {
    identity: { ...kept.identity, ...signInOf(kept.identity), locale: kept.identity.locale ?? null },
    tokens: { ...kept.tokens, accessExpiresAt: new Date(kept.tokens.accessExpiresAt) },
    checkedAt: new Date(kept.checkedAt),
  }
}

/** Without `acr`, an earlier release wrote it: its time may be that of the ID token, and not that of the sign-in. */
function signInOf({ authenticatedAt, acr }: Partial<VerifiedIdentity>) {
  if (acr === undefined || !authenticatedAt) return { authenticatedAt: null, acr: acr ?? null }
  return { authenticatedAt: new Date(authenticatedAt), acr }
}
