import type { AnyHeaders } from '../platform/index.ts'
import { COOKIE_PREFIX } from './cookie-lines.ts'
import { valuesOfCookie } from './read-cookies.ts'
import type { OwnAddress } from './return-path.ts'

/** The names of a session cookie. */
export interface CookieNames {
  /** The name of the cookie that is set, with the prefix `__Host-`. */
  readonly name: string
  /** The name that releases before the addresses in names gave it. Null if it is the same. It is read, and never set. */
  readonly earlierName: string | null
}

const USUAL = `${COOKIE_PREFIX}portico`

/**
 * The names for a program. A browser sends a cookie to every port of a host and, with `Path=/`, to every path (RFC 6265
 * section 8.5). So a program with a port or a path has them in its name, unless its configuration names the cookie.
 */
export function cookieNamesOf(chosen: string | undefined, { origin, basePath }: OwnAddress): CookieNames {
  if (chosen !== undefined) return { name: `${COOKIE_PREFIX}${chosen}`, earlierName: null }
  const { protocol, port } = new URL(origin)
  const shownPort = port === '' && protocol === 'http:' ? '80' : port
  const name = `${USUAL}${shownPort === '' ? '' : `-${shownPort}`}${basePath === '' ? '' : `--${escapedPath(basePath)}`}`
  return { name, earlierName: name === USUAL ? null : USUAL }
}

/** Each other sign becomes `_` and its code, so that two paths never make one name. */
function escapedPath(basePath: string): string {
  return basePath
    .slice(1)
    .replace(/[^A-Za-z0-9]/g, (sign) => `_${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

/** The values of the session cookie. Without one, those of the name before. */
export function sessionCookiesOf(headers: AnyHeaders, { name, earlierName }: CookieNames): readonly string[] {
  const values = valuesOfCookie(headers, name)
  return values.length > 0 || earlierName === null ? values : valuesOfCookie(headers, earlierName)
}
