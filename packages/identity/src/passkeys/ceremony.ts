import { isIP } from 'node:net'
import type { Browser } from '../hosted-page/index.ts'
import { type Clock, plusSeconds } from '../platform/clock.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { sha256 } from '../platform/secret.ts'
import { spendChallenge } from './challenge-store.ts'

/** Who asks an authenticator: the host of the service, and the one origin whose answers count. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/**
 * The relying party of a base URL. Its id is the host, and browsers bind every passkey to it. Nothing where the host is an
 * IP address, because browsers then make no passkey (WebAuthn level 3 section 5.1.2).
 */
export function relyingPartyOf(baseUrl: string): RelyingParty | undefined {
  const { hostname, origin } = new URL(baseUrl)
  const isAddress = isIP(hostname) !== 0 || hostname.startsWith('[')
  return isAddress ? undefined : { id: hostname, origin }
}

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
