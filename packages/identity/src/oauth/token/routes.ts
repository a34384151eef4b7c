import {
  type CodeRedemption,
  expiresInSeconds,
  GRANT_LIFETIME_SECONDS,
  type HotStatements,
  mintRefreshToken,
} from '../../access/index.ts'
import { newEventId } from '../../audit/index.ts'
import type { AuthenticatedClient, ClientAuthenticator } from '../../clients/index.ts'
import { plusSeconds } from '../../platform/clock.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { json, type Reply, text } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { mintToken, readToken } from '../../platform/opaque-token.ts'
import { randomUuid } from '../../platform/random.ts'
import { accepted, type Result, refused } from '../../platform/result.ts'
import { sha256 } from '../../platform/secret.ts'
import type { RateLimits } from '../../rate-limits/index.ts'
import type { Signer } from '../../signing-keys/index.ts'
import {
  type Caller,
  countRequest,
  hasTwoAuthenticationMethods,
  invalidClientReply,
  namesAnotherClient,
} from '../client-request.ts'
import { type TokenRefusal, tokenErrorReply } from '../token-refusal-reply.ts'
import { idTokenClaims } from './id-token.ts'
import { TOKEN_OPERATION } from './operation.ts'
import { type RefreshTokensNeeds, refreshTokens } from './refresh-tokens.ts'
import { refuseCode } from './refuse-code.ts'
import type { TokenAnswer, Tokens } from './token-answer.ts'
import { type CodeRequest, readTokenRequest } from './token-request.ts'

/** Everything that the token endpoint uses. */
export interface TokenNeeds extends RefreshTokensNeeds {
  readonly access: Pick<HotStatements, 'redeemCode' | 'rotateRefreshToken'>
  readonly clients: ClientAuthenticator
  readonly limits: Pick<RateLimits, 'spend'>
  readonly signer: Signer
  readonly baseUrl: string
}

/** `/o/token/` (contract section 4.1). */
export function tokenRoutes(service: TokenNeeds): readonly Route[] {
  return [route('POST', '/o/token/', TOKEN_OPERATION, (http) => answerTokenRequest(service, http))]
}

/** Answers a token request: authenticate the client, count, read the form, issue tokens, reply. */
async function answerTokenRequest(service: TokenNeeds, http: HttpRequest): Promise<Reply> {
  const authorization = http.header('authorization')
  const client = await service.clients.authenticate(authorization)
  const limit = await countRequest(service.limits, 'token-per-ip', client, http.address)
  if (!limit.allowed) return tooManyReply(limit.retryAfterSeconds)
  const form = http.form()
  if (form.ok && hasTwoAuthenticationMethods(http, form.value))
    return tokenErrorReply(http, 'two-authentication-methods')
  if (!client.ok) return invalidClientReply(http)
  const given = await giveTokens(service, http, form, client.value)
  if (given.ok) return tokensReply(given.value)
  // The client may have changed since this process read it: authenticate it against the database before refusing.
  const fresh = await service.clients.authenticate(authorization, 'fresh')
  if (!fresh.ok) return invalidClientReply(http)
  if (given.refusal !== 'client-changed') return tokenErrorReply(http, given.refusal)
  const again = await giveTokens(service, http, form, fresh.value)
  if (again.ok) return tokensReply(again.value)
  return again.refusal === 'client-changed' ? invalidClientReply(http) : tokenErrorReply(http, again.refusal)
}

async function giveTokens(
  service: TokenNeeds,
  http: HttpRequest,
  form: Result<Parameters, TokenRefusal>,
  client: AuthenticatedClient,
): Promise<TokenAnswer> {
  if (!form.ok) return form
  const request = readTokenRequest(form.value, http.header('idempotency-key'))
  if (!request.ok) return request
  if (namesAnotherClient(form.value, client)) return refused('other-client-id')
  const caller = { client, address: http.address, requestId: http.requestId }
  return request.value.grantType === 'refresh_token'
    ? refreshTokens(service, request.value, caller)
    : exchangeCode(service, request.value, caller)
}

/**
 * Exchanges an authorization code for tokens (RFC 6749 section 4.1.3, RFC 7636 section 4.6): redeems the code and signs the
 * ID token. A wrong client, redirect URI or verifier does not spend the code, because somebody who only saw the code sends
 * such requests; five wrong verifiers do. A replay with the right proof ends the code's grant (RFC 6749 section 4.1.2).
 */
async function exchangeCode(service: TokenNeeds, request: CodeRequest, caller: Caller): Promise<TokenAnswer> {
  const { access, clock, random, signer } = service
  const code = readToken('authorization-code', request.code)
  if (!code) return refused('unknown-code')
  const { citizenId } = code
  const accessToken = mintToken(random, 'access-token', citizenId)
  const refreshToken = mintRefreshToken(random, { citizenId, grantId: randomUuid(random) })
  const redemption: CodeRedemption = {
    citizenId,
    codeHash: code.hash,
    clientId: caller.client.clientId,
    revision: caller.client.revision,
    redirectUri: request.redirectUri,
    codeChallenge: sha256(request.codeVerifier).toString('base64url'),
    grantId: refreshToken.grantId,
    accessTokenHash: accessToken.hash,
    refreshTokenHash: refreshToken.hash,
    eventId: newEventId(clock.nowMilliseconds(), random),
    address: caller.address,
    requestId: caller.requestId,
  }
  const redeemed = await access.redeemCode(redemption)
  if (!redeemed) return refuseCode(service, redemption)
  const now = clock.now()
  const seconds = expiresInSeconds(plusSeconds(redeemed.authenticatedAt, GRANT_LIFETIME_SECONDS), now)
  const claims = idTokenClaims(redeemed, {
    issuer: service.baseUrl,
    clientId: caller.client.clientId,
    accessToken: accessToken.value.reveal(),
    expiresInSeconds: seconds,
    now,
  })
  const isRefreshable = redeemed.scope.split(' ').includes('offline_access')
  return accepted({
    access_token: accessToken.value.reveal(),
    token_type: 'Bearer',
    expires_in: seconds,
    ...(isRefreshable && { refresh_token: refreshToken.value.reveal() }),
    id_token: await signer.sign(claims),
    scope: redeemed.scope,
  })
}

/** Tokens must not be cached (RFC 6749 section 5.1). */
function tokensReply(tokens: Tokens): Reply {
  return json(200, tokens, { headers: { pragma: 'no-cache' } })
}

function tooManyReply(retryAfterSeconds: number): Reply {
  const retryAfter = { 'retry-after': String(retryAfterSeconds) }
  return text(429, 'Too many token requests. Wait, then try again.\n', { headers: retryAfter })
}
