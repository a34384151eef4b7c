import type { AuthorizationServer } from 'oauth4webapi'
import { accepted, type Result, refused } from '../platform/index.ts'
import { askEnded, type EndedAnswer, type EndedQuestion, type FeedSilence } from './ask-ended.ts'
import { type Budget, createBudget } from './budget.ts'
import type { CentralRefusal } from './central-refusal.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { createEndpoint, type EndpointName, type EndpointNeeds } from './endpoint.ts'
import { healthOf, type IdentityHealth } from './health.ts'
import { type Introspected, introspect } from './introspect.ts'
import {
  type CodeToRedeem,
  checkAuthorizationResponse,
  type RedeemedCode,
  redeemCode,
} from './redeem-code.ts'
import { type Renewal, refreshTokens, revokeToken } from './refresh-tokens.ts'
import type { CentralSettings } from './settings.ts'
import { createSignatureCheck, type SignatureCheck } from './signing-keys.ts'
import type { CentralTokens } from './tokens.ts'
import type { Transport } from './transport.ts'

type Answer<Value> = Promise<Result<Value, CentralRefusal>>

/** What an authorization URL is made of. */
interface WantedCode {
  readonly state: string
  readonly nonce: string
  readonly challenge: string
  /** The most seconds since the citizen signed in. Null for any. */
  readonly maxAgeSeconds?: number | null
  /** The classes of the sign-in, the preferred one first. */
  readonly acrValues?: readonly string[]
  /** The languages of the citizen, preferred first. */
  readonly locales?: string | null
  /** Whether whoever is not signed in sees the form of a new account. */
  readonly createsAccount?: boolean
}

/** The client of the identity service. */
export interface CentralService {
  /**
   * Reads the discovery document again. Checks that the service answers and that its issuer is the configured one, and
   * returns the address of its keys.
   */
  probe(): Answer<{ keysUrl: string }>
  authorizationUrl(request: WantedCode): Answer<string>
  redeemCode(code: CodeToRedeem): Answer<RedeemedCode>
  introspect(accessToken: string): Answer<Introspected>
  refresh(renewal: Renewal): Answer<CentralTokens>
  /** Revokes a token. The service accepts unknown tokens too (RFC 7009 section 2.2). After a refusal, try again. */
  revoke(refreshToken: string): Answer<true>
  /** Asks which sessions have ended, and waits for it. For one request at a time. */
  ended(question: EndedQuestion): Promise<Result<EndedAnswer, FeedSilence>>
  health(): IdentityHealth
}

/** What the client is handed. `changed` is called when an endpoint's outage begins and ends. */
export interface CentralNeeds extends EndpointNeeds {
  readonly settings: CentralSettings
  readonly fetch: typeof globalThis.fetch
}

/**
 * Renewals may use 90 % of the token requests per minute, and sign-ins 46 %. So at least 54 % stay for renewals, which
 * cannot wait. At least 10 % stay for sign-ins, which thousands of renewals must not block.
 */
const SIGN_IN_SHARE = 0.46
const RENEWAL_SHARE = 0.9

interface Exchange {
  readonly transport: Transport
  readonly discovery: Discovery
  /** Whether the feed of ended sessions could not be reached the last time. */
  readonly feed: { isUnreached: boolean }
  readonly signature: SignatureCheck
  readonly tokenBudget: Budget<'sign-in' | 'renewal'>
  readonly introspectBudget: Budget<'check'>
}

/** Makes the client. It sends nothing by itself. */
export function createCentral(needs: CentralNeeds): CentralService {
  const exchange = createExchange(needs)
  const { transport, discovery, tokenBudget, introspectBudget } = exchange
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
        reserve: () => introspectBudget.reserve('check'),
        send: (server) => introspect(transport, server, token),
      }),
    refresh: (renewal) =>
      ask(exchange, {
        endpoint: 'token',
        reserve: () => tokenBudget.reserve('renewal'),
        send: (server) => refreshTokens(transport, server, renewal),
      }),
    revoke: (token) =>
      ask(exchange, {
        endpoint: 'revocation',
        reserve: () => true,
        send: (server) => revokeToken(transport, server, token),
      }),
    ended: (question) => hearEnded(exchange, question),
    health: () => ({
      ...healthOf(Object.values(transport.endpoints).map((endpoint) => endpoint.state())),
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
  const transport: Transport = { settings, clock, fetch, endpoints }
  const { outboundTokenPerMinute: tokens, outboundIntrospectPerMinute: checks } = settings
  const share = (part: number) => Math.max(1, Math.floor(tokens * part))
  return {
    transport,
    discovery: createDiscovery(transport),
    feed: { isUnreached: false },
    signature: createSignatureCheck(transport),
    tokenBudget: createBudget(clock, tokens, {
      'sign-in': share(SIGN_IN_SHARE),
      renewal: share(RENEWAL_SHARE),
    }),
    introspectBudget: createBudget(clock, checks, { check: checks }),
  }
}

/** The feed asks all the time. So it often knows first that the identity service does not answer. */
async function hearEnded({ transport, feed }: Exchange, question: EndedQuestion) {
  const heard = await askEnded(transport, question)
  if (!question.signal.aborted) feed.isUnreached = !heard.ok && isUnreached(heard.refusal)
  return heard
}

/** An answer with a status says when to ask again. */
function isUnreached({ kind, retryAfterSeconds }: FeedSilence): boolean {
  return kind === 'silent' && retryAfterSeconds === undefined
}

interface Call<Value> {
  readonly endpoint: 'token' | 'introspection' | 'revocation'
  /** Reserves one request of this minute. False if none is left. */
  reserve(): boolean
  send(server: AuthorizationServer): Answer<Value>
}

/** Sends a request, if the breaker is closed and the budget allows it. */
async function ask<Value>({ transport, discovery }: Exchange, call: Call<Value>): Answer<Value> {
  const server = await discovery.find()
  if (!server.ok) return server
  const endpoint = transport.endpoints[call.endpoint]
  const closed = endpoint.closed()
  if (closed) return refused(closed)
  if (!call.reserve())
    return refused({ kind: 'unavailable', reason: 'our budget of outgoing requests is used up' })
  const answer = await call.send(server.value)
  if (!answer.ok && isOurFault(call, answer.refusal)) endpoint.refusesUs(answer.refusal.reason)
  return answer
}

/** Whether a refusal shows a fault of this program. A refused code does not, because any visitor can invent one. */
function isOurFault({ endpoint }: Pick<Call<unknown>, 'endpoint'>, { kind }: CentralRefusal): boolean {
  return kind === 'misconfigured' || endpoint === 'introspection'
}

/**
 * Makes the authorization URL. Refuses while the identity service or its token endpoint does not answer, because the
 * sign-in would fail. After recent failures of any endpoint, discovery is read again to decide.
 */
async function authorizationUrl(
  { transport, discovery, feed }: Exchange,
  request: WantedCode,
): Answer<string> {
  const closed = transport.endpoints.token.closed()
  if (closed) return refused(closed)
  const hasFailedLately = Object.values(transport.endpoints).some((endpoint) => {
    const { open, recentFailures } = endpoint.state().breaker
    return open || recentFailures > 0
  })
  const server = await discovery.find(hasFailedLately || feed.isUnreached)
  if (!server.ok) return server
  if (!server.value.authorization_endpoint)
    return refused({ kind: 'misconfigured', reason: 'discovery names no authorization endpoint' })
  const url = new URL(server.value.authorization_endpoint)
  const parameters = {
    response_type: 'code',
    client_id: transport.settings.clientId,
    redirect_uri: transport.settings.callbackUrl,
    scope: 'openid profile email offline_access',
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.challenge,
    code_challenge_method: 'S256',
    ...wishesOf(server.value, request),
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return accepted(url.href)
}

/** What a request may leave out. An identity service that does not offer the form of a new account would refuse the word for it. */
function wishesOf(server: AuthorizationServer, request: WantedCode) {
  const { maxAgeSeconds = null, acrValues = [], locales = null, createsAccount } = request
  return {
    ...(maxAgeSeconds !== null && { max_age: String(maxAgeSeconds) }),
    ...(acrValues.length > 0 && { acr_values: acrValues.join(' ') }),
    ...(locales !== null && { ui_locales: locales }),
    ...(createsAccount && offersCreate(server) && { prompt: 'create' }),
  }
}

/** Initiating User Registration 1.0 section 4.1. The list is optional, and then nothing is known. */
function offersCreate({ prompt_values_supported: offered }: AuthorizationServer): boolean {
  return Array.isArray(offered) && offered.includes('create')
}

/** Checks the authorization response first. If a check fails, nothing is sent. */
async function redeem(exchange: Exchange, code: CodeToRedeem): Answer<RedeemedCode> {
  const { transport, signature, discovery, tokenBudget } = exchange
  const found = await discovery.find()
  if (!found.ok) return found
  const checked = checkAuthorizationResponse({ transport, signature, server: found.value }, code)
  if (!checked.ok) return checked
  return ask(exchange, {
    endpoint: 'token',
    reserve: () => tokenBudget.reserve('sign-in'),
    send: (server) => redeemCode({ transport, signature, server }, checked.value, code),
  })
}
