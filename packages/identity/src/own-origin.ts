import { isOnBlockedPort } from './platform/blocked-port.ts'

/** What keeps an address from being the origin at which the service or its console is opened. */
export type OriginFault = 'no-address' | 'no-https' | 'more-than-an-origin' | 'blocked-port'

/** An origin as it was typed, and what is wrong with it. `origin` is for whoever asks nothing else of a wrong one. */
export interface OwnOrigin {
  readonly origin: string
  readonly faults: readonly OriginFault[]
}

const OTHERWISE = 'http://localhost'

/**
 * Reads the address at which people open the service or the console: https, or http on this machine, nothing after the host and port, and a port that browsers open. Links and callbacks are made of it, and the cookie
 * of a sign-in goes there.
 */
export function readOwnOrigin(given: string): OwnOrigin {
  const url = URL.parse(given)
  if (!url) return { origin: OTHERWISE, faults: ['no-address'] }
  const isPrivate = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname))
  const { pathname, search, hash, username, password } = url
  const isBare = pathname === '/' && search + hash + username + password === ''
  return {
    origin: url.origin === 'null' ? OTHERWISE : url.origin,
    faults: [
      ...(isPrivate ? [] : ['no-https' as const]),
      ...(isBare ? [] : ['more-than-an-origin' as const]),
      ...(isOnBlockedPort(url) ? ['blocked-port' as const] : []),
    ],
  }
}

/** Whether an address is on this machine, where http and the development mailbox are allowed. */
export function isLoopback(url: string): boolean {
  return isLoopbackName(new URL(url).hostname)
}

function isLoopbackName(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname) ||
    hostname.endsWith('.localhost')
  )
}
