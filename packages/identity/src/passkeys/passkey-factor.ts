import type { Factor, FactorNeeds } from '../sign-in/index.ts'
import { relyingPartyOf } from './ceremony.ts'
import { noteOffer } from './offer-store.ts'
import { MAKES_PASSKEYS, passkeyMark, passkeyWayIn } from './pages/passkey-form.ts'
import { hasPasskey } from './passkey-store.ts'
import { PASSKEY_PATHS } from './paths.ts'
import { askForPasskey } from './questions.ts'

/** What the sign-in gets of this room. */
export function passkeyFactor(needs: FactorNeeds): Factor {
  const party = relyingPartyOf(needs.baseUrl)
  return {
    proofs: async (citizenId) => ((await hasPasskey(needs.db, citizenId)) ? ['passkey'] : []),
    wayIn: {
      carried: party && passkeyMark,
      shown: (frame, { browser, againHref, resume, leadsTo }) => {
        const { csrfToken } = browser
        const question = party && askForPasskey(needs, { party, browser, againHref })
        return question && passkeyWayIn(frame, { csrfToken, resume, leadsTo }, question)
      },
      // The script says whether the device can make one.
      offer: async (form, citizenId, resume) => {
        if (!party || form.text(MAKES_PASSKEYS) !== 'yes') return undefined
        if (!(await noteOffer(needs.db, citizenId, needs.clock.now()))) return undefined
        const carried = resume === undefined ? '' : `?resume=${encodeURIComponent(resume)}`
        return PASSKEY_PATHS.offer + carried
      },
    },
  }
}
