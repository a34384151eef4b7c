/** Without the cookies of the gate. */
export function otherCookies(line: string, cookieName: string): string {
  const pairs = line.split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair !== '' && !isGateCookie(pair, cookieName)).join('; ')
}

/** The cookies of gates and programs without a chosen name. A browser sends those of another port of the host, too. */
const USUAL = /^__host-portico(?:-[a-z0-9_-]*)?$/

/**
 * Whether a pair, or a `Set-Cookie` line, is about a cookie of the gate. Some readers ignore capital letters and spaces. A
 * browser sends the cookie without a name `=a=b` back as `a=b`.
 */
export function isGateCookie(text: string, cookieName: string): boolean {
  const [name = ''] = text.replace(/^[\s=]+/, '').split(/[=;]/)
  const plain = name.trim().toLowerCase()
  const own = cookieName.toLowerCase()
  return plain === own || plain.startsWith(`${own}-login-`) || USUAL.test(plain)
}
