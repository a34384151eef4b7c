import type { Citizen } from '../citizens/index.ts'
import type { Browser } from '../hosted-page/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { RelyingParty } from './ceremony.ts'
import { beginCeremony, CEREMONY_LIFETIME_SECONDS, type CeremonyPurpose } from './ceremony.ts'
import type { PasskeyQuestion } from './pages/passkey-form.ts'
import { userHandleOf } from './passkey.ts'
import { ALGORITHMS } from './verify-answer.ts'

/** What a question is made with, and for whom. */
export interface AskNeeds {
  readonly random: Random
  readonly clock: Clock
}

/** The browser that shows the question, and the page that has a new one. */
export interface Asked {
  readonly party: RelyingParty
  readonly browser: Browser
  readonly againHref: string
}

/** A known passkey, by its credential id in base64url. */
interface Known {
  readonly id: string
}

const TIMEOUT_MILLISECONDS = CEREMONY_LIFETIME_SECONDS * 1000

/**
 * Asks for a passkey of this service. The person must prove it to the device (`userVerification`). With `known`, only for one
 * of these; otherwise for any, so the page says nothing about an account.
 */
export function askForPasskey(
  needs: AskNeeds,
  { party, browser, againHref }: Asked,
  known: readonly Known[] = [],
): PasskeyQuestion {
  return question(needs, browser, { purpose: 'passkey sign-in', againHref }, (challenge) => ({
    challenge,
    rpId: party.id,
    timeout: TIMEOUT_MILLISECONDS,
    userVerification: 'required',
    ...(known.length > 0 && { allowCredentials: known.map(described) }),
  }))
}

/** Asks a device to make a passkey that needs no address to be typed, and to make none where it already has one. */
export function askForNewPasskey(
  needs: AskNeeds,
  { party, browser, againHref }: Asked,
  { serviceName, citizen, sessionId, known }: NewPasskeyFor,
): PasskeyQuestion {
  return question(needs, browser, { purpose: `passkey of ${sessionId}`, againHref }, (challenge) => ({
    challenge,
    rp: { id: party.id, name: serviceName },
    user: { id: userHandleOf(citizen.citizenId), name: citizen.email, displayName: citizen.fullName },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT_MILLISECONDS,
    attestation: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }))
}

/** Whose new passkey it will be. */
export interface NewPasskeyFor {
  readonly serviceName: string
  readonly citizen: Citizen
  readonly sessionId: string
  readonly known: readonly Known[]
}

const described = ({ id }: Known) => ({ type: 'public-key', id })

function question(
  needs: AskNeeds,
  browser: Browser,
  { purpose, againHref }: { readonly purpose: CeremonyPurpose; readonly againHref: string },
  optionsOf: (challenge: string) => object,
): PasskeyQuestion {
  const { challenge, note } = beginCeremony(needs, browser, purpose)
  return { options: JSON.stringify(optionsOf(challenge)), ceremony: note, againHref }
}
