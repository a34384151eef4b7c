import type { CentralTokens } from '../central/index.ts'
import type { Service } from '../service.ts'
import type { SealedCentral } from '../store/index.ts'
import { type RevokeNeeds, revokeSoon } from './revoke-due.ts'
import { placeOf } from './sealed-place.ts'

/** What giving up tokens uses. */
type DisownNeeds = RevokeNeeds & Pick<Service, 'inBackground' | 'random'>

/** Gives up central tokens that are in no row: their grant goes on the list, and where there is no list now, is revoked once. */
export async function disownTokens(
  service: DisownNeeds,
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

/** Gives up tokens that were renewed for a session that ended meanwhile; one that goes on with another worker keeps its grant. */
export async function disownRenewed(
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
