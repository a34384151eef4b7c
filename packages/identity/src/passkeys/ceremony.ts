import type { Browser } from '../hosted-page/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { sha256 } from '../platform/secret.ts'
import { spendChallenge } from './challenge-store.ts'

/** How long a challenge is valid. */
export const CEREMONY_LIFETIME_SECONDS = 5 * 60

const CHALLENGE_BYTES = 32

/** What a challenge is for: signing in, or adding a passkey in one session. None counts for another purpose. */
export type CeremonyPurpose = 'passkey sign-in' | `passkey of ${string}`

/** A challenge for one browser. */
export interface Ceremony {
  /** The challenge in base64url. */
  readonly challenge: string
  /** The same, signed for this browser, purpose and time. The form returns it. */
  readonly note: string
}

/** Begins a ceremony. Nothing is stored, so a page view writes nothing. */
export function beginCeremony(
  { random, clock }: { readonly random: Random; readonly clock: Clock },
  browser: Browser,
  purpose: CeremonyPurpose,
): Ceremony {
  const challenge = random.bytes(CHALLENGE_BYTES).toString('base64url')
  const until = plusSeconds(clock.now(), CEREMONY_LIFETIME_SECONDS)
  return { challenge, note: browser.sign(purpose, challenge, until) }
}

/** Spends a challenge. False where another answer has spent it. */
export async function endCeremony(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  challenge: string,
): Promise<boolean> {
  const expiresAt = plusSeconds(clock.now(), CEREMONY_LIFETIME_SECONDS)
  return spendChallenge(db, sha256(challenge), expiresAt)
}
