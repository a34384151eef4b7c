/** How long a cookie stays: until the browser closes (`session`), or this many seconds. */
export type CookieLifetime = 'session' | { readonly seconds: number }

/** The names and attributes of cookies. They depend on whether browsers reach the service by https. */
export interface CookieJar {
  /** The full name. On https it begins with `__Host-`, so no other host or path can set it. */
  name(short: string): string
  /** A `Set-Cookie` value: HttpOnly, SameSite=Lax, whole host, Secure on https. */
  set(short: string, value: string, lifetime: CookieLifetime): string
  /** A `Set-Cookie` value that removes the cookie. */
  clear(short: string): string
}

/** Makes the cookie jar of a service at this base URL. */
export function cookieJar(baseUrl: string): CookieJar {
  const secure = baseUrl.startsWith('https:')
  const name = (short: string) => (secure ? `__Host-${short}` : short)
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    name,
    set: (short, value, lifetime) =>
      `${name(short)}=${value}${attributes}${lifetime === 'session' ? '' : `; Max-Age=${lifetime.seconds}`}`,
    clear: (short) => `${name(short)}=${attributes}; Max-Age=0`,
  }
}

/** The cookies of a `Cookie` header. Where a name is there twice, the first one counts (RFC 6265 section 5.4). */
export function readCookies(header: string): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at < 1) continue
    const name = trimmed(pair.slice(0, at))
    if (!cookies.has(name)) cookies.set(name, trimmed(pair.slice(at + 1)))
  }
  return cookies
}

/**
 * Only space and tab surround a pair (RFC 6265 section 5.4). A neighbour host may set cookies whose names resemble ours.
 * No regular expression: one that looks for blanks at the end reads a run of them again from each of its characters.
 */
function trimmed(text: string): string {
  let from = 0
  let to = text.length
  while (from < to && isBlank(text, from)) from += 1
  while (to > from && isBlank(text, to - 1)) to -= 1
  return text.slice(from, to)
}

function isBlank(text: string, at: number): boolean {
  return text[at] === ' ' || text[at] === '\t'
}
