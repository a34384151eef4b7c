import type { Basics } from '../platform/foundation.ts'
import type { Citizen } from './citizen.ts'
import { standingNow } from './suspension.ts'

type Asks = Pick<Basics, 'db' | 'clock'>

/** Why a suspension would do nothing: one without an end becomes no longer. */
export async function whyNotSuspend(needs: Asks, citizen: Citizen): Promise<'endless' | undefined> {
  const { standing, suspension } = await standingNow(needs, citizen)
  return standing === 'suspended' && (suspension?.endsAt ?? null) === null ? 'endless' : undefined
}

/** Why a reinstatement would do nothing. */
export async function whyNotReinstate(needs: Asks, citizen: Citizen): Promise<'notSuspended' | undefined> {
  return (await standingNow(needs, citizen)).standing === 'suspended' ? undefined : 'notSuspended'
}

/** Why nobody would have to verify the address again. */
export async function whyNotUnverify(
  _needs: Asks,
  { emailVerified }: Citizen,
): Promise<'unverified' | undefined> {
  return emailVerified ? undefined : 'unverified'
}
