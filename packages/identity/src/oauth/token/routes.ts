import {
  type CodeRedemption,
  expiresInSeconds,
  GRANT_LIFETIME_SECONDS,
  type HotStatements,
  mintRefreshToken,
} from '../../access/index.ts'
import { newEventId } from '../../audit/index.ts'
import type { AuthenticatedClient } from '../../clients/index.ts'
import { plusSeconds } from '../../platform/clock.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { json, type Reply, text } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import { mintToken, readToken } from '../../platform/opaque-token.ts'
import { randomUuid } from '../../platform/random.ts'
import { accepted, refused } from '../../platform/result.ts'
import { sha256 } from '../../platform/secret.ts'
import { Unavailable } from '../../platform/unavailable.ts'
import type { Signer } from '../../signing-keys/index.ts'
import { answerClient, type ClientDoor, type ClientEndpoint } from '../client-reply.ts'
import { type Caller, namesAnotherClient } from '../client-request.ts'
import { tokenErrorReply } from '../token-refusal-reply.ts'
import { idTokenClaims } from './id-token.ts'
import { TOKEN_OPERATION } from './operation.ts'
import { type RefreshTokensNeeds, refreshTokens } from './refresh-tokens.ts'
import { refuseCode } from './refuse-code.ts'
import type { TokenAnswer, Tokens } from './token-answer.ts'
import { type CodeRequest, readTokenRequest } from './token-request.ts'

/** Everything that the token endpoint uses. */
export interface TokenNeeds extends RefreshTokensNeeds, ClientDoor {
  readonly access: Pick<HotStatements, 'redeemCode' | 'rotateRefreshToken'>
  readonly signer: Signer
  readonly baseUrl: string
}

/** `/o/token/` (contract section 4.1). */
export function tokenRoutes(service: TokenNeeds): readonly Route[] {
  const endpoint: ClientEndpoint<TokenAnswer> = {
    limit: { kind: 'token-per-ip', reply: tooManyTokensReply },
    memory: 'remembered',
    asksAgain: 1,
    twoMethods: (http) => tokenErrorReply(http, 'two-authentication-methods'),
    ask: (http, client, form) =>
      form.ok ? giveTokens(service, { http, form: form.value }, client) : refused(form.refusal),
    reply: (http, _client, given) => {
      if (given.ok) return accepted(tokensReply(given.value))
      return refused(
        given.refusal === 'client-changed' ? given.refusal : tokenErrorReply(http, given.refusal),
      )
    },
  }
  return [route('POST', '/o/token/', TOKEN_OPERATION, (http) => answerClient(service, http, endpoint))]
}

/** Reads a form, and issues tokens. */
async function giveTokens(
  service: TokenNeeds,
  { http, form }: { readonly http: HttpRequest; readonly form: Parameters },
  client: AuthenticatedClient,
): Promise<TokenAnswer> {
  const request = readTokenRequest(form, http.header('idempotency-key'))
  if (!request.ok) return request
  if (namesAnotherClient(form, client)) return refused('other-client-id')
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
  // Before the code is spent.
  if (!(await signer.canSign())) throw new Unavailable('No key can sign now')
  const { citizenId } = code
  const accessToken = mintToken(random, 'access-token', citizenId)
  const refreshToken = mintRefreshToken(random, { citizenId, grantId: randomUuid(random) })
  const eventAt = clock.nowMilliseconds()
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
    eventId: newEventId(eventAt, random),
    eventAt,
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

function tooManyTokensReply(retryAfterSeconds: number): Reply {
  const retryAfter = { 'retry-after': String(retryAfterSeconds) }
  return text(429, 'Too many token requests. Wait, then try again.\n', { headers: retryAfter })
}
