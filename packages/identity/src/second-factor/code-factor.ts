import { markOf } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { mintToken } from '../platform/opaque-token.ts'
import type { Factor, FactorNeeds } from '../sign-in/index.ts'
import { hasAuthenticator, hasAuthenticatorSince } from './authenticator-store.ts'
import { HALF_SIGN_IN_SECONDS, insertHalfSignIn } from './half-sign-in-store.ts'
import { removeSecondFactor } from './remove-second-factor.ts'

/** What the sign-in gets of this room. The ticket costs one statement, which writes nothing for citizens without codes. */
export function codeFactor({ db: pool, clock, random }: FactorNeeds): Factor {
  return {
    proofs: async (citizenId) => ((await hasAuthenticator(pool, citizenId)) ? ['password+code'] : []),
    secondStep: {
      begin: async (db, citizen) => {
        const ticket = mintToken(random, 'half-sign-in', citizen.citizenId)
        const expiresAt = plusSeconds(clock.now(), HALF_SIGN_IN_SECONDS)
        const isBegun = await insertHalfSignIn(db, ticket, { ...markOf(citizen), expiresAt })
        return isBegun ? ticket.value : undefined
      },
      isAsked: hasAuthenticator,
      isAskedSince: hasAuthenticatorSince,
      remove: removeSecondFactor,
    },
  }
}
