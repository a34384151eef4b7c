import type { AuditOrigin } from '../audit/index.ts'
import { type Design, PATHS, type PageFrame, wordsFor } from '../pages/index.ts'
import type { TimeZone } from '../platform/date-words.ts'
import type { CookieJar } from '../platform/http/cookies.ts'
import type { Parameters } from '../platform/http/parameters.ts'
import type { HttpRequest } from '../platform/http/route.ts'
import { languageWith, textIn } from '../platform/languages.ts'
import type { Doing } from './answer-once.ts'
import { ASKED_COOKIE, type Browser, type BrowserNeeds, browserOf } from './browser.ts'

/** Everything that a hosted page uses. */
export interface PageNeeds extends BrowserNeeds {
  readonly serviceName: string
  readonly timeZone: TimeZone
  readonly design?: Design
}

/** What every page of the service shows around its content, whoever reads it. */
type FrameNeeds = Pick<PageNeeds, 'serviceName' | 'timeZone' | 'design'>

/** A browser's request for a hosted page, or with the form of one. */
export interface PageRequest {
  readonly http: HttpRequest
  readonly browser: Browser
  readonly frame: PageFrame
  /** Whether a form is answered for the first time, which it is without a word, or its long answer is made again. */
  readonly doing?: Doing
}

/** Recognises the browser and its language. */
export function pageRequestOf(needs: PageNeeds, http: HttpRequest): PageRequest {
  const browser = browserOf(needs, http)
  return { http, browser, frame: frameFor(needs, { http, browser }) }
}

/** Whose languages a page knows beside the browser's. */
export interface WantedLanguages {
  /** The citizen's own; `''` for none. */
  readonly citizen?: string
  /** `ui_locales` of a program, in the form of `Accept-Language`. */
  readonly program?: string
}

/**
 * The frame of a page. It speaks the language of the citizen who is signed in, otherwise the one that was chosen in this
 * browser, the one that the program asks for, or the browser's. Whoever reads it may choose another one at its foot.
 */
export function frameFor(
  needs: FrameNeeds,
  { http, browser }: Pick<PageRequest, 'http' | 'browser'>,
  languages: WantedLanguages = {},
): PageFrame {
  return {
    ...formlessFrame(needs, http, languages),
    choice: { csrfToken: browser.csrfToken, back: addressOf(http) },
  }
}

/** The frame of a page without a form: its language cannot be chosen there. */
export function formlessFrame(
  { serviceName, timeZone, design }: FrameNeeds,
  http: HttpRequest,
  languages: WantedLanguages = {},
): PageFrame {
  const spoken = wordsFor(wantedBy(http, languages))
  const name = textIn(design?.name, spoken.language) ?? serviceName
  return { serviceName: name, timeZone, reference: http.requestId, ...(design && { design }), ...spoken }
}

/** The language of that frame. */
export function languageFor(http: HttpRequest, languages: WantedLanguages): PageFrame['language'] {
  return wordsFor(wantedBy(http, languages)).language
}

function wantedBy(http: HttpRequest, { citizen = '', program = '' }: WantedLanguages): string {
  const asked = program || askedNow(http) || readLanguage(http.cookie(ASKED_COOKIE))
  const wanted = [citizen, chosenLanguage(http), asked, http.header('accept-language')]
  return wanted.filter((some) => some !== undefined && some !== '').join(',')
}

function askedNow(http: HttpRequest): string {
  const query = http.query()
  return query.ok ? askedLanguages(query.value) : ''
}

/** `ui_locales` of a program (OpenID Connect Core section 3.1.2.1), preferred first, in the form of `Accept-Language`; `''` for none. */
export function askedLanguages(parameters: Parameters): string {
  const tags = parameters.text('ui_locales').split(' ')
  const read = tags.filter((tag) => tag !== '' && tag.length <= MOST_TAG_CHARACTERS)
  return read.slice(0, MOST_LANGUAGES).join(',')
}

/** The same frame, on the page that is at this address. */
export function atAddress(frame: PageFrame, back: string): PageFrame {
  return frame.choice ? { ...frame, choice: { ...frame.choice, back } } : frame
}

/** One parameter of the query. Nothing where the query is malformed or repeats a parameter. */
export function queryParameter({ http }: PageRequest, name: string): string | undefined {
  const query = http.query()
  return query.ok && !query.value.repeated.has(name) ? query.value.get(name) : undefined
}

/** The origin of the audit events of this request. */
export function originOf(
  { address, requestId }: HttpRequest,
  actor: 'citizen' | 'anonymous',
): AuditOrigin & { readonly address: string } {
  return { actor, address, requestId }
}

/** The most characters of an address that a form carries, and of a parameter in one: a program's longest request takes about 13,000. */
export const MOST_CARRIED_CHARACTERS = 14_000

/** The address of a page as its form carries it. A POST has none: its form says which page shows it. */
export function addressOf({ method, path, rawQuery }: HttpRequest): string {
  if (method !== 'GET' && method !== 'HEAD') return PATHS.account
  const address = rawQuery === '' ? path : `${path}?${rawQuery}`
  return address.length > MOST_CARRIED_CHARACTERS ? path : address
}

/** Reads an address of this service that a form carries. Anything that a browser would read as another place is `otherwise`. */
export function readOwnAddress(text: string, baseUrl: string, otherwise: string = PATHS.account): string {
  if (text.length > MOST_CARRIED_CHARACTERS || !text.startsWith('/') || !URL.canParse(text, baseUrl))
    return otherwise
  const { origin, pathname, search } = new URL(text, baseUrl)
  const isOwn = origin === new URL(baseUrl).origin && !pathname.startsWith('//')
  return isOwn ? pathname + search : otherwise
}

/** The most languages of a program that are read, and the characters of one (RFC 5646 section 4.4.1). */
const MOST_LANGUAGES = 10
const MOST_TAG_CHARACTERS = 35

const LANGUAGE_COOKIE = 'portico_language'
/** As long as the link of a registration. */
const ASKED_SECONDS = 24 * 60 * 60
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

/**
 * The `Set-Cookie` values after which the pages of this browser speak what a program asked for, until a program asks for another language
 * or for none, or somebody signs out. What the citizen has chosen counts more.
 */
export function rememberAsked(cookies: CookieJar, http: HttpRequest, languages: string): readonly string[] {
  const asked = languages === '' ? undefined : languageFor(http, { program: languages })
  if (asked === http.cookie(ASKED_COOKIE)) return []
  if (asked === undefined) return [cookies.clear(ASKED_COOKIE)]
  return [cookies.set(ASKED_COOKIE, asked, { seconds: ASKED_SECONDS })]
}
