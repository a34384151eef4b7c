import type { InsufficientSignIn } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import type { AskedFault } from '../sessions/index.ts'
import { SSO_BASE_PATH, type SsoErrorParam } from '../wire.ts'
import { empty, html } from './reply.ts'

/** Why a sign-in in cookie mode did not work. The last two are for a link. Those of `AskedFault` end no session. */
type PageProblem =
  | SsoErrorParam
  | AskedFault
  | 'other_browser'
  | 'old_sign_in_missing'
  | 'fresh_sign_in_required'

interface ShownProblem {
  readonly status: number
  readonly words: string
  /** Where the page leads if another central sign-in would not help: to where the citizen was, or to the start page. */
  readonly leads?: 'back' | 'home'
}

const PROBLEMS: Record<PageProblem, ShownProblem> = {
  cancelled: { status: 200, words: 'You did not finish signing in.' },
  existing_account: {
    status: 409,
    words: 'You already have an account here. Sign in as before, and connect it to your central account.',
    leads: 'home',
  },
  unavailable: { status: 503, words: 'Signing in is not possible at the moment. Nothing was changed.' },
  other_account: {
    status: 403,
    words: 'You signed in with another account than before. Go back, and sign in with the first one.',
    leads: 'back',
  },
  insufficient_user_authentication: {
    status: 403,
    words:
      'This page needs a sign-in that is newer, or stronger than a password, for example with a passkey. You are signed in as before.',
    leads: 'back',
  },
  other_browser: {
    status: 400,
    words:
      'This sign-in began in another browser, or too many were begun at once, or this browser keeps no cookies. Nobody was signed in.',
  },
  old_sign_in_missing: {
    status: 401,
    words: 'Sign in here as before first. Then connect your account.',
    leads: 'back',
  },
  fresh_sign_in_required: {
    status: 401,
    words: 'Enter your password here once more first. Then connect your account.',
    leads: 'back',
  },
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

/** The program's own page for a problem, or a plain page. Neither begins a sign-in by itself, so nothing loops. */
export function problemAnswer(cookies: CookieSettings, problem: PageProblem, returnPath: string): Response {
  const { origin, basePath, problemPath } = cookies
  if (problemPath !== null) {
    const query = new URLSearchParams({ sso_error: problem, return_to: returnPath })
    return empty(303, { location: `${origin}${problemPath}${problemPath.includes('?') ? '&' : '?'}${query}` })
  }
  const { status, words, leads = 'again' } = PROBLEMS[problem]
  const links = {
    again: { href: loginAddress(cookies, returnPath), text: 'Sign in again' },
    back: { href: `${origin}${returnPath}`, text: 'Go back' },
    home: { href: `${origin}${basePath}/`, text: 'Go to the start page' },
  }
  return html(status, words, links[leads])
}
