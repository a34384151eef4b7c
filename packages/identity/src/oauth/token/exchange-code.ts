import { appendEvent, newEventId } from '../../audit/index.ts'
import { type AuthenticatedClient, STALE_CLIENT } from '../../clients/index.ts'
import { type Clock, plusSeconds, type UnixSeconds } from '../../platform/clock.ts'
import { type MintedToken, mintToken, readToken, type TokenKey } from '../../platform/opaque-token.ts'
import type { Database } from '../../platform/postgres/database.ts'
import { type Random, randomUuid } from '../../platform/random.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { sha256 } from '../../platform/secret.ts'
import type { Signer } from '../../signing-keys/index.ts'
import { countWrongVerifier, lockCode, type StoredCode } from '../../access/statements/issue-code.ts'
import { expiresInSeconds, GRANT_LIFETIME_SECONDS, MOST_WRONG_VERIFIERS } from '../../access/grant.ts'
import { endGrant } from '../../access/statements/end-grants.ts'
import { idTokenClaims } from './id-token.ts'
import type { CodeRedemption, RedeemedCode } from '../../access/statements/redeem-code.ts'
import { type MintedRefreshToken, mintRefreshToken } from '../../access/refresh-token.ts'
import type { TokenRefusal } from './token-refusal.ts'
import type { TokenRequest } from './token-request.ts'

/** What exchanging a code needs. */
export interface ExchangeCodeNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly signer: Signer
  readonly baseUrl: string
  redeem(redemption: CodeRedemption): Promise<RedeemedCode | undefined>
}

/** Who asks, as the audit shall know it. */
export interface TokenCaller {
  readonly client: AuthenticatedClient
  readonly address: string
  readonly requestId: string
}

/** The body of a successful token answer (RFC 6749 section 5.1, contract section 2.9). */
export interface TokenAnswer {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token?: string
  readonly id_token?: string
  readonly scope: string
}

/**
 * Trades an authorization code for tokens (RFC 6749 section 4.1.3, RFC 7636 section 4.6). A wrong client, redirect
 * address or verifier consumes nothing, because they come from somebody who merely saw the code; five wrong verifiers
 * burn it. A replay with the right proof ends what the code gave (RFC 6749 section 4.1.2).
 */
export async function exchangeCode(
  needs: ExchangeCodeNeeds,
  request: Extract<TokenRequest, { grantType: 'authorization_code' }>,
  caller: TokenCaller,
): Promise<Result<TokenAnswer, TokenRefusal> | typeof STALE_CLIENT> {
  const code = readToken('authorization-code', request.code)
  if (!code) return refused('unknown-code')
  const access = mintToken(needs.random, 'access-token', code.citizenId)
  const refresh = mintRefreshToken(needs.random, {
    citizenId: code.citizenId,
    grantId: randomUuid(needs.random),
  })
  const redemption = redemptionOf(needs, { request, code, access, refresh, caller })
  const redeemed = await needs.redeem(redemption)
  if (!redeemed) return refuseCode(needs, redemption)
  const now = needs.clock.now()
  const seconds = expiresInSeconds(plusSeconds(redeemed.authenticatedAt, GRANT_LIFETIME_SECONDS), now)
  const idToken = await needs.signer.sign(
    idTokenClaims(redeemed, {
      issuer: needs.baseUrl,
      clientId: caller.client.clientId,
      accessToken: access.value.reveal(),
      expiresInSeconds: seconds,
      now,
    }),
  )
  return accepted({
    access_token: access.value.reveal(),
    token_type: 'Bearer',
    expires_in: seconds,
    ...(redeemed.scope.split(' ').includes('offline_access')
      ? { refresh_token: refresh.value.reveal() }
      : {}),
    id_token: idToken,
    scope: redeemed.scope,
  })
}

interface RedemptionParts {
  readonly request: Extract<TokenRequest, { grantType: 'authorization_code' }>
  readonly code: TokenKey
  readonly access: MintedToken
  readonly refresh: MintedRefreshToken
  readonly caller: TokenCaller
}

function redemptionOf(needs: ExchangeCodeNeeds, parts: RedemptionParts): CodeRedemption {
  const { request, code, access, refresh, caller } = parts
  return {
    citizenId: code.citizenId,
    codeHash: code.hash,
    clientId: caller.client.clientId,
    revision: caller.client.revision,
    redirectUri: request.redirectUri,
    codeChallenge: sha256(request.codeVerifier).toString('base64url'),
    grantId: refresh.grantId,
    accessTokenHash: access.hash,
    refreshTokenHash: refresh.hash,
    eventId: newEventId(needs.clock.nowMilliseconds(), needs.random),
    address: caller.address,
    requestId: caller.requestId,
  }
}

/** Finds out why a code was not redeemed, and does what that calls for. */
async function refuseCode(
  needs: ExchangeCodeNeeds,
  redemption: CodeRedemption,
): Promise<{ ok: false; refusal: TokenRefusal } | typeof STALE_CLIENT> {
  const now = needs.clock.now()
  return needs.db.transaction(async (tx) => {
    if (!(await isCurrentClient(tx, redemption))) return STALE_CLIENT
    const code = await lockCode(tx, redemption.citizenId, redemption.codeHash)
    const refusal = code ? judgeCode(code, redemption, now) : 'unknown-code'
    const origin = { actor: 'client', address: redemption.address, requestId: redemption.requestId } as const
    const event = { origin, citizenId: redemption.citizenId, clientId: redemption.clientId }
    if (
      refusal === 'wrong-verifier' &&
      (await countWrongVerifier(tx, redemption.citizenId, redemption.codeHash))
    ) {
      await appendEvent({ ...needs, db: tx }, { ...event, name: 'code-burned' })
    }
    if (refusal === 'replayed' && code?.grantId) {
      const grant = { citizenId: redemption.citizenId, grantId: code.grantId }
      const ended = await endGrant(tx, { ...grant, cause: 'code-replayed', now })
      if (ended) await appendEvent({ ...needs, db: tx }, { ...event, name: 'code-replayed' })
    }
    return refused(refusal)
  })
}

async function isCurrentClient(tx: Database, redemption: CodeRedemption): Promise<boolean> {
  const rows = await tx.query`
    select 1 as current from clients
     where client_id = ${redemption.clientId} and revision = ${redemption.revision} and disabled_at is null`
  return rows.length > 0
}

/** Why this code is refused to this proof. Proof comes before state, so that only a rightful caller learns of a replay. */
export function judgeCode(
  code: StoredCode,
  proof: Pick<CodeRedemption, 'clientId' | 'redirectUri' | 'codeChallenge'>,
  now: UnixSeconds,
): TokenRefusal {
  if (code.clientId !== proof.clientId) return 'other-client'
  if (code.redirectUri !== proof.redirectUri) return 'redirect-uri-mismatch'
  if (code.wrongVerifiers >= MOST_WRONG_VERIFIERS) return 'burned'
  if (code.codeChallenge !== proof.codeChallenge) return 'wrong-verifier'
  if (code.spentAt !== null) return 'replayed'
  if (code.expiresAt <= now) return 'expired'
  return 'ended'
}
