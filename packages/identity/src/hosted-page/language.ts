import type { CookieJar } from '../platform/http/cookies.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { languageWith } from '../platform/languages.ts'

const LANGUAGE_COOKIE = 'portico_language'
const LIFETIME_SECONDS = 365 * 24 * 60 * 60

/** A language of the pages from a form or a cookie. Nothing for any other text. */
export function readLanguage(text: string | undefined): string | undefined {
  return languageWith(text ?? '')
}

/** The language that was chosen in this browser. */
export function chosenLanguage(http: HttpRequest): string | undefined {
  return readLanguage(http.cookie(LANGUAGE_COOKIE))
}

/** The `Set-Cookie` value that remembers a language in the browser. It says nothing else about its user. */
export function rememberLanguage(cookies: CookieJar, language: string): string {
  return cookies.set(LANGUAGE_COOKIE, language, { seconds: LIFETIME_SECONDS })
}
