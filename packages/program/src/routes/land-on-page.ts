import {
  AGAIN_COOKIE_SECONDS,
  againCookieName,
  cookieLine,
  expiredCookieLine,
  loginCookieName,
  sessionCookiesOf,
  valuesOfCookie,
} from '../cookies/index.ts'
import { sha256Base64Url } from '../platform/index.ts'
import type { CookieSettings } from '../service.ts'
import {
  authenticate,
  cookieValuesOf,
  endSession,
  exchangeHandoff,
  isCookieValue,
} from '../sessions/index.ts'
import type { PendingRow, SessionRow } from '../store/index.ts'
import { deviceOf } from './device-of.ts'
import { withCookies } from './login.ts'
import { againAddress, loginAddress, problemAfterCallback } from './page-problem.ts'
import {
  answerOnceKnown,
  type CallbackOutcome,
  keepRefusal,
  keptRefusal,
  type RefusedOutcome,
  type RepeatedCallback,
} from './repeated-callback.ts'
import { empty } from './reply.ts'
import type { RequestContext } from './request-context.ts'

/** Whether a pending sign-in began in cookie mode. The return address of an app is never a path. */
export function isPageSignIn({ returnUri }: Pick<PendingRow, 'returnUri'>): boolean {
  return returnUri.startsWith('/')
}

/**
 * Ends a sign-in that `login/` began: exchanges the handoff at once, sets the cookie of a new session, and redirects to
 * the page. In a browser that did not begin this sign-in nothing is redeemed, so nobody can be signed in as another
 * person.
 */
export async function landOnPage(
  context: RequestContext,
  { cookies, pending }: { cookies: CookieSettings; pending: PendingRow },
  outcome: () => Promise<CallbackOutcome>,
): Promise<Response> {
  const loginCookie = loginCookieName(cookies.name, pending.stateHash)
  const verifier = await verifierOf(context, loginCookie, pending)
  const answer =
    verifier === null
      ? await answerStranger(context, cookies, pending)
      : await finish(context, { cookies, pending }, { verifier, outcome: await outcome() })
  return withCookies(answer, [expiredCookieLine(loginCookie)])
}

/** The verifier in the cookie of the sign-in, which only the browser has that began it. */
async function verifierOf(
  { request }: RequestContext,
  loginCookie: string,
  { challenge }: PendingRow,
): Promise<string | null> {
  const [verifier = '', another] = valuesOfCookie(request.headers, loginCookie)
  return another === undefined && (await sha256Base64Url(verifier)) === challenge ? verifier : null
}

/**
 * Answers a callback that comes again in the browser that began the sign-in: with the cookie of the same session, for as long
 * as that is open. If the first callback did not get as far as the session, it is opened now. Null for everybody else.
 */
export async function landRepeated(
  context: RequestContext,
  cookies: CookieSettings,
  repeated: RepeatedCallback,
): Promise<Response | null> {
  const { pending, code } = repeated
  const loginCookie = loginCookieName(cookies.name, pending.stateHash)
  const verifier = await verifierOf(context, loginCookie, pending)
  if (verifier === null) return null
  const answer = await landOnceKnown(context, { cookies, repeated }, { code, verifier })
  return answer && withCookies(answer, [expiredCookieLine(loginCookie)])
}

function landOnceKnown(
  context: RequestContext,
  { cookies, repeated }: { cookies: CookieSettings; repeated: RepeatedCallback },
  presented: Presented,
): Promise<Response | null> {
  const landing = { cookies, pending: repeated.pending }
  return answerOnceKnown(context, repeated, async (result) => {
    if (result.kind === 'over') return landInSession(context, landing, presented)
    if (result.kind === 'open') return openSession(context, landing, presented)
    if (result.kind !== 'refused') return null
    const refused = keptRefusal(result.refusal)
    return refused ? problemOf(context, landing, refused) : landOnUsed(landing)
  })
}

/** Gives the cookie of the session again that was opened before. One that has ended is not given. */
async function landInSession(
  { service }: RequestContext,
  landing: Landing,
  presented: Presented,
): Promise<Response> {
  for (const cookie of await cookieValuesOf(service, presented)) {
    const found = await service.store.findSessionByAccess(await sha256Base64Url(cookie))
    if (found && !found.session.endedCause) return withSession(landing, found.session, cookie)
  }
  return landOnUsed(landing)
}

function landOnUsed({ cookies, pending: { returnUri } }: Landing): Response {
  return landAgain(cookies, { kind: 'replayed', returnUri })
}

function withSession(
  { cookies, pending }: Landing,
  { createdAt, expiresAt }: SessionRow,
  cookie: string,
): Response {
  const seconds = Math.floor((expiresAt.getTime() - createdAt.getTime()) / 1000)
  return withCookies(empty(303, { location: `${cookies.origin}${pending.returnUri}` }), [
    cookieLine(cookies.name, cookie, cookies.isKeptAfterClosing ? seconds : null),
  ])
}

/**
 * The answer to a browser without the cookie of this sign-in. It may be the tab that waited longest of very many. Whoever is
 * signed in is sent to the page, and nobody is signed in by that. Everybody else begins a sign-in of their own, once: the cookie
 * says so, and without it `login/` shows the page of the problem, so a browser that keeps no cookies is not led round and round.
 * Where an old account was to be connected nothing begins: a plain sign-in would make a second account.
 */
async function answerStranger(
  context: RequestContext,
  cookies: CookieSettings,
  pending: PendingRow,
): Promise<Response> {
  await keepRefusal(context, pending, 'other_browser')
  const visitor = await authenticate(context.service, context.request)
  const { returnUri } = pending
  if (visitor.status === 'ok') return empty(303, { location: `${cookies.origin}${returnUri}` })
  const again = againCookieName(cookies.name)
  if (pending.link || valuesOfCookie(context.request.headers, again).length > 0)
    return problemAfterCallback(context, cookies, 'other_browser', returnUri)
  return withCookies(empty(303, { location: againAddress(cookies, returnUri) }), [
    cookieLine(again, '1', AGAIN_COOKIE_SECONDS),
  ])
}

/** The answer to a state that was used or has expired. An expired one was too slow, so the sign-in begins again. */
export function landAgain(
  cookies: CookieSettings,
  { kind, returnUri }: { kind: 'replayed' | 'expired'; returnUri: string },
): Response {
  const location = kind === 'expired' ? loginAddress(cookies, returnUri) : `${cookies.origin}${returnUri}`
  return empty(303, { location })
}

interface Landing {
  readonly cookies: CookieSettings
  readonly pending: PendingRow
}

/** The code of the handoff, and the verifier of the browser. */
interface Presented {
  readonly code: string
  readonly verifier: string
}

function problemOf(
  context: RequestContext,
  { cookies, pending }: Landing,
  { onPage, sso_error: word }: RefusedOutcome,
): Response {
  return problemAfterCallback(context, cookies, onPage ?? word, pending.returnUri)
}

async function finish(
  context: RequestContext,
  landing: Landing,
  { verifier, outcome }: { verifier: string; outcome: CallbackOutcome },
): Promise<Response> {
  if ('sso_error' in outcome) return problemOf(context, landing, outcome)
  const { cookies, pending } = landing
  const code = outcome.sso_code
  const repeated = { pending, code, patienceMs: context.service.settings.central.timeoutMs }
  return (
    (await openSession(context, landing, { code, verifier })) ??
    (await landOnceKnown(context, { cookies, repeated }, { code, verifier })) ??
    problemOf(context, landing, { sso_error: 'unavailable' })
  )
}

/** Exchanges the handoff. Null if another callback of this browser does so. */
async function openSession(
  context: RequestContext,
  landing: Landing,
  presented: Presented,
): Promise<Response | null> {
  const { service } = context
  const rest = { accountId: null, carrier: 'cookie', device: deviceOf(context) } as const
  const exchanged = await exchangeHandoff(service, { ...presented, ...rest })
  if (exchanged.kind === 'refused') return null
  if (exchanged.kind === 'conflict') {
    await keepRefusal(context, landing.pending, 'unavailable')
    return problemOf(context, landing, { sso_error: 'unavailable' })
  }
  const { session, pair } = exchanged
  service.inBackground(endReplaced(context, landing, session))
  return withSession(landing, session, pair.accessToken)
}

/**
 * Ends the session whose cookie is replaced. Tabs that signed in together replace each other's cookies, and their
 * requests are still on the way. So a session of the same account that is younger than this sign-in stays open.
 */
async function endReplaced(
  { service, request }: RequestContext,
  { cookies, pending }: Landing,
  session: SessionRow,
): Promise<void> {
  const [value, another] = sessionCookiesOf(request.headers, cookies)
  if (value === undefined || another !== undefined || !isCookieValue(value)) return
  const replaced = (await service.store.findSessionByAccess(await sha256Base64Url(value)))?.session
  if (!replaced || replaced.endedCause) return
  if (replaced.accountId === session.accountId && replaced.createdAt >= pending.createdAt) return
  await endSession(service, replaced, 'logout')
}
