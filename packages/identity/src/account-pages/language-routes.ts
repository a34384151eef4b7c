import { findSignedIn, SESSION_COOKIE } from '../access/index.ts'
import {
  type FormPage,
  formRoute,
  originOf,
  type PageRequest,
  problemReply,
  readLanguage,
  readOwnAddress,
  rememberLanguage,
  type SignedInNeeds,
} from '../hosted-page/index.ts'
import { PATHS } from '../pages/index.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import { type Reply, redirect } from '../platform/http/reply.ts'
import type { Route } from '../platform/http/route.ts'
import type { SpendsLimits } from '../rate-limits/index.ts'
import { changeLanguage } from './change-language.ts'

/** Everything that the choice of a language uses. */
export type LanguageService = SignedInNeeds & SpendsLimits & { readonly baseUrl: string }

/** `/language/`: the form at the foot of every page. */
export function languageRoutes(service: LanguageService): readonly Route[] {
  const again: FormPage = { address: (form) => readOwnAddress(form.text('back'), service.baseUrl) }
  return [formRoute(service, PATHS.language, again, chooseLanguage)]
}

/** The browser remembers the language; so does the account of whoever is signed in. Then the same page is shown again. */
async function chooseLanguage(
  request: PageRequest,
  form: Parameters,
  service: LanguageService,
): Promise<Reply> {
  const { http, browser } = request
  const language = readLanguage(form.text('language'))
  if (language === undefined) return problemReply(request, 'bad-request')
  const signedIn = await findSignedIn(service, http.cookie(SESSION_COOKIE))
  if (signedIn)
    await changeLanguage(service, signedIn.citizen, { language, origin: originOf(http, 'citizen') })
  const cookies = [...browser.cookies, rememberLanguage(service.cookies, language)]
  return redirect(303, readOwnAddress(form.text('back'), service.baseUrl), { cookies })
}
