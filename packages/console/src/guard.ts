import {
  ENTERING_SIGN_IN,
  findEnteringOperator,
  findForOperator,
  type HttpRequest,
  isUuid,
  mayAs,
  type Operator,
  type OperatorOrigin,
  type RefusedLook,
  type Reply,
  type Role,
  recordConsoleRefusal,
  redirect,
} from '@portico/identity/parts'
import { nameUserAgent, type SessionInfo } from '@portico/program'
import { findVisitor, isShownByGlass } from './break-glass.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { isLedByAnotherSite } from './from-elsewhere.ts'
import { networkOf } from './network.ts'
import { STRONG_SIGN_IN } from './operator-sign-in.ts'
import { PLACES } from './places.ts'
import { replyOf, visitorOf, visitorTo } from './web-exchange.ts'

/** An operator who asks, and how their looks stand in the audit. */
export interface Asking {
  readonly operator: Operator
  readonly by: OperatorOrigin
}

/** Why somebody who is signed in, or whom a code has let in, does not see a page. */
export type GuardRefusal = Extract<
  RefusedLook['because'],
  'no-operator' | 'role' | 'elsewhere' | 'break-glass'
>

/** The operator of a request; or the answer that sends to the sign-in; or why not. */
export type Guarded =
  | { readonly as: 'operator'; readonly asking: Asking }
  | { readonly as: 'reply'; readonly reply: Reply }
  | { readonly as: 'refused'; readonly because: GuardRefusal; readonly leadsTo?: string }

/**
 * Finds who asks, at every request: a session that a code has opened; or a session with a strong sign-in of today, from the browser and the network that it was opened in; an operator whose account may sign in; a role that may. What is
 * refused to somebody who is signed in is in the audit.
 */
export async function guard(needs: ConsoleNeeds, http: HttpRequest, needed: Role): Promise<Guarded> {
  const broken = await guardGlass(needs, http, needed)
  if (broken) return broken
  const check = needs.sso.requireRecentSignIn(ENTERING_SIGN_IN)
  const found = await check.authenticate(visitorOf(http))
  if (found.status !== 'ok') {
    if (isCrossSite(found)) await noteCrossSite(needs, http, check)
    return { as: 'reply', reply: await signInFirst(needs, http, found) }
  }
  const { session } = found
  const operator = await findEnteringOperator(needs.guardDb, session.subject)
  const because = refusalOf(http, session, operator, needed)
  if (because === undefined && operator)
    return { as: 'operator', asking: { operator, by: originOf(http, operator) } }
  const reason = because ?? 'no-operator'
  await refuse(needs, http, operator ? { operator } : { subject: session.subject }, { because: reason })
  if (reason === 'elsewhere') await needs.sso.sessions.revoke(session.id)
  return { as: 'refused', because: reason }
}

/** Whom a code has let in (decision 123). Nothing where no such session is open: then a sign-in counts. */
async function guardGlass(
  needs: ConsoleNeeds,
  http: HttpRequest,
  needed: Role,
): Promise<Guarded | undefined> {
  const visitor = await findVisitor(needs, http)
  if (visitor === undefined) return undefined
  if (visitor === 'elsewhere') return { as: 'refused', because: visitor }
  const { operator } = visitor
  const leadsTo = PLACES.today.path
  if (http.method === 'GET' && http.path === PLACES.search.path)
    return { as: 'reply', reply: redirect(302, leadsTo) }
  const because = mayAs(operator.role, needed) ? 'break-glass' : 'role'
  if (because === 'break-glass' && isShownByGlass(http)) return { as: 'operator', asking: visitor }
  await refuse(needs, http, visitor, { because })
  return { as: 'refused', because, leadsTo }
}

type NotSignedIn = Parameters<ConsoleNeeds['sso']['refuse']>[0]

/** Whoever is not signed in is asked for the strong sign-in at once, and not for a weak one before it. What a form said is not sent again by itself. */
async function signInFirst({ sso }: ConsoleNeeds, http: HttpRequest, found: NotSignedIn): Promise<Reply> {
  const visitor = http.method === 'POST' ? visitorTo(http, PLACES.search.path) : visitorOf(http)
  const isStranger = found.status === 'signed_out' && !isCrossSite(found)
  return replyOf(sso.refuse(isStranger ? STRONG_SIGN_IN : found, visitor))
}

const isCrossSite = (found: NotSignedIn): boolean =>
  found.status === 'signed_out' && found.code === 'cross_site_request'

/** Writes that another site sent a form with the cookie of an operator. */
async function noteCrossSite(
  needs: ConsoleNeeds,
  http: HttpRequest,
  check: ReturnType<ConsoleNeeds['sso']['requireRecentSignIn']>,
): Promise<void> {
  const found = await check.authenticate(visitorTo(http, http.path))
  const operator = found.status === 'ok' && (await findEnteringOperator(needs.guardDb, found.session.subject))
  if (operator) await refuse(needs, http, { operator }, { because: 'cross-site' })
}

function refusalOf(
  http: HttpRequest,
  { device }: SessionInfo,
  operator: Operator | undefined,
  needed: Role,
): GuardRefusal | undefined {
  if (!isSameDevice(http, device)) return 'elsewhere'
  if (!operator) return 'no-operator'
  return mayAs(operator.role, needed) ? undefined : 'role'
}

/** A cookie that another browser or another network sends is a copy. */
function isSameDevice(http: HttpRequest, device: SessionInfo['device']): boolean {
  const { browser, system } = nameUserAgent(http.header('user-agent') ?? null)
  return (
    browser === device.browser &&
    system === device.system &&
    networkOf(http.address) === networkOf(device.ipAddress ?? '')
  )
}

function originOf({ address, requestId }: HttpRequest, { name, citizenId }: Operator): OperatorOrigin {
  return { actor: 'operator', operator: name, operatorId: citizenId, address, requestId }
}

/** What looks like the words of a command. Whatever else was typed is not for the audit. */
const ACT = /^[a-z]+(?:[ -][a-z]+){0,3}$/

/** Which act was tried on whom, for the audit. */
export function aboutOf(act: string, subject: string): Pick<RefusedLook, 'act' | 'subject'> {
  return {
    act: act.length <= 40 && ACT.test(act) ? act : undefined,
    subject: isUuid(subject) ? subject : undefined,
  }
}

/** A cookie that was used elsewhere is always told of, and looks that are spent have a room of their own. */
const ALWAYS_ITSELF: readonly RefusedLook['because'][] = ['elsewhere', 'too-many-looks']

/** Writes who was refused. What another site led to is written apart: it repeats that without its operator, and would leave no room for what the operator tries. */
export async function refuse(
  needs: ConsoleNeeds,
  http: HttpRequest,
  who: { readonly operator: Operator; readonly by?: OperatorOrigin } | { readonly subject: string },
  { because: why, ...about }: Pick<RefusedLook, 'because' | 'act' | 'subject'>,
): Promise<void> {
  const { address, requestId, path: page } = http
  const isApart = !ALWAYS_ITSELF.includes(why) && isLedByAnotherSite(needs, http)
  const because = isApart ? 'cross-site' : why
  needs.metrics.onRefused(because)
  const isOperator = 'operator' in who
  const citizenId = isOperator
    ? who.operator.citizenId
    : (await findForOperator(needs.guardDb, who.subject))?.citizenId
  const origin = isOperator
    ? (who.by ?? originOf(http, who.operator))
    : ({ actor: 'citizen', address, requestId } as const)
  await recordConsoleRefusal({ ...needs, db: needs.guardDb }, { origin, citizenId, page, because, ...about })
}
