import {
  type HttpRequest,
  html,
  type LookRefusal,
  linkButton,
  type RefusedLook,
  type Reply,
  type Role,
  type Route,
  route,
  text,
} from '@portico/identity/parts'
import { glassOn } from './break-glass.ts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consoleFrame, consolePage, signOutForm } from './console-page.ts'
import { isFromElsewhere } from './from-elsewhere.ts'
import { type Asking, type GuardRefusal, guard, refuse } from './guard.ts'
import { PLACES, SIGN_IN_PATHS } from './places.ts'

/** A request of an operator who may make it. */
export interface ConsoleRequest extends Asking {
  readonly http: HttpRequest
  readonly shown: ConsoleFrame
}

/** A route of the console. No route is without a guard: this is how one is made. */
export function consoleRoute(
  needs: ConsoleNeeds,
  method: Route['method'],
  { path, role }: { readonly path: string; readonly role: Role },
  answer: (request: ConsoleRequest) => Promise<Reply>,
): Route {
  const answerGuarded = async (http: HttpRequest): Promise<Reply> => {
    if (http.caller.isPassedOnByStranger) return text(500, PROXY_UNKNOWN)
    const guarded = await guard(needs, http, role)
    if (guarded.as === 'reply') return guarded.reply
    if (guarded.as === 'refused') return refusedPage(needs, http, guarded)
    const { asking } = guarded
    const shown = consoleFrame(needs, http, { ...asking, glass: await glassOn(needs, asking) })
    const request = { ...asking, http, shown }
    return isFromElsewhere(needs, http) ? refusedSite(needs, request) : answer(request)
  }
  return { ...route(method, path, 'page', answerGuarded), head: 'refused' }
}

/** What is answered where every operator would seem to sit at a proxy. */
export const PROXY_UNKNOWN =
  'A proxy that PORTICO_CONSOLE_TRUSTED_PROXIES does not name passes requests on: every operator would seem to sit at the proxy (docs/runbooks/console.md).\n'

/** A link leads to a page that says so, and a form of another site is refused: the audit has it. */
async function refusedSite(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  const { http, shown } = request
  if (http.method === 'GET') return fromElsewherePage(shown, http)
  await refuse(needs, http, request, { because: 'cross-site' })
  return { ...fromElsewherePage(shown, http), status: 403 }
}

/** The page leads to what the link leads to. */
function fromElsewherePage(shown: ConsoleFrame, { path, rawQuery }: HttpRequest): Reply {
  const { fromElsewhere } = shown.words
  const main = html`<p class="lead">${fromElsewhere.lead}</p>
<p class="actions">${linkButton(fromElsewhere.open, rawQuery === '' ? path : `${path}?${rawQuery}`)}</p>`
  return consolePage(shown, { title: fromElsewhere.title, main })
}

/** The page for somebody who is signed in and may not see the one that was asked for. */
function refusedPage(
  needs: ConsoleNeeds,
  http: HttpRequest,
  { because, leadsTo }: { readonly because: GuardRefusal; readonly leadsTo?: string },
): Reply {
  const shown = consoleFrame(needs, http)
  const { refused, signIn, places } = shown.words
  const signOut = () =>
    because === 'elsewhere'
      ? linkButton(signIn.again, SIGN_IN_PATHS.login)
      : signOutForm(shown.words, 'secondary')
  const way = leadsTo === undefined ? signOut() : linkButton(places.today, leadsTo)
  const main = html`<p class="lead">${refused[because]}</p>
<div class="actions">${way}</div>`
  return consolePage(shown, { title: refused.title, main, status: 403 })
}

/** The answer to an operator whose role does not reach what a page was asked to do. The audit has it. */
export async function refusedRole(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  about: Pick<RefusedLook, 'act' | 'subject'>,
): Promise<Reply> {
  await refuse(needs, request.http, request, { because: 'role', ...about })
  return refusedPage(needs, request.http, { because: 'role' })
}

/** The answer to whoever a code has let in, and who asked on a page that is shown for what is not. The audit has it. */
export async function refusedGlass(needs: ConsoleNeeds, request: ConsoleRequest): Promise<Reply> {
  await refuse(needs, request.http, request, { because: 'break-glass' })
  return refusedPage(needs, request.http, { because: 'break-glass', leadsTo: PLACES.today.path })
}

/** The page for an operator who has looked at as many accounts as one may, which the audit has, or who has another look under way. */
export async function tooManyLooks(
  needs: ConsoleNeeds,
  request: ConsoleRequest,
  { because, retryAfterSeconds }: LookRefusal,
): Promise<Reply> {
  const { shown, http } = request
  const { refused } = shown.words
  if (because === 'spent') await refuse(needs, http, request, { because: 'too-many-looks' })
  const main = html`<p class="lead">${refused[because === 'spent' ? 'too-many-looks' : 'one-at-a-time']}</p>`
  const reply = consolePage(shown, { title: refused.title, main, status: 429 })
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(retryAfterSeconds) } }
}
