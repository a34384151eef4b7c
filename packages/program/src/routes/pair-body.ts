import type { TokenPair } from '../sessions/index.ts'
import type { SessionRow } from '../store/index.ts'
import type { TokenPairResponse } from '../wire.ts'

/** The body of a response with a pair of tokens. */
export function pairBody(
  { pair, session }: { pair: TokenPair; session: SessionRow },
  now: Date,
): TokenPairResponse {
  const seconds = (until: Date) => Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000))
  return {
    token_type: 'Bearer',
    access_token: pair.accessToken,
    expires_in: seconds(pair.accessExpiresAt),
    refresh_token: pair.refreshToken,
    refresh_expires_in: seconds(session.expiresAt),
  }
}
