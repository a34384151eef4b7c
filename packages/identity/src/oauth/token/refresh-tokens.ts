import {
  endGrant,
  expiresInSeconds,
  findRecentRotation,
  type HotStatements,
  isWithinScope,
  lockGrant,
  type MintedRefreshToken,
  mintRefreshToken,
  type NamedGrant,
  REUSE_GRACE_SECONDS,
  type RefreshTokenKey,
  type Rotation,
  readRefreshToken,
} from '../../access/index.ts'
import { appendEvent } from '../../audit/index.ts'
import { isCurrentClient } from '../../clients/index.ts'
import type { UnixSeconds } from '../../platform/clock.ts'
import type { Basics, Foundation } from '../../platform/foundation.ts'
import type { Keyring } from '../../platform/keyring.ts'
import { type MintedToken, mintToken } from '../../platform/opaque-token.ts'
import { bytesInOrder, type Random } from '../../platform/random.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { type Caller, originOf } from '../client-request.ts'
import type { TokenRefusal } from '../token-refusal-reply.ts'
import type { TokenAnswer, Tokens } from './token-answer.ts'
import type { RefreshRequest } from './token-request.ts'

/** The statements, the clock and the keys that a rotation uses. */
export interface RefreshTokensNeeds extends Basics, Pick<Foundation, 'reads' | 'keyring'> {
  readonly access: Pick<HotStatements, 'rotateRefreshToken'>
}

/** The tokens that replace a refresh token. */
interface Successor {
  readonly access: MintedToken
  readonly refresh: MintedRefreshToken
}

/**
 * Replaces a refresh token by a new one, with a new access token (RFC 6749 section 6, RFC 9700 section 4.14.2). Each
 * token is replaced once. The same request again, with the same `Idempotency-Key`, gets the same tokens for a minute.
 * Any other use within ten seconds may be a repeated request and is refused. A later use means that somebody else has
 * the token, and ends the grant.
 */
export async function refreshTokens(
  needs: RefreshTokensNeeds,
  request: RefreshRequest,
  caller: Caller,
): Promise<TokenAnswer> {
  const token = readRefreshToken(request.refreshToken)
  if (!token) return refused('unknown-refresh-token')
  const successor = newSuccessor(needs, token, request)
  const { clientId, revision } = caller.client
  const rotation = { ...token, clientId, revision, scope: request.scope, ...hashesOf(successor) }
  const rotated = await needs.access.rotateRefreshToken(rotation)
  if (rotated)
    return tokensOf(successor, rotated.scope, expiresInSeconds(rotated.grantExpiresAt, needs.clock.now()))
  const told = await repeatTokens(needs, rotation, possibleSuccessors(needs.keyring, token, request))
  return told ?? refuseRotation(needs, rotation, caller)
}

/**
 * Makes the tokens that replace a refresh token. With an `Idempotency-Key`, both are derived from the request and the
 * secret key: they can be returned again, and the database has only their hashes. Without one, they are random.
 */
function newSuccessor(
  { random, keyring }: RefreshTokensNeeds,
  token: RefreshTokenKey,
  request: RefreshRequest,
): Successor {
  const isRepeatable = request.idempotencyKey !== undefined
  return mintSuccessor(isRepeatable ? bytesInOrder(keyring.derive(wordsOf(request))) : random, token)
}

/** The tokens that this request may have received before, one pair for each secret key. Nothing where it cannot be repeated. */
// excused: "request.idempotencyKey === undefined" because the tokens of such a request were random, so nothing derived has their hashes; this one spares the look.
function possibleSuccessors(
  keyring: Keyring,
  token: RefreshTokenKey,
  request: RefreshRequest,
): readonly Successor[] {
  if (request.idempotencyKey === undefined) return []
  return keyring.deriveWithEach(wordsOf(request)).map((bytes) => mintSuccessor(bytesInOrder(bytes), token))
}

function mintSuccessor(source: Random, token: RefreshTokenKey): Successor {
  return {
    access: mintToken(source, 'access-token', token.citizenId),
    refresh: mintRefreshToken(source, token),
  }
}

/** One text for each request, under a label that only this use of the secret key has. */
function wordsOf({ refreshToken, idempotencyKey, scope }: RefreshRequest): string {
  return JSON.stringify(['refresh-token-successor', refreshToken, idempotencyKey, scope])
}

function hashesOf({ access, refresh }: Successor): Pick<Rotation, 'accessTokenHash' | 'refreshTokenHash'> {
  return { accessTokenHash: access.hash, refreshTokenHash: refresh.hash }
}

function tokensOf({ access, refresh }: Successor, scope: string, seconds: number) {
  return accepted<Tokens>({
    access_token: access.value.reveal(),
    token_type: 'Bearer',
    expires_in: seconds,
    refresh_token: refresh.value.reveal(),
    scope,
  })
}

/** Returns the tokens of a recent rotation again, to the same request with the same key. Nothing where there was none. */
async function repeatTokens(
  { reads, clock }: RefreshTokensNeeds,
  rotation: Rotation,
  successors: readonly Successor[],
): Promise<Result<Tokens, TokenRefusal> | undefined> {
  const now = clock.now()
  for (const successor of successors) {
    const near = await reads.near(rotation.citizenId)
    const recent = await findRecentRotation(near, { ...rotation, ...hashesOf(successor) }, now)
    if (!recent) continue
    if (!recent.isAlive) return refused('unknown-refresh-token')
    return tokensOf(successor, recent.scope, expiresInSeconds(recent.expiresAt, now))
  }
  return undefined
}

/** Finds why a refresh token was not rotated, and ends the grant where the token was stolen. */
async function refuseRotation(
  needs: RefreshTokensNeeds,
  rotation: Rotation,
  caller: Caller,
): Promise<TokenAnswer> {
  const now = needs.clock.now()
  const { citizenId, grantId, clientId } = rotation
  return needs.db.transaction(async (tx) => {
    if (!(await isCurrentClient(tx, rotation))) return refused('client-changed')
    const grant = await lockGrant(tx, rotation)
    const refusal = grant ? judgeRefreshToken(grant, rotation, now) : 'unknown-refresh-token'
    if (refusal === 'reused') {
      await endGrant(tx, { citizenId, grantId, cause: 'refresh-token-reused', now })
      const event = { origin: originOf(caller), citizenId, clientId }
      await appendEvent({ ...needs, db: tx }, { name: 'refresh-token-reused', ...event })
    }
    return refused(refusal)
  })
}

/** Whether a use so soon after the first is a repeated request. A first use in the future means that a clock was changed. */
function isAtOnce(spentAt: UnixSeconds | null, now: UnixSeconds): boolean {
  return spentAt !== null && Math.abs(now - spentAt) < REUSE_GRACE_SECONDS
}

/** Why this client's refresh token is refused, where it names this grant. */
function judgeRefreshToken(
  grant: NamedGrant,
  rotation: Pick<Rotation, 'clientId' | 'scope'>,
  now: UnixSeconds,
): TokenRefusal {
  if (grant.clientId !== rotation.clientId || !grant.isRefreshable) return 'unknown-refresh-token'
  if (grant.endedAt !== null || grant.expiresAt <= now) return 'unknown-refresh-token'
  if (!grant.isLiving) return isAtOnce(grant.spentAt, now) ? 'reused-at-once' : 'reused'
  if (rotation.scope !== '' && !isWithinScope(rotation.scope, grant.scope)) return 'scope-widened'
  return 'unknown-refresh-token'
}
