import { type AnyHeaders, headerValue } from '../platform/index.ts'

/** A cookie of a request: its name and its value. */
export type Cookie = readonly [name: string, value: string]

/** The cookies of a request, in the order of the browser. A name may appear more than once. */
export function readCookies(headers: AnyHeaders): readonly Cookie[] {
  const line = headerValue(headers, 'cookie')
  if (line === null) return []
  return line.split(';').flatMap((pair): Cookie[] => {
    const equals = pair.indexOf('=')
    return equals < 1 ? [] : [[trimmed(pair.slice(0, equals)), trimmed(pair.slice(equals + 1))]]
  })
}

/**
 * Removes what a browser removes (RFC 6265 section 5.2). `trim()` removes more: it would make the `__Host-` name out of
 * another name, which any host below the domain may set.
 */
function trimmed(text: string): string {
  let [from, to] = [0, text.length]
  while (isSpace(text[from])) from += 1
  while (to > from && isSpace(text[to - 1])) to -= 1
  return text.slice(from, to)
}

function isSpace(sign: string | undefined): boolean {
  return sign === ' ' || sign === '\t'
}

/** The values of the cookies with this name. A browser sends at most one whose name starts with `__Host-`. */
export function valuesOfCookie(headers: AnyHeaders, name: string): readonly string[] {
  const line = headerValue(headers, 'cookie')
  if (line === null || !line.includes(name)) return []
  return readCookies(headers).flatMap(([own, value]) => (own === name ? [value] : []))
}
