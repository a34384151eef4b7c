import { returnPathOf } from '../cookies/index.ts'
import type { InsufficientSignIn } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import type { AskedFault } from '../sessions/index.ts'
import { SSO_BASE_PATH, type SsoErrorParam } from '../wire.ts'
import { citizenPage, homeLink, type PageLink } from './citizen-page.ts'
import { empty } from './reply.ts'
import type { RequestContext } from './request-context.ts'

/** Why a sign-in in cookie mode did not work. The last two are for a link. Those of `AskedFault` end no session. */
type PageProblem =
  | SsoErrorParam
  | AskedFault
  | 'other_browser'
  | 'old_sign_in_missing'
  | 'fresh_sign_in_required'

/** Where a page leads: to another sign-in, or, where that would not help, to where the citizen was, or to the start page. */
interface ShownProblem {
  readonly status: number
  readonly leads: 'again' | 'back' | 'home'
}

const PROBLEMS: Readonly<Record<PageProblem, ShownProblem>> = {
  cancelled: { status: 200, leads: 'again' },
  existing_account: { status: 409, leads: 'home' },
  unavailable: { status: 503, leads: 'again' },
  other_account: { status: 403, leads: 'back' },
  insufficient_user_authentication: { status: 403, leads: 'back' },
  other_browser: { status: 400, leads: 'again' },
  old_sign_in_missing: { status: 401, leads: 'back' },
  fresh_sign_in_required: { status: 401, leads: 'back' },
}

/** What a sign-in is asked to be, in the address of `login/`. */
type AskedInAddress = Pick<InsufficientSignIn, 'maxAgeSeconds' | 'acrValues'>

/** The public address of `login/`, with the path to return to, and what the sign-in is asked to be. */
export function loginAddress(
  { origin, basePath }: CookieSettings,
  returnPath: string | null,
  asked?: AskedInAddress,
): string {
  const parts = [
    ...(returnPath === null ? [] : [['return_to', returnPath] as const]),
    ...(asked ? [['max_age', String(asked.maxAgeSeconds)] as const] : []),
    ...(asked && asked.acrValues.length > 0 ? [['acr_values', asked.acrValues.join(' ')] as const] : []),
  ]
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${origin}${basePath}${SSO_BASE_PATH}login${query === '' ? '' : `?${query}`}`
}

/** The public address of `login/` for a browser whose sign-in begins again by itself. */
export const againAddress = (cookies: CookieSettings, returnPath: string): string =>
  `${loginAddress(cookies, returnPath)}&again=1`

interface Problem {
  readonly problem: PageProblem
  readonly returnPath: string
}

/** The program's own page for a problem, or a plain page. Neither begins a sign-in by itself, so nothing loops. */
export function problemAnswer(
  context: RequestContext,
  cookies: CookieSettings,
  problem: PageProblem,
  returnPath: string,
): Response {
  const shown = { problem, returnPath }
  return cookies.problemPath === null ? plainPage(context, cookies, shown) : seeOther(ownPage(cookies), shown)
}

/** The same after a callback, whose code does not stay in the address bar, in the history or in a bookmark. */
export function problemAfterCallback(
  { service: { settings } }: RequestContext,
  cookies: CookieSettings,
  problem: PageProblem,
  returnPath: string,
): Response {
  const page = cookies.problemPath === null ? settings.central.callbackUrl : ownPage(cookies)
  return seeOther(page, { problem, returnPath })
}

/** The page that `problemAfterCallback` leads to. Null for an address with anything else in it, such as a code. */
export function problemHere(context: RequestContext, cookies: CookieSettings): Response | null {
  const { searchParams } = context.url
  const problem = searchParams.get('sso_error') ?? ''
  const returnPath = returnPathOf(searchParams.get('return_to') ?? '', cookies)
  const names = [...searchParams.keys()].sort().join()
  if (names !== 'return_to,sso_error' || !isProblem(problem) || returnPath === null) return null
  return plainPage(context, cookies, { problem, returnPath })
}

const isProblem = (word: string): word is PageProblem => Object.hasOwn(PROBLEMS, word)

const ownPage = ({ origin, problemPath }: CookieSettings) => `${origin}${problemPath}`

function seeOther(page: string, { problem, returnPath }: Problem): Response {
  const query = new URLSearchParams({ sso_error: problem, return_to: returnPath })
  return empty(303, { location: `${page}${page.includes('?') ? '&' : '?'}${query}` })
}

function plainPage(
  context: RequestContext,
  cookies: CookieSettings,
  { problem, returnPath }: Problem,
): Response {
  const { status, leads } = PROBLEMS[problem]
  const links: Readonly<Record<typeof leads, PageLink>> = {
    again: { href: loginAddress(cookies, returnPath), text: 'again' },
    back: { href: `${cookies.origin}${returnPath}`, text: 'back' },
    home: homeLink(cookies),
  }
  return citizenPage(context, { status, sentence: problem, link: links[leads] })
}
