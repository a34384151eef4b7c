import { languages, PATHS } from '../pages/index.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { MOST_CARRIED_CHARACTERS } from './page-again.ts'

const LANGUAGE_COOKIE = 'portico_language'
const LIFETIME_SECONDS = 365 * 24 * 60 * 60

/** A language of the pages from a form or a cookie. Nothing for any other text. */
export function readLanguage(text: string | undefined): string | undefined {
  return languages.find((language) => language === text)
}

/** The language that was chosen in this browser. */
export function chosenLanguage(http: HttpRequest): string | undefined {
  return readLanguage(http.cookie(LANGUAGE_COOKIE))
}

/** The `Set-Cookie` value that remembers a language in the browser. It says nothing else about its user. */
export function rememberLanguage(cookies: CookieJar, language: string): string {
  return cookies.set(LANGUAGE_COOKIE, language, { seconds: LIFETIME_SECONDS })
}

/** The address of a page as its form carries it. A POST has none: its form says which page shows it. */
export function addressOf({ method, path, rawQuery }: HttpRequest): string {
  if (method !== 'GET' && method !== 'HEAD') return PATHS.profile
  const address = rawQuery === '' ? path : `${path}?${rawQuery}`
  return address.length > MOST_CARRIED_CHARACTERS ? path : address
}

/** Reads an address of this service that a form carries. Anything that a browser would read as another place is the account. */
export function readOwnAddress(text: string, baseUrl: string): string {
  if (text.length > MOST_CARRIED_CHARACTERS || !text.startsWith('/') || !URL.canParse(text, baseUrl))
    return PATHS.profile
  const { origin, pathname, search } = new URL(text, baseUrl)
  const isOwn = origin === new URL(baseUrl).origin && !pathname.startsWith('//')
  return isOwn ? pathname + search : PATHS.profile
}
