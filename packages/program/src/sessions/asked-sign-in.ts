import type { VerifiedIdentity } from '../accounts.ts'

/** What a sign-in was asked to be. The identity service gets it by way of the browser, which may leave it out. */
export interface AskedSignIn {
  /** Null for any age. */
  readonly maxAgeSeconds: number | null
  /** The classes that count; none for all. */
  readonly acrValues: readonly string[]
  /** The citizen who asked. Null if nobody was signed in. */
  readonly subject: string | null
}

/** Why a sign-in is not the one that was asked for. */
export type AskedFault = 'other_account' | 'insufficient_user_authentication'

/** Times are whole seconds, and an answer takes a while. */
const TOLERANCE_SECONDS = 30

/**
 * Compares a sign-in with what was asked for (OpenID Connect Core sections 3.1.2.1 and 3.1.3.7). Its age counts from
 * the moment that it was begun: what is too old later, the guard of the route refuses.
 */
export function faultOfAsked(
  { maxAgeSeconds, acrValues, subject }: AskedSignIn,
  identity: Pick<VerifiedIdentity, 'subject' | 'authenticatedAt' | 'acr'>,
  begunAt: Date,
): AskedFault | null {
  if (subject !== null && subject !== identity.subject) return 'other_account'
  if (maxAgeSeconds !== null) {
    const oldest = begunAt.getTime() - (maxAgeSeconds + TOLERANCE_SECONDS) * 1000
    if (identity.authenticatedAt === null || identity.authenticatedAt.getTime() < oldest)
      return 'insufficient_user_authentication'
  }
  if (acrValues.length === 0) return null
  return identity.acr !== null && acrValues.includes(identity.acr) ? null : 'insufficient_user_authentication'
}
