import {
  cookieLine,
  expiredCookieLine,
  loginCookieName,
  sessionCookiesOf,
  valuesOfCookie,
} from '../cookies/index.ts'
import { sha256Base64Url } from '../platform/index.ts'
import type { CookieSettings } from '../service.ts'
import {
  type AskedFault,
  authenticate,
  endSession,
  exchangeHandoff,
  isCookieValue,
} from '../sessions/index.ts'
import type { PendingRow, SessionRow } from '../store/index.ts'
import type { SsoErrorParam } from '../wire.ts'
import { deviceOf } from './device-of.ts'
import { withCookies } from './login.ts'
import { loginAddress, problemAnswer } from './page-problem.ts'
import { empty } from './reply.ts'
import type { RequestContext } from './request-context.ts'

/** What the callback decided: a handoff code, or the word for the citizen. A page may say it more precisely. */
export type CallbackOutcome =
  | { readonly sso_code: string }
  | { readonly sso_error: SsoErrorParam; readonly onPage?: AskedFault }

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
  const [verifier = '', another] = valuesOfCookie(context.request.headers, loginCookie)
  const isThisBrowser = another === undefined && (await sha256Base64Url(verifier)) === pending.challenge
  const answer = isThisBrowser
    ? await finish(context, { cookies, pending }, { verifier, outcome: await outcome() })
    : await answerStranger(context, cookies, pending)
  return withCookies(answer, [expiredCookieLine(loginCookie)])
}

/**
 * The answer to a browser without the cookie of this sign-in. It may be the tab that waited longest of very many. Whoever is
 * signed in is sent to the page, and nobody is signed in by that.
 */
async function answerStranger(
  context: RequestContext,
  cookies: CookieSettings,
  { returnUri }: PendingRow,
): Promise<Response> {
  const visitor = await authenticate(context.service, context.request)
  if (visitor.status === 'ok') return empty(303, { location: `${cookies.origin}${returnUri}` })
  return problemAnswer(cookies, 'other_browser', returnUri)
}

/** The answer to a state that was used or has expired. An expired one was too slow, so the sign-in begins again. */
export function landAgain(
  cookies: CookieSettings,
  { kind, returnUri }: { kind: 'replayed' | 'expired'; returnUri: string },
): Response {
  const location = kind === 'expired' ? loginAddress(cookies, returnUri) : `${cookies.origin}${returnUri}`
  return empty(303, { location })
}

async function finish(
  context: RequestContext,
  { cookies, pending }: { cookies: CookieSettings; pending: PendingRow },
  { verifier, outcome }: { verifier: string; outcome: CallbackOutcome },
): Promise<Response> {
  const { service } = context
  if ('sso_error' in outcome)
    return problemAnswer(cookies, outcome.onPage ?? outcome.sso_error, pending.returnUri)
  const presented = {
    code: outcome.sso_code,
    verifier,
    accountId: null,
    carrier: 'cookie',
    device: deviceOf(context),
  } as const
  const exchanged = await exchangeHandoff(service, presented)
  if (exchanged.kind !== 'exchanged') return problemAnswer(cookies, 'unavailable', pending.returnUri)
  const { session, pair } = exchanged
  service.inBackground(endReplaced(context, cookies, { pending, session }))
  const seconds = Math.floor((session.expiresAt.getTime() - session.createdAt.getTime()) / 1000)
  return withCookies(empty(303, { location: `${cookies.origin}${pending.returnUri}` }), [
    cookieLine(cookies.name, pair.accessToken, cookies.isKeptAfterClosing ? seconds : null),
  ])
}

/**
 * Ends the session whose cookie is replaced. Tabs that signed in together replace each other's cookies, and their
 * requests are still on the way. So a session of the same account that is younger than this sign-in stays open.
 */
async function endReplaced(
  { service, request }: RequestContext,
  cookies: CookieSettings,
  { pending, session }: { pending: PendingRow; session: SessionRow },
): Promise<void> {
  const [value, another] = sessionCookiesOf(request.headers, cookies)
  if (value === undefined || another !== undefined || !isCookieValue(value)) return
  const replaced = (await service.store.findSessionByAccess(await sha256Base64Url(value)))?.session
  if (!replaced || replaced.endedCause) return
  if (replaced.accountId === session.accountId && replaced.createdAt >= pending.createdAt) return
  await endSession(service, replaced, 'logout')
}
