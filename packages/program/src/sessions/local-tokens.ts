import { isFromOwnPages, sessionCookiesOf } from '../cookies/index.ts'
import {
  asDate,
  BASE64URL_256_BITS,
  bytesToBase64Url,
  headerValue,
  type Random,
  sha256Base64Url,
} from '../platform/index.ts'
import type { HeadersOnly, SignedOutCode, VisitorRequest } from '../program-sso.ts'
import type { CookieSettings, Service } from '../service.ts'
import type { NewTokens } from '../store/index.ts'

/** The prefixes of our tokens: access, refresh, the value of a cookie, handoff code, and ticket. */
const PREFIXES = {
  access: 'ppa_',
  refresh: 'ppr_',
  cookie: 'ppc_',
  handoff: 'ssoc_',
  ticket: 'ppt_',
} as const

/** The kind of a token. */
export type TokenKind = keyof typeof PREFIXES

/** A pair of local tokens for the app. */
export interface TokenPair {
  readonly accessToken: string
  readonly accessExpiresAt: Date
  readonly refreshToken: string
}

/** The kind of a token, by its form. Null for anything else, such as a JWT. */
export function tokenKind(value: string): TokenKind | null {
  for (const kind of ['access', 'refresh', 'cookie', 'handoff', 'ticket'] as const) {
    const prefix = PREFIXES[kind]
    if (value.startsWith(prefix) && BASE64URL_256_BITS.test(value.slice(prefix.length))) return kind
  }
  return null
}

/** Whether a bearer has one of our prefixes. The old guard is not called for such a bearer. */
export function isOurToken(value: string): boolean {
  return Object.values(PREFIXES).some((prefix) => value.startsWith(prefix))
}

/** Whether a value has the form of a handoff code. */
export function isHandoffCode(value: string): boolean {
  return tokenKind(value) === 'handoff'
}

/** Whether a value has the form of a session's cookie. */
export function isCookieValue(value: string): boolean {
  return tokenKind(value) === 'cookie'
}

/** Makes a token of 256 random bits. */
export function randomToken(random: Random, kind: TokenKind): string {
  return PREFIXES[kind] + bytesToBase64Url(random.bytes(32))
}

/** How many signs of its app's challenge a handoff code begins with. */
const NAMED_BY = 8

/**
 * Makes a handoff code of a derived value. It begins with the first signs of its app's challenge, so that an app with many
 * sign-ins under way knows which one has come back. They are no secret: the verifier does not follow from them. 210 bits are left.
 */
export function handoffCodeOf(derived: string, challenge: string): string {
  return PREFIXES.handoff + challenge.slice(0, NAMED_BY) + derived.slice(NAMED_BY)
}

/** Makes a random pair for a new session. */
export function randomPair(service: Pick<Service, 'random' | 'settings'>, now: Date): TokenPair {
  const { random, settings } = service
  return {
    accessToken: randomToken(random, 'access'),
    accessExpiresAt: asDate(now, settings.accessTtlMs),
    refreshToken: randomToken(random, 'refresh'),
  }
}

/**
 * The value of a session's cookie, once per key, newest key first. It is computed and not stored: a browser that opens its
 * callback again gets the same one. Nobody can compute it without a key and the browser's verifier.
 */
export async function cookieValuesOf(
  service: Pick<Service, 'keyring'>,
  { code, verifier }: { code: string; verifier: string },
): Promise<readonly [string, ...string[]]> {
  const [newest, ...older] = await service.keyring.derive(`cookie|${code}|${verifier}`)
  return [PREFIXES.cookie + newest, ...older.map((value) => PREFIXES.cookie + value)]
}

/**
 * Makes the pair of a session with a cookie. The cookie stays the same until the session ends, so parallel requests cannot
 * race to replace it. Nobody gets the refresh token, which the store requires.
 */
export function pairOfCookie(
  { random, settings }: Pick<Service, 'random' | 'settings'>,
  cookie: string,
  now: Date,
): TokenPair {
  return {
    accessToken: cookie,
    accessExpiresAt: asDate(now, settings.absoluteTtlMs),
    refreshToken: randomToken(random, 'refresh'),
  }
}

/** The hashes of a pair, for the store. */
export async function hashedPair(pair: TokenPair): Promise<NewTokens> {
  return {
    accessHash: await sha256Base64Url(pair.accessToken),
    accessExpiresAt: pair.accessExpiresAt,
    refreshHash: await sha256Base64Url(pair.refreshToken),
  }
}

/**
 * The new pair of a rotation, once per key, newest key first. It is computed and not stored. So a retry gets the same
 * pair, and the database holds only hashes.
 */
export async function successorPairs(
  service: Pick<Service, 'keyring'>,
  rotation: { sessionId: string; generation: number; rotationId: string; accessExpiresAt: Date },
): Promise<readonly TokenPair[]> {
  const label = `${rotation.sessionId}|${rotation.generation}|${rotation.rotationId}`
  const access = await service.keyring.derive(`access|${label}`)
  const refresh = await service.keyring.derive(`refresh|${label}`)
  return access.map((value, index) => ({
    accessToken: PREFIXES.access + value,
    accessExpiresAt: rotation.accessExpiresAt,
    refreshToken: PREFIXES.refresh + refresh[index],
  }))
}

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
