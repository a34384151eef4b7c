import type { CentralTokens } from '../central/index.ts'
import type { Service } from '../service.ts'
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
