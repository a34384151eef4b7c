import { headerValue } from '../platform/index.ts'
import type { VisitorRequest } from '../program-sso.ts'

/** Methods that change nothing (RFC 9110 section 9.2.1), so that a page of another site may cause them. */
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/**
 * Whether a cookie may count: the request changes nothing, or a page of this origin sent it. A browser writes
 * `Sec-Fetch-Site` and `Origin`; a page cannot change them. Without both, and without a method, the answer is no.
 */
export function isFromOwnPages(request: VisitorRequest, origin: string): boolean {
  if (isUpgrade(request)) return headerValue(request.headers, 'origin') === origin
  if (SAFE_METHODS.includes(request.method ?? '')) return true
  const site = headerValue(request.headers, 'sec-fetch-site')
  // Under `Referrer-Policy: no-referrer`, a form of the own page says `Origin: null`.
  return site === null ? headerValue(request.headers, 'origin') === origin : site === 'same-origin'
}

/** A WebSocket begins with GET, and no browser rule keeps another site from opening it (RFC 6455 section 10.2). */
function isUpgrade({ headers }: VisitorRequest): boolean {
  return headerValue(headers, 'upgrade') !== null
}
