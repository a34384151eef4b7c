import { type Clock, plusSeconds } from '../platform/clock.ts'
import { mintToken } from '../platform/opaque-token.ts'
import type { Random } from '../platform/random.ts'
import type { SecondFactorEntry } from '../sign-in/index.ts'
import { markOf } from './account-mark.ts'
import { hasAuthenticator } from './authenticator-store.ts'
import { HALF_SIGN_IN_SECONDS, insertHalfSignIn } from './half-sign-in-store.ts'

/** What the sign-in gets of this room. It costs one statement, which writes nothing for citizens without codes. */
export function secondFactorEntry({
  clock,
  random,
}: {
  readonly clock: Clock
  readonly random: Random
}): SecondFactorEntry {
  return {
    begin: async (db, citizen) => {
      const ticket = mintToken(random, 'half-sign-in', citizen.citizenId)
      const expiresAt = plusSeconds(clock.now(), HALF_SIGN_IN_SECONDS)
      const isBegun = await insertHalfSignIn(db, ticket, { ...markOf(citizen), expiresAt })
      return isBegun ? ticket.value : undefined
    },
    isAsked: hasAuthenticator,
  }
}
