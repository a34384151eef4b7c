import { LIMITS } from '../wire.ts'

/** A browser keeps the cookie of a sign-in as long as the program keeps its state. */
export const LOGIN_COOKIE_SECONDS = LIMITS.pendingMs / 1000

/** Only a name with this prefix guarantees that no other host and no other path has set the cookie. */
export const COOKIE_PREFIX = '__Host-'

/**
 * `Lax`, because the browser must send the cookies when it comes back from the identity service. Scripts cannot read
 * them.
 */
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax'

/** A `Set-Cookie` line. Without a lifetime, the browser deletes the cookie when it closes. */
export function cookieLine(name: string, value: string, maxAgeSeconds: number | null): string {
  const age = maxAgeSeconds === null ? '' : `; Max-Age=${maxAgeSeconds}`
  return `${name}=${value}; ${ATTRIBUTES}${age}`
}

/** A `Set-Cookie` line that deletes a cookie. */
export function expiredCookieLine(name: string): string {
  return cookieLine(name, '', 0)
}

/** A sign-in that came back without its cookie begins again by itself at most once in this time. */
export const AGAIN_COOKIE_SECONDS = 60

/** The cookie of a browser whose sign-in has just begun again by itself. */
export function againCookieName(sessionCookie: string): string {
  return `${sessionCookie}-again`
}

/** What all cookies of sign-ins that have begun start with. */
export function loginCookiePrefix(sessionCookie: string): string {
  return `${sessionCookie}-login-`
}

/** The cookie of one sign-in. Each has a name of its own, so that several tabs may sign in at the same time. */
export function loginCookieName(sessionCookie: string, stateHash: string): string {
  return `${loginCookiePrefix(sessionCookie)}${stateHash.slice(0, 12)}`
}
