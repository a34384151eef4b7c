import { markOf } from '../citizens/index.ts'
import { plusSeconds } from '../platform/clock.ts'
import { mintToken } from '../platform/opaque-token.ts'
import type { Factor, FactorNeeds } from '../sign-in/index.ts'
import { hasAuthenticator, hasAuthenticatorSince } from './authenticator-store.ts'
import { insertHalfSignIn } from './half-sign-in-store.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { TICKET_COOKIE } from './ticket-cookie.ts'

/** What the sign-in gets of this room. The ticket costs one statement, which writes nothing for citizens without codes. */
export function codeFactor({ db: pool, clock, random }: FactorNeeds): Factor {
  return {
    proofs: async (citizenId) => ((await hasAuthenticator(pool, citizenId)) ? ['password+code'] : []),
    secondStep: {
      begin: async (db, citizen) => {
        const ticket = mintToken(random, 'half-sign-in', citizen.citizenId)
        const expiresAt = plusSeconds(clock.now(), TICKET_COOKIE.seconds)
        const isBegun = await insertHalfSignIn(db, ticket, { ...markOf(citizen), expiresAt })
        return isBegun ? { value: ticket.value, cookie: TICKET_COOKIE } : undefined
      },
      isAsked: hasAuthenticator,
      isAskedSince: hasAuthenticatorSince,
      remove: removeSecondFactor,
    },
  }
}
