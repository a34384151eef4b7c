import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, setLanguage } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'

/**
 * Stores the language of a citizen, for pages and letters. Nothing changes where all access has ended meanwhile. Whoever changes it
 * all the time still gets the language, but no more events.
 */
export async function changeLanguage(
  needs: Basics & SpendsLimits,
  citizen: Citizen,
  { language, origin }: { readonly language: string; readonly origin: AuditOrigin },
): Promise<void> {
  if (language === citizen.language) return
  const { citizenId } = citizen
  const details = { language: true }
  const { allowed } = await needs.limits.spend('profile-change-per-citizen', citizenId)
  await needs.db.transaction(async (tx) => {
    if ((await setLanguage(tx, citizen, language)) && allowed)
      await appendEvent({ ...needs, db: tx }, { name: 'profile-changed', origin, citizenId, details })
  })
}
