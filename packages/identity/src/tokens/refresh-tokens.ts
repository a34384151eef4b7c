import { appendEvent } from '../audit/index.ts'
import { STALE_CLIENT } from '../clients/index.ts'
import type { Clock, UnixSeconds } from '../platform/clock.ts'
import { mintToken, readToken } from '../platform/opaque-token.ts'
import type { Database } from '../platform/postgres/database.ts'
import type { Random } from '../platform/random.ts'
import { accepted, type Result, refused } from '../platform/result.ts'
import type { TokenAnswer, TokenCaller } from './exchange-code.ts'
import { ACCESS_TOKEN_LIFETIME_SECONDS, isWithinScope, REUSE_GRACE_SECONDS } from './grant.ts'
import {
  endGrant,
  lockRefreshToken,
  type RotatedToken,
  type Rotation,
  type StoredRefreshToken,
} from './grant-store.ts'
import type { TokenRefusal } from './token-refusal.ts'
import type { TokenRequest } from './token-request.ts'

/** What rotating a refresh token needs. */
export interface RefreshTokensNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  rotate(rotation: Rotation): Promise<RotatedToken | undefined>
}

/**
 * Replaces a refresh token by a new one, with a new access token (RFC 6749 section 6, RFC 9700 section 4.14.2). One
 * winner per token. The same token again within ten seconds is a repeated request; later it means that somebody
 * else has it, and the grant ends.
 */
export async function refreshTokens(
  needs: RefreshTokensNeeds,
  request: Extract<TokenRequest, { grantType: 'refresh_token' }>,
  caller: TokenCaller,
): Promise<Result<TokenAnswer, TokenRefusal> | typeof STALE_CLIENT> {
  const token = readToken('refresh-token', request.refreshToken)
  if (!token) return refused('unknown-refresh-token')
  const access = mintToken(needs.random, 'access-token', token.citizenId)
  const refresh = mintToken(needs.random, 'refresh-token', token.citizenId)
  const rotation: Rotation = {
    citizenId: token.citizenId,
    tokenHash: token.hash,
    clientId: caller.client.clientId,
    revision: caller.client.revision,
    scope: request.scope,
    accessTokenHash: access.hash,
    refreshTokenHash: refresh.hash,
  }
  const rotated = await needs.rotate(rotation)
  if (!rotated) return refuseRotation(needs, rotation, caller)
  return accepted({
    access_token: access.value.reveal(),
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME_SECONDS,
    refresh_token: refresh.value.reveal(),
    scope: rotated.scope,
  })
}

/** Finds out why a refresh token was not rotated, and does what that calls for. */
async function refuseRotation(
  needs: RefreshTokensNeeds,
  rotation: Rotation,
  caller: TokenCaller,
): Promise<{ ok: false; refusal: TokenRefusal } | typeof STALE_CLIENT> {
  const now = needs.clock.now()
  const { citizenId, clientId } = rotation
  return needs.db.transaction(async (tx) => {
    const current = await tx.query`
      select 1 as current from clients
       where client_id = ${clientId} and revision = ${rotation.revision} and disabled_at is null`
    if (current.length === 0) return STALE_CLIENT
    const token = await lockRefreshToken(tx, citizenId, rotation.tokenHash)
    const refusal = token ? judgeRefreshToken(token, rotation, now) : 'unknown-refresh-token'
    if (refusal === 'reused' && token) {
      await endGrant(tx, { citizenId, grantId: token.grantId }, 'refresh-token-reused', now)
      const origin = { actor: 'client', address: caller.address, requestId: caller.requestId } as const
      await appendEvent({ ...needs, db: tx }, { name: 'refresh-token-reused', origin, citizenId, clientId })
    }
    return refused(refusal)
  })
}

/** Whether a use so soon after the first is a repeated request; a first use that lies ahead is one on a clock that jumped. */
function isAtOnce(spentAt: UnixSeconds, now: UnixSeconds): boolean {
  return Math.abs(now - spentAt) < REUSE_GRACE_SECONDS
}

/** Why this refresh token is refused to this client. */
export function judgeRefreshToken(
  token: StoredRefreshToken,
  rotation: Pick<Rotation, 'clientId' | 'scope'>,
  now: UnixSeconds,
): TokenRefusal {
  if (token.clientId !== rotation.clientId) return 'unknown-refresh-token'
  if (token.grantEndedAt !== null || token.expiresAt <= now) return 'unknown-refresh-token'
  if (token.spentAt !== null) return isAtOnce(token.spentAt, now) ? 'reused-at-once' : 'reused'
  if (rotation.scope !== '' && !isWithinScope(rotation.scope, token.grantScope)) return 'scope-widened'
  return 'unknown-refresh-token'
}
