import type { RedeemedCode } from '../central/index.ts'
import { BASE64URL_256_BITS, sha256Base64Url } from '../platform/index.ts'
import { createHandoff, decideSignIn, revokeUnused } from '../sessions/index.ts'
import type { ConsumedPending, PendingRow } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { type CallbackOutcome, isPageSignIn, landAgain, landOnPage } from './land-on-page.ts'
import { isPrefetch } from './prefetch.ts'
import { empty, page } from './reply.ts'
import { addressOf, type Endpoint, exceeded, type RequestContext } from './request-context.ts'

const UNKNOWN = 'This sign-in link is not known here. Go back to the app and start again.'
const TOO_MANY_REQUESTS = 'Too many tries. Please wait a minute, then reload this page.'

/** `GET callback/`: consumes the state and verifies the identity. Only the exchange writes accounts. */
export const callback: Endpoint = async (context) => {
  const { service, request, url } = context
  if (request.method === 'HEAD' || isPrefetch(request)) return empty(204)
  const wait = await exceeded(context, 'callback', service.settings.throttle?.callbackPerIp)
  if (wait !== null) return tooManyRequests(wait)
  const state = stateOf(url)
  if (state === null) return page(400, UNKNOWN)
  const codeFrom = url.searchParams.has('code') ? addressOf(context) : null
  const codesWait = codeFrom === null ? null : service.codes.reserve(codeFrom)
  return codesWait === null ? answer(context, state, codeFrom) : tooManyRequests(codesWait)
}

function stateOf({ searchParams }: URL): string | null {
  const [state = '', another] = searchParams.getAll('state')
  return another === undefined && BASE64URL_256_BITS.test(state) ? state : null
}

function tooManyRequests(seconds: number): Response {
  return page(429, TOO_MANY_REQUESTS, { 'retry-after': String(seconds) })
}

async function answer(context: RequestContext, state: string, codeFrom: string | null): Promise<Response> {
  const consumed = await consume(context, state, codeFrom)
  if (consumed.kind === 'unknown') return page(400, UNKNOWN)
  const { settings, log } = context.service
  const known = consumed.kind === 'consumed' ? consumed.pending : consumed
  const cookies = isPageSignIn(known) ? settings.cookies : null
  if (consumed.kind !== 'consumed') {
    log.log('info', 'callback_state', { outcome: consumed.kind, request_id: context.requestId })
    return cookies
      ? landAgain(cookies, consumed)
      : redirectToApp(context, consumed.returnUri, { sso_error: 'cancelled' })
  }
  const outcome = () => outcomeOf(context, consumed, state)
  return cookies
    ? landOnPage(context, { cookies, pending: consumed.pending }, outcome)
    : redirectToApp(context, consumed.pending.returnUri, await outcome())
}

/** Releases the reserved code if the state is invalid or the database does not answer, because nothing was sent. */
async function consume(
  { service: { store, clock, codes } }: RequestContext,
  state: string,
  codeFrom: string | null,
): Promise<ConsumedPending> {
  let consumed: ConsumedPending | null = null
  try {
    consumed = await store.consumePending(await sha256Base64Url(state), clock.now())
    return consumed
  } finally {
    if (consumed?.kind !== 'consumed' && codeFrom !== null) codes.release(codeFrom)
  }
}

type Consumed = Extract<ConsumedPending, { kind: 'consumed' }>
type Refused = { readonly sso_error: SsoErrorParam }

async function outcomeOf(
  context: RequestContext,
  consumed: Consumed,
  state: string,
): Promise<CallbackOutcome> {
  const { service } = context
  try {
    const redeemed = await redeem(context, consumed, state)
    return 'sso_error' in redeemed ? redeemed : await finish(context, consumed.pending, redeemed)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    service.log.log('error', 'callback_failed', { message, request_id: context.requestId })
    return { sso_error: 'unavailable' }
  }
}

/** If the sign-in does not continue, the central grant has no use and is revoked. */
async function finish(
  context: RequestContext,
  pending: PendingRow,
  redeemed: RedeemedCode,
): Promise<CallbackOutcome> {
  const { service } = context
  try {
    const decision = await decideSignIn(service, redeemed.identity, pending.link)
    if (decision.kind === 'continue') return { sso_code: await createHandoff(service, pending, redeemed) }
    await revokeUnused(service, redeemed.tokens)
    return logged(context, decision.outcome, decision.reason)
  } catch (error) {
    await revokeUnused(service, redeemed.tokens)
    throw error
  }
}

async function redeem(
  context: RequestContext,
  { pending, consumedAt: askedAt }: Consumed,
  state: string,
): Promise<RedeemedCode | Refused> {
  const { service, url } = context
  const opened = await service.keyring.open(`pending|${pending.stateHash}|sealed`, pending)
  if (!isOpened(opened))
    return logged(context, 'unavailable', `no key opens the pending row sealed with ${pending.keyId}`)
  const redeemed = await service.central.redeemCode({
    ...{ parameters: url.searchParams, state, askedAt, ...opened },
  })
  if (redeemed.ok) return redeemed.value
  const { kind, reason, unused } = redeemed.refusal
  if (unused) await revokeUnused(service, { refreshToken: unused.reveal() })
  if (kind === 'invalid-grant' || kind === 'untrusted') await countFailure(context)
  return logged(context, kind === 'cancelled' ? 'cancelled' : 'unavailable', reason)
}

/** Counts a refused code, which has cost a request. After the last one that the rule allows, the address must wait. */
async function countFailure(context: RequestContext): Promise<void> {
  const { settings, codes } = context.service
  const rule = settings.throttle?.callbackFailuresPerIp
  const address = addressOf(context)
  if (!rule || address === null) return
  const wait = await exceeded(context, 'callback-failures', { ...rule, limit: rule.limit - 1 }, address)
  if (wait !== null) codes.close(address, wait)
}

function isOpened(value: unknown): value is { nonce: string; verifier: string } {
  return typeof value === 'object' && value !== null && 'nonce' in value && 'verifier' in value
}

/** The log and the audit get the reason. The app gets one word. */
function logged({ service, requestId }: RequestContext, outcome: SsoErrorParam, reason: string): Refused {
  service.log.log('warn', 'callback_refused', { outcome, reason, request_id: requestId })
  service.emit({ type: 'callback_refused', reason, at: service.clock.now() })
  return { sso_error: outcome }
}

/** Redirects to the app, if its address is still on the list of return addresses. */
function redirectToApp({ service }: RequestContext, returnUri: string, outcome: CallbackOutcome): Response {
  if (!service.settings.returnUris.includes(returnUri)) return page(400, UNKNOWN)
  const separator = returnUri.includes('?') ? '&' : '?'
  return empty(302, { location: `${returnUri}${separator}${new URLSearchParams({ ...outcome })}` })
}
