import {
  type AuthenticatedClient,
  answerCaller,
  asClient,
  type Caller,
  type ClientAuthenticator,
  hasTwoAuthenticationMethods,
  invalidClientReply,
  namesAnotherClient,
  type STALE_CLIENT,
} from '../../clients/index.ts'
import type { Awaitable } from '../../platform/awaitable.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Parameters } from '../../platform/http/parameters.ts'
import { empty, json, type Reply, text } from '../../platform/http/reply.ts'
import { type HttpRequest, type Route, route } from '../../platform/http/route.ts'
import type { Database } from '../../platform/postgres/database.ts'
import type { Random } from '../../platform/random.ts'
import { type Result, refused } from '../../platform/result.ts'
import type { RateLimits } from '../../rate-limits/index.ts'
import type { TokenAnswer, TokenCaller } from './exchange-code.ts'
import { revokeToken } from '../revoke/revoke-token.ts'
import type { TokenDesk } from '../../access/token-desk.ts'
import { type TokenRefusal, tokenErrorReply } from './token-refusal.ts'
import { readTokenRequest } from './token-request.ts'

/** What the token and revocation endpoints need. */
export interface TokenNeeds {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly clients: ClientAuthenticator
  readonly limits: RateLimits
  readonly tokenDesk: TokenDesk
}

/** `/o/token/` and `/o/revoke/` (contract section 4.1). */
export function tokenRoutes(service: TokenNeeds): readonly Route[] {
  return [
    route('POST', '/o/token/', 'oauth', (http) => answerToken(service, http)),
    route('POST', '/o/revoke/', 'oauth', (http) => answerRevocation(service, http)),
  ]
}

function answerToken(service: TokenNeeds, http: HttpRequest): Awaitable<Reply> {
  return answerCaller(service, 'token-per-ip', http, {
    within: (caller) => answerWithin(service, caller, http),
    beyond: tooManyReply,
  })
}

async function answerWithin(service: TokenNeeds, caller: Caller, http: HttpRequest): Promise<Reply> {
  const form = http.form()
  if (form.ok && hasTwoAuthenticationMethods(http, form.value))
    return tokenErrorReply('two-authentication-methods')
  const answer = await asClient(service.clients, caller, (client) => answerForm(service, http, form, client))
  if (!answer.ok) return invalidClientReply(http)
  if (!answer.value.ok) return answerRefusal(service, http, answer.value.refusal)
  return json(200, answer.value.value, { headers: { pragma: 'no-cache' } })
}

/** Some refusals are decided without a look at the client, which may have been disabled since it was remembered. */
async function answerRefusal(service: TokenNeeds, http: HttpRequest, refusal: TokenRefusal): Promise<Reply> {
  const client = await service.clients.authenticate(http.header('authorization'), 'fresh')
  return client.ok ? tokenErrorReply(refusal) : invalidClientReply(http)
}

function answerForm(
  service: TokenNeeds,
  http: HttpRequest,
  form: Result<Parameters, TokenRefusal>,
  client: AuthenticatedClient,
): Awaitable<Result<TokenAnswer, TokenRefusal> | typeof STALE_CLIENT> {
  if (!form.ok) return form
  const request = readTokenRequest(form.value, http.header('idempotency-key'))
  if (!request.ok) return refused(request.refusal)
  if (namesAnotherClient(form.value, client)) return refused('other-client-id')
  return service.tokenDesk(request.value, tokenCaller(http, client))
}

function tooManyReply(retryAfterSeconds: number): Reply {
  const retryAfter = { 'retry-after': String(retryAfterSeconds) }
  return text(429, 'Too many token requests. Wait, then try again.\n', { headers: retryAfter })
}

function tokenCaller(http: HttpRequest, client: AuthenticatedClient): TokenCaller {
  return { client, address: http.address, requestId: http.requestId }
}

async function answerRevocation(service: TokenNeeds, http: HttpRequest): Promise<Reply> {
  const form = http.form()
  if (form.ok && hasTwoAuthenticationMethods(http, form.value))
    return tokenErrorReply('two-authentication-methods')
  const client = await service.clients.authenticate(http.header('authorization'), 'fresh')
  if (!client.ok) return invalidClientReply(http)
  if (!form.ok) return tokenErrorReply(form.refusal)
  const token = form.value.get('token')
  if (form.value.repeated.size > 0) return tokenErrorReply('repeated-parameter')
  if (namesAnotherClient(form.value, client.value)) return tokenErrorReply('other-client-id')
  if (token === undefined) return tokenErrorReply('missing-token')
  await revokeToken(service, token, tokenCaller(http, client.value))
  return empty(200)
}
