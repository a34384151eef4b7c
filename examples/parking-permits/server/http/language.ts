import type { FastifyRequest } from 'fastify'
import { isLanguage, type Language, languageFor } from '../../words/languages.ts'

const COOKIE = 'permits_language'
const YEAR_SECONDS = 31_536_000

/** The language that the citizen has chosen; otherwise the one that the browser asks for. */
export function languageOf({ headers }: FastifyRequest): Language {
  const chosen = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? ''
  return isLanguage(chosen) ? chosen : languageFor(headers['accept-language'])
}

/** The cookie that remembers a choice. Only the language is in it. */
export const languageCookie = (language: Language, isHttps: boolean): string =>
  `${COOKIE}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax; HttpOnly${isHttps ? '; Secure' : ''}`
