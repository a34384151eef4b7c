import { isFromOwnPages, sessionCookiesOf } from '../cookies/index.ts'
import { headerValue } from '../platform/index.ts'
import type { HeadersOnly, SignedOutCode, VisitorRequest } from '../program-sso.ts'
import type { CookieSettings } from '../service.ts'
import { tokenKind } from './local-tokens.ts'

/** The bearer token of a request. Null without one, and with several `authorization` headers. */
export function bearerOf({ headers }: HeadersOnly): string | null {
  const value = headerValue(headers, 'authorization')
  const [, token] = /^Bearer +([A-Za-z0-9._~+/=-]+) *$/i.exec(value ?? '') ?? []
  return token ?? null
}

/** What proves who the visitor is, or the code that refuses it. */
export type Credential =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly code: SignedOutCode }

/** The bearer token of a request or, in cookie mode and without a bearer, its cookie. */
export function credentialOf(request: VisitorRequest, cookies: CookieSettings | null): Credential {
  const bearer = bearerOf(request)
  if (bearer !== null)
    return tokenKind(bearer) === 'access' ? { ok: true, token: bearer } : refused('wrong_token_type')
  return cookies ? cookieOf(request, cookies) : refused('missing_token')
}

/** A browser never sends two cookies with a `__Host-` name. Somebody else added one of them, so none counts. */
function cookieOf(request: VisitorRequest, cookies: CookieSettings): Credential {
  const { origin } = cookies
  const [value, another] = sessionCookiesOf(request.headers, cookies)
  if (value === undefined) return refused('missing_token')
  if (!isFromOwnPages(request, origin)) return refused('cross_site_request')
  if (another !== undefined || tokenKind(value) !== 'cookie') return refused('token_unknown')
  return { ok: true, token: value }
}

function refused(code: SignedOutCode): Credential {
  return { ok: false, code }
}
