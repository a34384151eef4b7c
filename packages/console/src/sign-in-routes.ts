import {
  type HttpRequest,
  html,
  linkButton,
  type Reply,
  type Route,
  redirect,
  route,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleFrame, consoleFrame, consolePage } from './console-page.ts'
import { noteRefusedKey } from './operator-sign-in.ts'
import { SIGN_IN_PATHS } from './places.ts'
import { replyOf, webRequestOf } from './web-exchange.ts'

/** The paths by which an operator signs in and out. Those of apps are not there: nothing here has a bearer token. */
export function signInRoutes(needs: ConsoleNeeds): readonly Route[] {
  const { sso, config } = needs
  const answer = async (http: HttpRequest): Promise<Reply> => {
    const { value: response, isKeyRefused } = await noteRefusedKey(() =>
      sso.handle(webRequestOf(http, config.url), { ip: http.address }),
    )
    if (isKeyRefused) return newKeyPage(consoleFrame(needs, http))
    return response ? replyOf(response) : redirect(302, '/')
  }
  return [
    route('GET', SIGN_IN_PATHS.problem, 'page', async (http) => problemPage(consoleFrame(needs, http))),
    route('GET', SIGN_IN_PATHS.login, 'page', answer),
    route('GET', SIGN_IN_PATHS.callback, 'page', answer),
    route('POST', SIGN_IN_PATHS.logout, 'page', answer),
  ]
}

/** An administrator has to say that the key is the operator's own. */
function newKeyPage(shown: ConsoleFrame): Reply {
  const { signIn, refused } = shown.words
  const main = html`<p class="lead">${refused['new-key']}</p>
<p class="actions">${linkButton(signIn.again, SIGN_IN_PATHS.login)}</p>`
  return consolePage(shown, { title: signIn.title, main, status: 403 })
}

/** Where a sign-in ends that was not strong enough, or was given up. */
function problemPage(shown: ConsoleFrame): Reply {
  const { signIn } = shown.words
  const main = html`<p class="lead">${signIn.need}</p>
<p class="actions">${linkButton(signIn.again, SIGN_IN_PATHS.login)}</p>`
  return consolePage(shown, { title: signIn.title, main, status: 401 })
}
