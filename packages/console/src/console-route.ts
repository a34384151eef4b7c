import {
  type HttpRequest,
  html,
  linkButton,
  type Reply,
  type Role,
  type Route,
  route,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consoleFrame, consolePage } from './console-page.ts'
import { type Asking, type GuardRefusal, guard } from './guard.ts'
import { SIGN_IN_PATHS } from './places.ts'

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
  return route(method, path, 'page', async (http) => {
    const guarded = await guard(needs, http, role)
    if (guarded.as === 'reply') return guarded.reply
    if (guarded.as === 'refused') return refusedPage(needs, http, guarded.because)
    const { asking } = guarded
    return answer({ ...asking, http, shown: consoleFrame(needs, http, asking.operator) })
  })
}

/** The page for somebody who is signed in and may not see the one that was asked for. */
function refusedPage(needs: ConsoleNeeds, http: HttpRequest, because: GuardRefusal): Reply {
  const shown = consoleFrame(needs, http)
  const { refused, nav, signIn } = shown.words
  const way =
    because === 'elsewhere'
      ? linkButton(signIn.again, SIGN_IN_PATHS.login)
      : html`<form method="post" action="${SIGN_IN_PATHS.logout}"><button type="submit" class="button secondary"><span>${nav.signOut}</span></button></form>`
  const main = html`<p class="lead">${refused[because]}</p>
<div class="actions">${way}</div>`
  return consolePage(shown, { title: refused.title, main, status: 403 })
}

/** The page for an operator who has looked at as many accounts as one may. */
export function tooManyLooks({ shown }: ConsoleRequest, retryAfterSeconds: number): Reply {
  const { refused } = shown.words
  const main = html`<p class="lead">${refused['too-many-looks']}</p>`
  const reply = consolePage(shown, { title: refused.title, main, status: 429 })
  return { ...reply, headers: { ...reply.headers, 'retry-after': String(retryAfterSeconds) } }
}
