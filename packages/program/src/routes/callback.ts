import type { RedeemedCode } from '../central/index.ts'
import { BASE64URL_256_BITS, sha256Base64Url } from '../platform/index.ts'

import { createHandoff, decideSignIn, disownTokens } from '../sessions/index.ts'
import type { ConsumedPending, PendingRow } from '../store/index.ts'

import type { SsoErrorParam } from '../wire.ts'
import { empty, page } from './reply.ts'
import { addressOf, type Endpoint, exceeded, type Visit } from './visit.ts'

const UNKNOWN = 'This sign-in link is not known here. Go back to the app and start again.'
const TOO_OFTEN = 'Too many tries. Please wait a minute, then reload this page.'

/** `GET callback/`: consumes the state, verifies who came, and only reads; whatever is written waits for the exchange. */
export const callback: Endpoint = async (visit) => {
  const { service, request, url } = visit
  if (request.method === 'HEAD' || isPrefetch(request)) return empty(204)
  const wait = await exceeded(visit, 'callback', service.settings.throttle?.callbackPerIp)
  if (wait !== null) return tooOften(wait)
  const state = stateOf(url)
  if (state === null) return page(400, UNKNOWN)
  const codeFrom = url.searchParams.has('code') ? addressOf(visit) : null
  const codesWait = codeFrom === null ? null : service.codes.take(codeFrom)
  return codesWait === null ? arrive(visit, state, codeFrom) : tooOften(codesWait)
}

function stateOf({ searchParams }: URL): string | null {
  const [state = '', another] = searchParams.getAll('state')
  return another === undefined && BASE64URL_256_BITS.test(state) ? state : null
}

function tooOften(seconds: number): Response {
  return page(429, TOO_OFTEN, { 'retry-after': String(seconds) })
}

async function arrive(visit: Visit, state: string, codeFrom: string | null): Promise<Response> {
  const consumed = await consume(visit, state, codeFrom)
  if (consumed.kind === 'unknown') return page(400, UNKNOWN)
  if (consumed.kind !== 'consumed') {
    visit.service.log.log('info', 'callback_state', { outcome: consumed.kind, request_id: visit.requestId })
    return back(visit, consumed.returnUri, { sso_error: 'cancelled' })
  }
  return back(visit, consumed.pending.returnUri, await settle(visit, consumed, state))
}

/** A state that is not good, or a database that is away, costs the address no code: nobody is asked about it. */
async function consume(
  { service: { store, clock, codes } }: Visit,
  state: string,
  codeFrom: string | null,
): Promise<ConsumedPending> {
  let consumed: ConsumedPending | null = null
  try {
    consumed = await store.consumePending(await sha256Base64Url(state), clock.now())
    return consumed
  } finally {
    if (consumed?.kind !== 'consumed' && codeFrom !== null) codes.giveBack(codeFrom)
  }
}

type Consumed = Extract<ConsumedPending, { kind: 'consumed' }>
type Refused = { readonly sso_error: SsoErrorParam }
type Outcome = { readonly sso_code: string } | Refused

async function settle(visit: Visit, consumed: Consumed, state: string): Promise<Outcome> {
  const { service } = visit
  try {
    const redeemed = await redeem(visit, consumed, state)
    return 'sso_error' in redeemed ? redeemed : await handOn(visit, consumed.pending, redeemed)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    service.log.log('error', 'callback_failed', { message, request_id: visit.requestId })
    return { sso_error: 'unavailable' }
  }
}

/** Whoever is not handed on, for a reason or by a fault of ours, leaves a central grant that nobody will use. */
async function handOn(visit: Visit, pending: PendingRow, redeemed: RedeemedCode): Promise<Outcome> {
  const { service } = visit
  try {
    const decision = await decideSignIn(service, redeemed.identity, pending.link)
    if (decision.kind === 'continue') return { sso_code: await createHandoff(service, pending, redeemed) }
    await disownTokens(service, redeemed.tokens)
    return noted(visit, decision.outcome, decision.reason)
  } catch (error) {
    await disownTokens(service, redeemed.tokens)
    throw error
  }
}

async function redeem(
  visit: Visit,
  { pending, consumedAt: askedAt }: Consumed,
  state: string,
): Promise<RedeemedCode | Refused> {
  const { service, url } = visit
  const kept = await service.keyring.open(`pending|${pending.stateHash}|sealed`, pending)
  if (!isKept(kept))
    return noted(visit, 'unavailable', `no key opens the pending row sealed with ${pending.keyId}`)
  const redeemed = await service.central.redeemCode({
    ...{ parameters: url.searchParams, state, askedAt, ...kept },
  })
  if (redeemed.ok) return redeemed.value
  const { kind, reason, unused } = redeemed.refusal
  if (unused) await disownTokens(service, { refreshToken: unused.reveal() })
  if (kind === 'invalid-grant' || kind === 'untrusted') await countFailure(visit)
  return noted(visit, kind === 'cancelled' ? 'cancelled' : 'unavailable', reason)
}

/** A code that was none has cost a request: after the last that the rule allows, this address brings no more. */
async function countFailure(visit: Visit): Promise<void> {
  const { settings, codes } = visit.service
  const rule = settings.throttle?.callbackFailuresPerIp
  const address = addressOf(visit)
  if (!rule || address === null) return
  const wait = await exceeded(visit, 'callback-failures', { ...rule, limit: rule.limit - 1 }, address)
  if (wait !== null) codes.close(address, wait)
}

function isKept(value: unknown): value is { nonce: string; verifier: string } {
  return typeof value === 'object' && value !== null && 'nonce' in value && 'verifier' in value
}

/** Precise in the log and the audit, one word outside. */
function noted({ service, requestId }: Visit, outcome: SsoErrorParam, reason: string): Refused {
  service.log.log('warn', 'callback_refused', { outcome, reason, request_id: requestId })
  service.emit({ type: 'callback_refused', reason, at: service.clock.now() })
  return { sso_error: outcome }
}

/** Back to the app, if its address is still on the list. */
function back({ service }: Visit, returnUri: string, outcome: Outcome): Response {
  if (!service.settings.returnUris.includes(returnUri)) return page(400, UNKNOWN)
  const separator = returnUri.includes('?') ? '&' : '?'
  return empty(302, { location: `${returnUri}${separator}${new URLSearchParams({ ...outcome })}` })
}

/** Browsers that look ahead must not spend the state. */
function isPrefetch({ headers }: Request): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers.get(name) ?? ''),
  )
}
