import type { AuthorizationServer } from 'oauth4webapi'
import { accepted, type Result, refused } from '../platform/index.ts'
import { type Budget, createBudget } from './budget.ts'
import type { CentralRefusal } from './central-refusal.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { createEndpoint, type EndpointName, type EndpointNeeds } from './endpoint.ts'
import { healthOf, type IdentityHealth } from './health.ts'
import { type Introspected, introspect } from './introspect.ts'
import type { Line } from './line.ts'
import { type CodeToRedeem, checkAnswer, type RedeemedCode, redeemCode } from './redeem-code.ts'
import { type Renewal, refreshTokens, revokeToken } from './refresh-tokens.ts'
import type { CentralSettings } from './settings.ts'
import { createSignatureCheck, type SignatureCheck } from './signing-keys.ts'
import type { CentralTokens } from './tokens.ts'

type Answer<Value> = Promise<Result<Value, CentralRefusal>>

/** Everything that is ever asked of the identity service. */
export interface CentralService {
  /** Whether the service is there and is the one that the settings name, and where its keys are; asks afresh. */
  probe(): Answer<{ keysUrl: string }>
  authorizationUrl(request: { state: string; nonce: string; challenge: string }): Answer<string>
  redeemCode(code: CodeToRedeem): Answer<RedeemedCode>
  introspect(accessToken: string): Answer<Introspected>
  refresh(renewal: Renewal): Answer<CentralTokens>
  /** Also an unknown token is revoked (RFC 7009 section 2.2); a refusal says that nobody knows, and it is to be tried again. */
  revoke(refreshToken: string): Answer<true>
  health(): IdentityHealth
}

/** What talking to the identity service uses; `changed` hears of an endpoint's outage and of its end. */
export interface CentralNeeds extends EndpointNeeds {
  readonly settings: CentralSettings
  readonly fetch: typeof globalThis.fetch
}

/**
 * Of the token requests of a minute, renewals of living sessions may use nine parts of ten, and people who sign in a
 * little less than half. So 54 in 100 are always left for renewals, which cannot wait, and 10 for signing in, which
 * must not starve behind thousands of sessions that are renewed.
 */
const SIGN_IN_SHARE = 0.46
const RENEWAL_SHARE = 0.9

interface Exchange {
  readonly line: Line
  readonly discovery: Discovery
  readonly signature: SignatureCheck
  readonly tokenBudget: Budget<'sign-in' | 'renewal'>
  readonly introspectBudget: Budget<'check'>
}

/** Makes the service; nothing is asked until somebody asks. */
export function createCentral(needs: CentralNeeds): CentralService {
  const exchange = createExchange(needs)
  const { line, discovery, tokenBudget, introspectBudget } = exchange
  return {
    async probe() {
      const found = await discovery.find(true)
      if (!found.ok) return found
      const { jwks_uri: keysUrl } = found.value
      return keysUrl === undefined
        ? refused({ kind: 'misconfigured', reason: 'discovery names no key set' })
        : accepted({ keysUrl })
    },
    authorizationUrl: (request) => authorizationUrl(exchange, request),
    redeemCode: (code) => redeem(exchange, code),
    introspect: (token) =>
      ask(exchange, {
        endpoint: 'introspection',
        take: () => introspectBudget.take('check'),
        send: (server) => introspect(line, server, token),
      }),
    refresh: (renewal) =>
      ask(exchange, {
        endpoint: 'token',
        take: () => tokenBudget.take('renewal'),
        send: (server) => refreshTokens(line, server, renewal),
      }),
    revoke: (token) =>
      ask(exchange, {
        endpoint: 'revocation',
        take: () => true,
        send: (server) => revokeToken(line, server, token),
      }),
    health: () => ({
      ...healthOf(Object.values(line.endpoints).map((endpoint) => endpoint.state())),
      introspectHeadroom: introspectBudget.left(),
    }),
  }
}

function createExchange(needs: CentralNeeds): Exchange {
  const { settings, clock, fetch } = needs
  const endpoint = (name: EndpointName) => createEndpoint(name, needs)
  const endpoints = {
    discovery: endpoint('discovery'),
    token: endpoint('token'),
    introspection: endpoint('introspection'),
    revocation: endpoint('revocation'),
    'key set': endpoint('key set'),
  }
  const line: Line = { settings, clock, fetch, endpoints }
  const { outboundTokenPerMinute: tokens, outboundIntrospectPerMinute: checks } = settings
  const share = (part: number) => Math.max(1, Math.floor(tokens * part))
  return {
    line,
    discovery: createDiscovery(line),
    signature: createSignatureCheck(line),
    tokenBudget: createBudget(clock, tokens, {
      'sign-in': share(SIGN_IN_SHARE),
      renewal: share(RENEWAL_SHARE),
    }),
    introspectBudget: createBudget(clock, checks, { check: checks }),
  }
}

interface Question<Value> {
  readonly endpoint: 'token' | 'introspection' | 'revocation'
  /** Takes one of the requests of this minute, if there is one. */
  take(): boolean
  send(server: AuthorizationServer): Answer<Value>
}

/** Asks while the endpoint answers, and within budget. */
async function ask<Value>({ line, discovery }: Exchange, question: Question<Value>): Answer<Value> {
  const server = await discovery.find()
  if (!server.ok) return server
  const endpoint = line.endpoints[question.endpoint]
  const closed = endpoint.closed()
  if (closed) return refused(closed)
  if (!question.take())
    return refused({ kind: 'unavailable', reason: 'our budget of outgoing requests is used up' })
  const answer = await question.send(server.value)
  if (!answer.ok && isOurs(question, answer.refusal)) endpoint.refusesUs(answer.refusal.reason)
  return answer
}

/** A refused code is a stranger's matter; a token of ours that is not read as it should be is ours. */
function isOurs({ endpoint }: Pick<Question<unknown>, 'endpoint'>, { kind }: CentralRefusal): boolean {
  return kind === 'misconfigured' || endpoint === 'introspection'
}

/**
 * Sends nobody to a page that is not there, nor to one that leads back to a token endpoint which does not answer. Where
 * something has failed of late, one look at discovery decides.
 */
async function authorizationUrl(
  { line, discovery }: Exchange,
  request: { state: string; nonce: string; challenge: string },
): Answer<string> {
  const { discovery: document, token } = line.endpoints
  const closed = token.closed()
  if (closed) return refused(closed)
  const failedLately = [document, token].some((endpoint) => {
    const { open, recentFailures } = endpoint.state().breaker
    return open || recentFailures > 0
  })
  const server = await discovery.find(failedLately)
  if (!server.ok) return server
  if (!server.value.authorization_endpoint)
    return refused({ kind: 'misconfigured', reason: 'discovery names no authorization endpoint' })
  const url = new URL(server.value.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: line.settings.clientId,
    redirect_uri: line.settings.callbackUrl,
    scope: 'openid profile email offline_access',
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return accepted(url.href)
}

/** An answer that fails its checks sends no request. */
async function redeem(exchange: Exchange, code: CodeToRedeem): Answer<RedeemedCode> {
  const { line, signature, discovery, tokenBudget } = exchange
  const found = await discovery.find()
  if (!found.ok) return found
  const answer = checkAnswer({ line, signature, server: found.value }, code)
  if (!answer.ok) return answer
  return ask(exchange, {
    endpoint: 'token',
    take: () => tokenBudget.take('sign-in'),
    send: (server) => redeemCode({ line, signature, server }, answer.value, code),
  })
}
