import { findCitizen, findCitizenIdByEmail } from '../citizens/index.ts'
import { LINK_KINDS, REGISTRATIONS } from '../mailed-links/index.ts'
import type { Basics } from '../platform/foundation.ts'
import { readToken } from '../platform/opaque-token.ts'

/**
 * Whether a registration link has already become an active account, or its address has one by another link. A used link has
 * no row any more, so its random citizen id stands for it, which no page and no program shows.
 */
export async function leadsToAccount(
  { db, clock }: Pick<Basics, 'db' | 'clock'>,
  link: string,
): Promise<boolean> {
  const key = readToken(LINK_KINDS.registration.token, link)
  if (!key) return false
  const waiting = await REGISTRATIONS.find(db, key, clock.now())
  const citizenId = waiting ? await findCitizenIdByEmail(db, waiting.email) : key.citizenId
  const citizen = citizenId === undefined ? undefined : await findCitizen(db, citizenId)
  return citizen?.standing === 'active'
}
