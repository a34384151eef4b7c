import {
  type Reply,
  type Route,
  readLanguage,
  readOwnAddress,
  redirect,
  rememberLanguage,
} from '@portico/identity/parts'
import type { ConsoleNeeds } from './console-needs.ts'
import { type ConsoleRequest, consoleRoute } from './console-route.ts'
import { LANGUAGE, PLACES } from './places.ts'
import { typedIn } from './typed-in.ts'

/** The form at the foot of every page that an operator sees. The browser remembers the language, and the same page is shown again. */
export function languageRoutes(needs: ConsoleNeeds): readonly Route[] {
  return [consoleRoute(needs, 'POST', LANGUAGE, async (request) => chooseLanguage(needs, request))]
}

/** Of a text that is no language of the pages, nothing is remembered. */
function chooseLanguage({ cookies, config }: ConsoleNeeds, { http }: ConsoleRequest): Reply {
  const read = typedIn(http)
  const language = readLanguage(read('language'))
  const back = readOwnAddress(read('back'), config.url, PLACES.search.path)
  return redirect(303, back, {
    cookies: language === undefined ? [] : [rememberLanguage(cookies, language)],
  })
}
