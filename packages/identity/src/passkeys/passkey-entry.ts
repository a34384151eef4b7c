import { PATHS } from '../pages/index.ts'
import type { Basics } from '../platform/foundation.ts'
import type { PasskeyEntry } from '../sign-in/index.ts'
import { noteOffer } from './offer-store.ts'
import { askForPasskey } from './questions.ts'
import { relyingPartyOf } from './relying-party.ts'

/** What the sign-in page gets of this room. */
export function passkeyEntry(needs: Basics & { readonly baseUrl: string }): PasskeyEntry {
  const party = relyingPartyOf(needs.baseUrl)
  return {
    question: (browser, againHref) => party && askForPasskey(needs, { party, browser, againHref }),
    offer: async (citizenId, resume) => {
      if (!party || !(await noteOffer(needs.db, citizenId, needs.clock.now()))) return undefined
      const carried = resume === undefined ? '' : `?resume=${encodeURIComponent(resume)}`
      return PATHS.offerPasskey + carried
    },
  }
}
