import type { STALE_CLIENT } from '../clients/index.ts'
import type { Clock } from '../platform/clock.ts'
import type { Keyring } from '../platform/keyring.ts'
import { coalesce, HOT_WRITES } from '../platform/postgres/coalesce.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import type { Result } from '../platform/result.ts'
import type { Signer } from '../signing-keys/index.ts'
import { exchangeCode, type TokenAnswer, type TokenCaller } from '../oauth/token/exchange-code.ts'
import { type CodeRedemption, type RedeemedCode, redeemCodes } from './statements/redeem-code.ts'
import { refreshTokens } from '../oauth/token/refresh-tokens.ts'
import { type RotatedToken, type Rotation, rotateRefreshTokens } from './statements/rotate-refresh-token.ts'
import type { TokenRefusal } from '../oauth/token/token-refusal.ts'
import type { TokenRequest } from '../oauth/token/token-request.ts'

/** What the token desk needs. */
export interface TokenDeskNeeds {
  readonly db: Database
  /** The connection that hot reads share. */
  readonly reads: Database
  /** Connections for hot statements that write. */
  readonly writes: Database
  readonly clock: Clock
  readonly random: Random
  readonly keyring: Keyring
  readonly signer: Signer
  readonly baseUrl: string
}

/** Answers token requests; requests of one moment share a round trip. */
export type TokenDesk = (
  request: TokenRequest,
  caller: TokenCaller,
) => Promise<Result<TokenAnswer, TokenRefusal> | typeof STALE_CLIENT>

/** Makes the token desk of one process. */
export function createTokenDesk(needs: TokenDeskNeeds): TokenDesk {
  const { writes, clock } = needs
  const redeem = coalesce<CodeRedemption, RedeemedCode | undefined>(
    (requests) => redeemCodes(writes, requests, clock.now()),
    { key: (request) => request.codeHash.toString('latin1'), ...HOT_WRITES },
  )
  const rotate = coalesce<Rotation, RotatedToken | undefined>(
    (requests) => rotateRefreshTokens(writes, requests, clock.now()),
    { key: (request) => request.tokenHash.toString('latin1'), ...HOT_WRITES },
  )
  const desk = { ...needs, redeem, rotate }
  return (request, caller) =>
    request.grantType === 'refresh_token'
      ? refreshTokens(desk, request, caller)
      : exchangeCode(desk, request, caller)
}
