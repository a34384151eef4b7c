import type { AuthorizationServer } from 'oauth4webapi'
import { type Clock, failed, type Random, type Result, succeeded } from '../platform/index.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { type Budget, createBudget } from './budget.ts'
import type { CentralRefusal } from './central-refusal.ts'
import { createDiscovery, type Discovery } from './discovery.ts'
import { type Introspected, introspect } from './introspect.ts'
import type { Line } from './line.ts'
import { type CodeToRedeem, checkAnswer, type RedeemedCode, redeemCode } from './redeem-code.ts'
import { type Renewal, refreshTokens, revokeToken } from './refresh-tokens.ts'
import type { CentralSettings } from './settings.ts'
import { createSignatureCheck, type SignatureCheck } from './signing-keys.ts'
import type { CentralTokens } from './tokens.ts'

/** How the identity service has been doing. */
export interface IdentityHealth {
  readonly identity: 'up' | 'degraded' | 'down'
  readonly since: Date
  readonly lastError: string | null
  readonly introspectHeadroom: number
}

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
  retryAfterSeconds(): number
}

/** What talking to the identity service uses. */
export interface CentralNeeds {
  readonly settings: CentralSettings
  readonly clock: Clock
  readonly random: Random
  readonly fetch: typeof globalThis.fetch
  changed(state: 'outage' | 'recovered', at: Date): void
}

/** This part of the token requests of a minute is kept for people who are signing in. */
const KEPT_FOR_SIGN_IN = 0.45

interface Exchange {
  readonly line: Line
  readonly breaker: Breaker
  readonly discovery: Discovery
  readonly signature: SignatureCheck
  readonly tokenBudget: Budget
  readonly introspectBudget: Budget
  /** The last time the service refused us, the program. */
  ours: string | null
}

/** Makes the service; nothing is asked until somebody asks. */
export function createCentral(needs: CentralNeeds): CentralService {
  const line: Line = { settings: needs.settings, clock: needs.clock, fetch: needs.fetch }
  const exchange: Exchange = {
    line,
    breaker: createBreaker(needs),
    discovery: createDiscovery(line),
    signature: createSignatureCheck(line),
    tokenBudget: createBudget(needs.settings.outboundTokenPerMinute, needs.clock),
    introspectBudget: createBudget(needs.settings.outboundIntrospectPerMinute, needs.clock),
    ours: null,
  }
  const { tokenBudget, introspectBudget, breaker } = exchange
  return {
    async probe() {
      const found = await exchange.discovery.find(true)
      if (!found.ok) return found
      const { jwks_uri: keysUrl } = found.value
      return keysUrl === undefined
        ? failed({ kind: 'misconfigured', reason: 'discovery names no key set' })
        : succeeded({ keysUrl })
    },
    authorizationUrl: (request) => authorizationUrl(exchange, request),
    redeemCode: (code) => redeem(exchange, code),
    introspect: (token) =>
      ask(
        exchange,
        () => introspectBudget.take(),
        (server) => introspect(line, server, token),
      ),
    refresh: (renewal) =>
      ask(
        exchange,
        () => tokenBudget.take(Math.floor(needs.settings.outboundTokenPerMinute * KEPT_FOR_SIGN_IN)),
        (server) => refreshTokens(line, server, renewal),
      ),
    revoke: (token) =>
      ask(
        exchange,
        () => true,
        (server) => revokeToken(line, server, token),
      ),
    health: () => healthOf(exchange),
    retryAfterSeconds: () => Math.ceil(breaker.retryAfterMs() / 1000),
  }
}

/** Asks within budget and while the breaker lets through; tells the breaker how it went. */
async function ask<Value>(
  exchange: Exchange,
  within: () => boolean,
  work: (server: AuthorizationServer) => Answer<Value>,
): Answer<Value> {
  const { breaker, discovery } = exchange
  if (breaker.state().open && breaker.retryAfterMs() > 1000) return failed(PAUSED)
  if (!within()) return failed({ kind: 'unavailable', reason: 'our budget of outgoing requests is used up' })
  if (!breaker.admits()) return failed(PAUSED)
  const server = await discovery.find()
  const answer = server.ok ? await work(server.value) : server
  note(exchange, answer)
  return answer
}

const PAUSED: CentralRefusal = { kind: 'unavailable', reason: 'the identity service did not answer lately' }

function note(exchange: Exchange, answer: Result<unknown, CentralRefusal>): void {
  if (!answer.ok && answer.refusal.kind === 'unavailable')
    return exchange.breaker.failed(answer.refusal.reason)
  exchange.breaker.succeeded()
  exchange.ours = !answer.ok && answer.refusal.kind === 'misconfigured' ? answer.refusal.reason : null
}

/** Sends nobody to a page that is not there: where something has failed of late, one look at discovery decides. */
async function authorizationUrl(
  exchange: Exchange,
  request: { state: string; nonce: string; challenge: string },
): Answer<string> {
  const { line, breaker, discovery } = exchange
  if (!breaker.admits()) return failed(PAUSED)
  const { open, recentFailures } = breaker.state()
  const probing = open || recentFailures > 0
  const server = await discovery.find(probing)
  // Metadata that was kept says nothing about the service now, and must not close the breaker.
  if (probing || !server.ok) note(exchange, server)
  if (!server.ok) return server
  if (!server.value.authorization_endpoint)
    return failed({ kind: 'misconfigured', reason: 'discovery names no authorization endpoint' })
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
  return succeeded(url.href)
}

/** An answer that fails its checks sends no request, and says nothing about the service's health. */
async function redeem(exchange: Exchange, code: CodeToRedeem): Answer<RedeemedCode> {
  const { line, signature, discovery, tokenBudget } = exchange
  const found = await discovery.find()
  if (!found.ok) {
    note(exchange, found)
    return found
  }
  const answer = checkAnswer({ line, signature, server: found.value }, code)
  if (!answer.ok) return answer
  return ask(
    exchange,
    () => tokenBudget.take(),
    (server) => redeemCode({ line, signature, server }, answer.value, code),
  )
}

function healthOf(exchange: Exchange): IdentityHealth {
  const state = exchange.breaker.state()
  const troubled = state.recentFailures > 0 || exchange.ours !== null
  return {
    identity: state.open ? 'down' : troubled ? 'degraded' : 'up',
    since: state.since,
    lastError: exchange.ours ?? state.lastError,
    introspectHeadroom: exchange.introspectBudget.left(),
  }
}
