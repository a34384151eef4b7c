/** How long a cookie stays: `session` until the browser closes, else whole seconds. */
export type CookieLifetime = 'session' | { readonly seconds: number }

/** The names and attributes of cookies, which depend on whether the service is reached by https. */
export interface CookieJar {
  /** The full name: on https it carries `__Host-`, so that no other host or path can have set it. */
  name(short: string): string
  /** A `Set-Cookie` value: HttpOnly, SameSite=Lax, whole host, Secure on https. */
  set(short: string, value: string, lifetime: CookieLifetime): string
  /** A `Set-Cookie` value that removes the cookie. */
  clear(short: string): string
}

/** Cookies for a service at this address. */
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

/** Space and tab alone surround a pair (RFC 6265 section 5.4): a neighbour host may set other names that only look like ours. */
const AROUND = /^[ \t]+|[ \t]+$/g

/** The value of a cookie in a `Cookie` header; where a name came twice, the first counts (RFC 6265 section 5.4). */
export function readCookie(header: string | undefined, name: string): string | undefined {
  if (!header) return undefined
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && trimmed(pair.slice(0, at)) === name) return trimmed(pair.slice(at + 1))
  }
  return undefined
}

function trimmed(text: string): string {
  return text.replace(AROUND, '')
}
