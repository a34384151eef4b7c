import type { RedeemedCode } from '../central/index.ts'
import { pageOfCode } from '../error-page.ts'
import { BASE64URL_256_BITS, sha256Base64Url } from '../platform/index.ts'
import {
  type AskedFault,
  type AskedSignIn,
  createHandoff,
  decideSignIn,
  faultOfAsked,
  handoffCodeOf,
  revokeUnused,
} from '../sessions/index.ts'
import type { ConsumedPending, PendingRow } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { againOrHome, citizenPage } from './citizen-page.ts'
import { isPageSignIn, landAgain, landOnPage, landRepeated } from './land-on-page.ts'
import { problemHere } from './page-problem.ts'
import { isPrefetch } from './prefetch.ts'
import {
  answerOnceKnown,
  type CallbackOutcome,
  keepRefusal,
  keptRefusal,
  type RefusedOutcome,
  type RepeatedCallback,
  repeatedOf,
  type Visit,
  visitOf,
} from './repeated-callback.ts'
import { empty } from './reply.ts'
import { addressOf, type Endpoint, exceeded, type RequestContext } from './request-context.ts'

/**
 * A page that leads on: to the program's own pages, or to where its app is. It has the address of the callback alone: a code of another
 * sign-in does not stay in the address bar, in the history or in a bookmark.
 */
function unknown(context: RequestContext): Response {
  const { central, cookies, returnUris } = context.service.settings
  if (context.url.search !== '') return empty(303, { location: central.callbackUrl })
  const app = returnUris.find((uri) => /^https?:/.test(uri))
  const href = cookies ? `${cookies.origin}${cookies.basePath}/` : app && new URL('/', app).href
  const link = href ? ({ href, text: 'restart' } as const) : null
  return citizenPage(context, { status: 400, sentence: 'unknown_sign_in', link })
}

/** `GET callback/`: consumes the state and verifies the identity. Only the exchange writes accounts. */
export const callback: Endpoint = async (context) => {
  const { service, request, url } = context
  if (request.method === 'HEAD' || isPrefetch(request)) return empty(204)
  const page = pageHere(context)
  if (page) return page
  const wait = await exceeded(context, 'callback', service.settings.throttle?.callbackPerIp)
  if (wait !== null) return tooManyRequests(context, wait)
  const state = stateOf(url)
  if (state === null) return unknown(context)
  const codeFrom = url.searchParams.has('code') ? addressOf(context) : null
  const codesWait = codeFrom === null ? null : service.codes.reserve(codeFrom)
  return codesWait === null ? answer(context, state, codeFrom) : tooManyRequests(context, codesWait)
}

/** The pages that a callback leads to. They are no tries of their own, so they count for no limit. */
function pageHere(context: RequestContext): Response | null {
  if (context.url.search === '') return unknown(context)
  const { cookies } = context.service.settings
  return cookies && problemHere(context, cookies)
}

function stateOf({ searchParams }: URL): string | null {
  const [state = '', another] = searchParams.getAll('state')
  return another === undefined && BASE64URL_256_BITS.test(state) ? state : null
}

function tooManyRequests(context: RequestContext, seconds: number): Response {
  const headers = { 'retry-after': String(seconds) }
  return citizenPage(context, { status: 429, sentence: 'too_many', link: againOrHome(context), headers })
}

async function answer(context: RequestContext, state: string, codeFrom: string | null): Promise<Response> {
  const visit = await visitOf(context)
  const consumed = await consume(context, { state, by: visit.names[0] }, codeFrom)
  if (consumed.kind === 'unknown') return unknown(context)
  if (consumed.kind !== 'consumed') return answerUsed(context, consumed, visit)
  const { pending } = consumed
  const cookies = isPageSignIn(pending) ? context.service.settings.cookies : null
  const outcome = async () => {
    const reached = await outcomeOf(context, consumed, { state, code: visit.codes[0] })
    if ('sso_error' in reached) await keepRefusal(context, pending, reached.onPage ?? reached.sso_error)
    return reached
  }
  return cookies
    ? landOnPage(context, { cookies, pending }, outcome)
    : redirectToApp(context, pending.returnUri, await outcome())
}

type Used = Extract<ConsumedPending, { readonly kind: 'replayed' | 'expired' }>

/** The answer to a state that was used or has expired. The same callback again gets the answer of the first one. */
async function answerUsed(context: RequestContext, used: Used, visit: Visit): Promise<Response> {
  const { settings, log } = context.service
  const { kind, returnUri } = used
  const repeated = used.kind === 'replayed' ? repeatedOf(context, used.first, visit) : null
  const outcome = repeated ? 'repeated' : kind
  log.log('info', 'callback_state', { outcome, request_id: context.requestId })
  const cookies = isPageSignIn(used) ? settings.cookies : null
  if (cookies)
    return (repeated && (await landRepeated(context, cookies, repeated))) ?? landAgain(cookies, used)
  return (
    (repeated && (await redirectAgain(context, repeated))) ??
    redirectToApp(context, returnUri, { sso_error: 'cancelled' })
  )
}

/** Redirects as the first callback did. Once its code was exchanged, or if the first one never ends, null. */
async function redirectAgain(context: RequestContext, repeated: RepeatedCallback): Promise<Response | null> {
  const to = (outcome: CallbackOutcome) => redirectToApp(context, repeated.pending.returnUri, outcome)
  return answerOnceKnown(context, repeated, async (result) => {
    if (result.kind === 'open') return to({ sso_code: repeated.code })
    if (result.kind === 'over') return to({ sso_error: 'cancelled' })
    return result.kind === 'refused' ? to(keptRefusal(result.refusal) ?? { sso_error: 'cancelled' }) : null
  })
}

/** Releases the reserved code if the state is invalid or the database does not answer, because nothing was sent. */
async function consume(
  { service: { store, clock, codes } }: RequestContext,
  { state, by }: { state: string; by: string },
  codeFrom: string | null,
): Promise<ConsumedPending> {
  let consumed: ConsumedPending | null = null
  try {
    consumed = await store.consumePending(await sha256Base64Url(state), clock.now(), by)
    return consumed
  } finally {
    if (consumed?.kind !== 'consumed' && codeFrom !== null) codes.release(codeFrom)
  }
}

type Consumed = Extract<ConsumedPending, { kind: 'consumed' }>

async function outcomeOf(
  context: RequestContext,
  consumed: Consumed,
  { state, code }: { state: string; code: string },
): Promise<CallbackOutcome> {
  const { service } = context
  const { pending } = consumed
  try {
    const redeemed = await redeem(context, consumed, state)
    if ('sso_error' in redeemed) return redeemed
    return await finish(context, { pending, code: handoffCodeOf(code, pending.challenge) }, redeemed)
  } catch (error) {
    const message = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
    service.log.log('error', 'callback_failed', {
      ...{ message, request_id: context.requestId },
      page: pageOfCode('unavailable'),
    })
    return { sso_error: 'unavailable' }
  }
}

/** If the sign-in does not continue, the central grant has no use and is revoked. */
async function finish(
  context: RequestContext,
  handoff: { pending: PendingRow; code: string },
  redeemed: RedeemedCode,
): Promise<CallbackOutcome> {
  const { service } = context
  try {
    const decision = await decideSignIn(service, redeemed.identity, handoff.pending.link)
    if (decision.kind === 'continue') {
      await createHandoff(service, handoff, redeemed)
      return { sso_code: handoff.code }
    }
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
): Promise<RedeemedCode | RefusedOutcome> {
  const { service, url } = context
  const opened = await service.keyring.open(`pending|${pending.stateHash}|sealed`, pending)
  if (!isOpened(opened))
    return logged(context, 'unavailable', `no key opens the pending row sealed with ${pending.keyId}`)
  const redeemed = await service.central.redeemCode({
    ...{ parameters: url.searchParams, state, askedAt, nonce: opened.nonce, verifier: opened.verifier },
  })
  if (redeemed.ok) return asAsked(context, pending, { redeemed: redeemed.value, asked: opened.asked ?? null })
  const { kind, reason, unused } = redeemed.refusal
  if (unused) await revokeUnused(service, { refreshToken: unused.reveal() })
  if (kind === 'invalid-grant' || kind === 'untrusted') await countFailure(context)
  return logged(context, kind === 'cancelled' ? 'cancelled' : 'unavailable', reason)
}

/** Refuses a sign-in that is not what was asked for. The citizen stays signed in as before. */
async function asAsked(
  context: RequestContext,
  { createdAt }: PendingRow,
  { redeemed, asked }: { readonly redeemed: RedeemedCode; readonly asked: AskedSignIn | null },
): Promise<RedeemedCode | RefusedOutcome> {
  const fault = asked && faultOfAsked(asked, redeemed.identity, createdAt)
  if (!fault) return redeemed
  await revokeUnused(context.service, redeemed.tokens)
  return { ...logged(context, 'cancelled', REASONS[fault]), onPage: fault }
}

const REASONS: Record<AskedFault, string> = {
  other_account: 'another citizen signed in than the one who was asked to sign in again',
  insufficient_user_authentication:
    'the sign-in is older than max_age, of no class of acr_values, or its ID token does not say so',
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

/** What `startSignIn` wrote. A release before this one asked for nothing. */
interface OpenedPending {
  readonly nonce: string
  readonly verifier: string
  readonly asked?: AskedSignIn | null
}

function isOpened(value: unknown): value is OpenedPending {
  return typeof value === 'object' && value !== null && 'nonce' in value && 'verifier' in value
}

/**
 * The log and the audit get the reason. The app gets one word. Only `unavailable` is a fault: in the other cases the citizen goes on
 * in another way.
 */
function logged(
  { service, requestId }: RequestContext,
  outcome: SsoErrorParam,
  reason: string,
): RefusedOutcome {
  const level = outcome === 'unavailable' ? 'warn' : 'info'
  service.log.log(level, 'callback_refused', {
    ...{ outcome, reason, request_id: requestId },
    page: pageOfCode(outcome),
  })
  service.emit({ type: 'callback_refused', reason, at: service.clock.now() })
  return { sso_error: outcome }
}

/** Redirects to the app, if its address is still on the list of return addresses. */
function redirectToApp(context: RequestContext, returnUri: string, outcome: CallbackOutcome): Response {
  const { settings } = context.service
  if (!settings.returnUris.includes(new URL(returnUri).href)) return unknown(context)
  const separator = returnUri.includes('?') ? '&' : '?'
  const result = 'sso_error' in outcome ? { sso_error: outcome.sso_error } : outcome
  return empty(302, { location: `${new URL(returnUri).href}${separator}${new URLSearchParams(result)}` })
}
