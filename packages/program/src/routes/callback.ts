import type { RedeemedCode } from '../central/index.ts'
import { BASE64URL_256_BITS, sha256Base64Url } from '../platform/index.ts'
import { createHandoff, decideSignIn, disownTokens } from '../sessions/index.ts'
import type { PendingRow } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { empty, page } from './reply.ts'
import { type Endpoint, exceeded, type Visit } from './visit.ts'

const UNKNOWN = 'This sign-in link is not known here. Go back to the app and start again.'
const TOO_OFTEN = 'Too many tries. Please wait a minute, then reload this page.'

/** `GET callback/`: consumes the state, verifies who came, and only reads; whatever is written waits for the exchange. */
export const callback: Endpoint = async (visit) => {
  const { service, request, url } = visit
  if (request.method === 'HEAD' || isPrefetch(request)) return empty(204)
  const wait = await exceeded(visit, 'callback', service.settings.throttle?.callbackPerIp)
  if (wait !== null) return page(429, TOO_OFTEN, { 'retry-after': String(wait) })
  const states = url.searchParams.getAll('state')
  const state = states.length === 1 ? (states[0] ?? '') : ''
  if (!BASE64URL_256_BITS.test(state)) return page(400, UNKNOWN)
  const consumed = await service.store.consumePending(await sha256Base64Url(state), service.clock.now())
  if (consumed.kind === 'unknown') return page(400, UNKNOWN)
  if (consumed.kind !== 'consumed') {
    service.log.log('info', 'callback_state', { outcome: consumed.kind, request_id: visit.requestId })
    return back(visit, consumed.returnUri, { sso_error: 'cancelled' })
  }
  return back(visit, consumed.pending.returnUri, await settle(visit, consumed.pending, state))
}

type Refused = { readonly sso_error: SsoErrorParam }
type Outcome = { readonly sso_code: string } | Refused

async function settle(visit: Visit, pending: PendingRow, state: string): Promise<Outcome> {
  const { service } = visit
  try {
    const redeemed = await redeem(visit, pending, state)
    return 'sso_error' in redeemed ? redeemed : await handOn(visit, pending, redeemed)
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

async function redeem(visit: Visit, pending: PendingRow, state: string): Promise<RedeemedCode | Refused> {
  const { service, url } = visit
  const kept = await service.keyring.open(`pending|${pending.stateHash}|sealed`, pending)
  if (!isKept(kept))
    return noted(visit, 'unavailable', `no key opens the pending row sealed with ${pending.keyId}`)
  const redeemed = await service.central.redeemCode({ parameters: url.searchParams, state, ...kept })
  if (redeemed.ok) return redeemed.value
  const { kind, reason } = redeemed.refusal
  return noted(visit, kind === 'cancelled' ? 'cancelled' : 'unavailable', reason)
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
