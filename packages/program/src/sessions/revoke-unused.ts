import type { CentralTokens } from '../central/index.ts'
import type { Service } from '../service.ts'
import type { SealedCentral } from '../store/index.ts'
import { placeOf } from './central-tokens.ts'
import { type RevokeNeeds, revokeSoon } from './revoke-due.ts'

type RevokeUnusedNeeds = RevokeNeeds & Pick<Service, 'inBackground' | 'random'>

/**
 * Revokes central tokens that are in no row, by way of the list of revocations. If the list cannot be written, revokes
 * them directly, once.
 */
export async function revokeUnused(
  service: RevokeUnusedNeeds,
  { refreshToken }: Pick<CentralTokens, 'refreshToken'>,
): Promise<void> {
  if (refreshToken === null) return
  try {
    const origin = { kind: 'revocation', id: service.random.uuid() } as const
    const sealed = await service.keyring.seal(placeOf(origin), { refreshToken })
    await service.store.addRevocation({ origin, ...sealed, createdAt: service.clock.now() })
    revokeSoon(service)
  } catch {
    service.inBackground(service.central.revoke(refreshToken))
  }
}

/**
 * Revokes tokens that were renewed for a session which has ended since then. If the session is still open, another
 * worker has it and the grant is kept.
 */
export async function revokeRenewed(
  service: RevokeNeeds & Pick<Service, 'inBackground'>,
  sessionId: string,
  { sealed, keyId }: SealedCentral,
): Promise<void> {
  const session = await service.store.findSession(sessionId)
  if (session?.endedCause === null) return
  const origin = { kind: 'session', id: sessionId } as const
  await service.store.addRevocation({ origin, sealed, keyId, createdAt: service.clock.now() })
  revokeSoon(service)
}
