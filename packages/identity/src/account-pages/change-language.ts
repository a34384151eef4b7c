import { type AuditOrigin, appendEvent } from '../audit/index.ts'
import { type Citizen, setLanguage } from '../citizens/index.ts'
import type { Basics } from '../platform/foundation.ts'

/** Stores the language of a citizen, for pages and letters. Nothing changes where all access has ended meanwhile. */
export async function changeLanguage(
  needs: Basics,
  citizen: Citizen,
  { language, origin }: { readonly language: string; readonly origin: AuditOrigin },
): Promise<void> {
  if (language === citizen.language) return
  const { citizenId } = citizen
  const details = { language: true }
  await needs.db.transaction(async (tx) => {
    if (await setLanguage(tx, citizen, language))
      await appendEvent({ ...needs, db: tx }, { name: 'profile-changed', origin, citizenId, details })
  })
}
